import { isMapping } from "../../../check/select.ts";
import type { Kind } from "../../../records/kinds.ts";
import { follow, hasFields, listDeclared, listOf, namesOf, targetsOf } from "../reference/schema.ts";
import type { Followed, Node, SchemaFiles, Targets } from "../reference/schema.ts";

/** How a field is filled in. */
type Control =
  | "line" // text on one line
  | "text" // a paragraph
  | "lines" // texts, one on each line
  | "number"
  | "numbers" // numbers with spaces between
  | "choice" // one of listed values
  | "yes-no"
  | "flags" // any of listed values
  | "entries"; // texts of several sorts, a paragraph of lines for each sort

/** A field of the form. The template shows it and the page's script reads it. */
export interface FormField {
  /** Keys from the record or the row, joined by dots. */
  path: string;
  /** Id of the element. Unlike paths, ids are unique across records. */
  id: string;
  label: string;
  hint: string;
  example: string;
  control: Control;
  /** Whether numbers are whole. */
  isWhole: boolean;
  /** Whether the values of a choice are numbers. */
  isNumeric: boolean;
  /** Values of a choice, of flags, or sorts of entries. */
  options: string[];
  /** Whether every record has it. A field in an optional mapping is optional. */
  isRequired: boolean;
  /** Whether it has a line of its own: it is required and long. */
  isWide: boolean;
  /** How a record states that the value is unknown: a word as the value, or the field's name in a list of the same mapping. */
  unknown: "" | "word" | "list";
  /** Meaning of an empty list: not answered, or no entries (written as an empty list), or no entries if a box is ticked. */
  empty: "" | "list" | "box";
  /** Kind of records whose ids are suggested. */
  names: Kind | "";
  /** For entries: the keys of their sort and their text, and the label of each sort. */
  keys: string[];
  sorts: { [sort: string]: string };
}

/** The schemas to search, and the prefix of the elements' ids. */
export interface FieldPlace {
  prefix: string;
  files: SchemaFiles;
  targets: Targets;
}

/** Lists the fields of a mapping and its inner mappings, in the order of the schema. */
export function listFormFields(node: Node, path: string, place: FieldPlace, isNeeded = true): FormField[] {
  const declared = listDeclared(node, place.files);
  const unstated = declared
    .filter(({ name }) => name === unknownList)
    .flatMap((field) => namesIn(field.node, place.files));
  return declared
    .filter(({ name, node: inner }) => name !== unknownList && !reviewed.has(name) && !isFixed(inner, place.files))
    .flatMap(({ name, node: inner, isRequired }) => {
      const full = path === "" ? name : `${path}.${name}`;
      if (hasFields(inner, place.files)) return listFormFields(inner, full, place, isNeeded && isRequired);
      return [describe(inner, full, { isRequired: isNeeded && isRequired, isListed: unstated.includes(name) }, place)];
    });
}

/** The field of a mapping that lists its unknown numbers. */
const unknownList = "unknown";

/** Fields that whoever reviews the record adds: they hold it against the other evidence. */
const reviewed = new Set(["review", "contradicts"]);

/** Shortest limit of a text that is mostly long. */
const longLine = 120;

/** Longest text that is asked for on one line. */
const longestLine = 160;

function describe(
  node: Node,
  path: string,
  { isRequired, isListed }: { isRequired: boolean; isListed: boolean },
  { prefix, files, targets }: FieldPlace,
): FormField {
  const found = follow(node, files);
  const items = isMapping(found.schema.items)
    ? follow({ schema: found.schema.items, file: found.file }, files)
    : undefined;
  const control = chooseControl(found, items, files);
  const entries = control === "entries" && items ? listDeclared(items, files) : [];
  const sorts = entries.find((entry) => namesOf(follow(entry.node, files).schema.enum).length > 0);
  // What a shared definition shows fits some field, not this one.
  const own: unknown = Array.isArray(node.schema.examples) ? node.schema.examples[0] : undefined;
  return {
    path,
    id: `${prefix}-${path.replaceAll(".", "-")}`,
    label: labelOf(path),
    hint: ownHints[`${prefix}-${path}`] ?? found.description,
    example:
      own === undefined || control === "choice" || control === "yes-no" || control === "flags" ? "" : showExample(own),
    control,
    isNumeric: typeof (Array.isArray(found.schema.enum) ? found.schema.enum[0] : undefined) === "number",
    isWhole: found.schema.type === "integer",
    options: [found, items, sorts && follow(sorts.node, files)].flatMap((part) => namesOf(part?.schema.enum)),
    isRequired,
    isWide:
      control === "text" ||
      control === "lines" ||
      control === "entries" ||
      (isRequired && control === "line" && Number(found.schema.maxLength ?? 0) >= longLine && !found.definition),
    unknown: isListed ? "list" : control === "line" && acceptsUnknown(node, found, files) ? "word" : "",
    empty:
      found.schema.minItems !== undefined
        ? ""
        : isRequired && found.schema.type === "array"
          ? "list"
          : control === "numbers"
            ? "box"
            : "",
    names: targetsOf(node, targets, files)[0] ?? "",
    keys: entries.length > 0 ? [sorts?.name ?? "", entries.find((entry) => entry !== sorts)?.name ?? ""] : [],
    sorts: control === "entries" ? sortLabels : {},
  };
}

function chooseControl({ schema }: Followed, items: Followed | undefined, files: SchemaFiles): Control {
  if (items && hasFields(items, files)) return "entries";
  if (items?.schema.enum) return "flags";
  if (items) return items.schema.type === "number" ? "numbers" : "lines";
  if (schema.enum) return "choice";
  switch (schema.type) {
    case "boolean":
      return "yes-no";
    case "number":
    case "integer":
      return "number";
    default:
      return Number(schema.maxLength ?? 0) > longestLine &&
        schema.format === undefined &&
        schema.title !== "Text or unknown"
        ? "text"
        : "line";
  }
}

/** Whether a field accepts "unknown": its description or that of its definition says so, or the word is a choice. */
function acceptsUnknown(node: Node, { schema, description }: Followed, files: SchemaFiles): boolean {
  const definition = follow({ ...node, schema: { $ref: node.schema.$ref } }, files).description;
  return (
    [description, definition].some((words) => words.includes('"unknown"')) ||
    listOf(schema.anyOf).some((branch) => branch.const === "unknown")
  );
}

/** Whether the schema fixes the value, so that the form need not ask. */
function isFixed(node: Node, files: SchemaFiles): boolean {
  return follow(node, files).schema.const !== undefined;
}

function namesIn(node: Node, files: SchemaFiles): string[] {
  const { schema } = follow(node, files);
  return isMapping(schema.items) ? namesOf(schema.items.enum) : [];
}

function showExample(example: unknown): string {
  if (!Array.isArray(example)) return typeof example === "object" ? "" : String(example);
  return example.every((item) => typeof item !== "object")
    ? example.map(String).join(example.every((item) => typeof item === "number") ? " " : "; ")
    : "";
}

/** Ends of keys that name a unit, with how a label writes it. */
const units: readonly (readonly [ending: string, unit: string])[] = [
  ["Seconds", "s"],
  ["Bytes", "bytes"],
  ["Percent", "%"],
  ["Gbps", "Gbit/s"],
];

/** Labels of keys that are unclear alone, or abbreviations in capitals. */
const ownLabels: { readonly [path: string]: string } = {
  "testbed.cpu": "Host CPU",
  "testbed.memory": "Host memory",
  "testbed.nic": "Physical NIC",
  "testbed.nicFirmware": "NIC firmware",
  "testbed.nicDriver": "NIC driver on the host",
  "testbed.linkGbps": "Link speeds (Gbit/s)",
  "testbed.neighbours": "Neighbours on the host",
  "testbed.client": "The other end",
  "testbed.topology": "Topology",
  "testbed.notes": "Notes on the testbed",
  "method.tool": "Measuring tool",
  "method.version": "Version of the tool",
  "method.description": "Varied and fixed settings",
  "method.runs": "Runs of each configuration",
  extraction: "Location of the numbers in the source",
  checked: "Comparison of the numbers with the source",
  grade: "Grade of the study",
  "permission.basis": "Permission to publish the numbers",
  contributors: "People to name as contributors",
  "permission.note": "Who agreed, or the licence",
  "conditions.mtu": "MTU (bytes)",
  "conditions.vcpus": "vCPUs",
  "conditions.offloadsOn": "Offloads that were on",
  "conditions.offloadsOff": "Offloads that were off",
  "conditions.packetRate": "Packet rate (packets/s)",
  "conditions.workload": "Application workload",
  "conditions.socketBytes": "Socket buffer (bytes)",
  "conditions.messageBytes": "Message size (bytes)",
  "conditions.packetBytes": "Packet size (bytes)",
  "conditions.linkGbps": "Link speed (Gbit/s)",
  "conditions.driver": "Driver in the guest",
  "summary.min": "Smallest",
  "summary.max": "Largest",
  "summary.confidenceInterval.levelPercent": "Confidence level (%)",
  "summary.confidenceInterval.low": "Interval from",
  "summary.confidenceInterval.high": "Interval to",
  "rows.result": "Row with this adapter's result",
  "rows.base": "Row with the other's result",
  url: "Address (URL)",
  kind: "Kind of document",
  id: "Row ID",
  locator: "Place in the source (page, table)",
};

/** Hints by the prefix and the path of a field. They replace descriptions that repeat the label or mention the repository. */
const ownHints: { readonly [field: string]: string } = {
  "f-title": "",
  "f-platform": "",
  "f-source": "Its name in the atlas, or its title.",
  "f-method.tool": "",
  "f-testbed.cpu": "",
  "f-testbed.memory": "",
  "f-testbed.nicFirmware": "",
  "f-extraction": "",
  "f-measurements-0-adapter": "The adapter; unknown if the source does not name it; native for bare metal.",
  "f-measurements-0-relativeTo":
    "Another adapter of the same study; native for bare metal. Use unknown or paravirtual-unnamed if the source does not name the adapter.",
};

/** Sorts of caveats, by who says them. */
const sortLabels: { readonly [sort: string]: string } = {
  author: "Caveats of the author, one per line",
  atlas: "Caveats that you add, one per line",
};

/** Writes the path of a field as a label: `method.durationSeconds` is "Duration (s)". */
function labelOf(path: string): string {
  const own = ownLabels[path];
  if (own !== undefined) return own;
  const name = path.split(".").at(-1) ?? "";
  const [ending, unit] = units.find(([end]) => name.endsWith(end) && name !== end) ?? ["", ""];
  const words = name
    .slice(0, name.length - ending.length)
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\bcpu\b/g, "CPU")
    .replace(/^p(\d+)$/, "$1th percentile");
  const percentile = words.replace(/^99(9+)th/, "99.$1th");
  return `${percentile.charAt(0).toUpperCase()}${percentile.slice(1)}${unit === "" ? "" : ` (${unit})`}`;
}
