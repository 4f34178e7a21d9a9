import { isMapping, selectText } from "../../../check/select.ts";
import { type Kind, otherPlatforms, schemaFileOf } from "../../../records/kinds.ts";
import type { RecordSet } from "../../../records/record.ts";
import { isCountName } from "../counts.ts";
import { yearOf } from "../evidence.ts";
import type { Atlas } from "../records.ts";
import {
  findTargets,
  follow,
  hasFields,
  listDeclared,
  listOf,
  listVariants,
  namesOf as listNamed,
} from "../reference/schema.ts";
import type { Node, SchemaFiles } from "../reference/schema.ts";
import { type FieldPlace, type FormField, listFormFields } from "./fields.ts";

/** A field of a row, with the kinds of rows that have it. An empty list means all kinds. */
interface RowField extends FormField {
  kinds: string[];
}

/** Everything that the form page shows: the fields of a dataset, of one of its rows and of a source. */
export function compileForm(atlas: Atlas, files: SchemaFiles) {
  const place = (prefix: string): FieldPlace => ({ prefix, files, targets: findTargets(files) });
  const dataset = rootOf("dataset", files);
  const rows = listDeclared(dataset, files).find(({ node }) => hasRows(node, files));
  if (!rows) throw new Error("data/schema/dataset.schema.json: no field holds rows of several kinds");
  const all = listFormFields(dataset, "", place("f"))
    .filter(isAsked)
    .map((field) => offerPlatforms(field, atlas));
  const [open, ...folded] = fillGroups(all.filter(({ path }) => path !== rows.name && path !== "source"));
  const row = listRowFields(rows.node, place(`f-${rows.name}-0`), files);
  return {
    open,
    folded,
    source: {
      ref: all.find(({ path }) => path === "source"),
      fields: listFormFields(rootOf("source", files), "", place("source")).filter(isAsked),
    },
    row: {
      key: rows.name,
      kinds: row.kinds,
      line: rowLine
        .map((path) => row.fields.find((field) => field.path === path))
        .filter((field) => field !== undefined),
      result: row.fields.filter(({ path, kinds }) => !rowLine.includes(path) && kinds.length > 0),
      more: groupRest(row.fields.filter(({ path, kinds }) => !rowLine.includes(path) && kinds.length === 0)),
    },
    adapters: atlas.adapters.map(({ id, name }) => ({ id, name })),
  };
}

/** Data about existing records for the page's script: ids that are taken, and names that it accepts. */
export function compileFormWorld(
  atlas: Atlas,
  { records, tombstones }: Pick<RecordSet, "records" | "tombstones">,
  files: SchemaFiles,
) {
  return {
    /** Ids of removed records, which must not be used again. */
    gone: tombstones.map(({ kind, id }) => ({ kind, id })),
    /** The parts of other records that checks of a dataset need. */
    neighbours: records.flatMap(({ kind, id, data }) =>
      kind in unasked && !hasOnlyCounts(kind, data)
        ? [{ kind, id, data: joinOffers(without(data, unasked[kind] ?? [])) }]
        : [],
    ),
    ids: {
      dataset: atlas.datasets.map(({ id }) => id),
      adapter: atlas.adapters.map(({ id }) => id),
      platform: atlas.platforms.map(({ id }) => id),
    } satisfies Partial<Record<Kind, string[]>>,
    /** One list per field, because similar values in a row compress better. */
    sources: {
      id: atlas.sources.map(({ id }) => id),
      title: atlas.sources.map(({ title }) => title),
      year: atlas.sources.map(yearOf),
    },
    adapters: Object.fromEntries(atlas.adapters.map((adapter) => [adapter.id, namesOf(adapter)])),
    units: listUnits(files),
  };
}

/** Kinds of records that checks of a dataset need, with the fields that they do not need. */
const unasked: { readonly [kind: string]: readonly string[] } = {
  adapter: `compatibility facts drivers sources needs summary chooseWhen avoidWhen limits deviceOptions conflict
    note emulates linkSpeed order modes since until virtualHardware`.split(/\s+/),
  guest: "sources vendor family release releaseNote order patterns default hotAdd basis note".split(" "),
  dataset: `title question answer permission caveats contradicts quote quotedAs locator note commands
    description value precision summary samples observed rows grade extraction checked relation extent
    notes`.split(/\s+/),
};

/** Whether a dataset has only counts. They come from the lab's export, so nobody enters them in the form a second time. */
function hasOnlyCounts(kind: string, data: unknown): boolean {
  if (kind !== "dataset" || !isMapping(data) || !Array.isArray(data.measurements)) return false;
  return data.measurements.every((row: unknown) => isMapping(row) && isCountName(row.metric));
}

function without(value: unknown, keys: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => without(item, keys));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !keys.includes(key))
      .map(([key, inner]) => [key, without(inner, keys)]),
  );
}

/** Lists the adapters that a platform offers a guest, whatever the virtual hardware. */
function joinOffers(data: unknown): unknown {
  if (!isMapping(data) || !isMapping(data.platforms)) return data;
  const platforms = Object.entries(data.platforms).map(([id, platform]) => {
    if (!isMapping(platform) || !Array.isArray(platform.offered)) return [id, platform];
    return [
      id,
      {
        ...platform,
        offered: [{ adapters: [...new Set(selectText(platform, "offered.*.adapters.*").map(({ value }) => value))] }],
      },
    ];
  });
  return { ...data, platforms: Object.fromEntries(platforms) as unknown };
}

export type FormWorld = ReturnType<typeof compileFormWorld>;

/** All names of an adapter. */
function namesOf({ name, platforms }: Atlas["adapters"][number]): string[] {
  return [...new Set([name, ...Object.values(platforms).flatMap((section) => [section.name, ...section.names])])];
}

/** Fields that only a comparison with other records can fill in. */
const comparative = ["contradicts", "review"];

function isAsked({ path }: FormField): boolean {
  return !comparative.includes(path.split(".")[0] ?? "");
}

/** Turns the platform into a choice, because there are few. */
function offerPlatforms(field: FormField, { platforms }: Atlas): FormField {
  return field.names === "platform"
    ? {
        ...field,
        control: "choice",
        example: "",
        options: [...platforms.map(({ id }) => id), ...Object.keys(otherPlatforms)],
      }
    : field;
}

function rootOf(kind: Kind, files: SchemaFiles): Node {
  const file = schemaFileOf(kind).replace("data/schema/", "");
  return { file, schema: files.get(file) ?? {} };
}

function itemOf(node: Node, files: SchemaFiles): Node | undefined {
  const { schema, file } = follow(node, files);
  return isMapping(schema.items) ? { file, schema: schema.items } : undefined;
}

function hasRows(node: Node, files: SchemaFiles): boolean {
  const item = itemOf(node, files);
  return item !== undefined && hasFields(item, files) && listVariants(item, files).length > 0;
}

/** The fields of all kinds of rows, each once. Fields of every kind have no list of kinds. */
function listRowFields(
  node: Node,
  place: FieldPlace,
  files: SchemaFiles,
): { kinds: { value: string; title: string }[]; fields: RowField[] } {
  const variants = listVariants(itemOf(node, files) ?? node, files);
  const byPath = new Map<string, RowField>();
  for (const { value, node: variant } of variants) {
    for (const field of listFormFields(variant, "", place)) {
      const known = byPath.get(field.path);
      if (known) known.kinds.push(value);
      else byPath.set(field.path, { ...field, kinds: [value] });
    }
  }
  const fields = [...byPath.values()].map((field) =>
    field.kinds.length === variants.length ? { ...field, kinds: [] } : field,
  );
  return {
    kinds: variants.map(({ value, node: variant }) => ({ value, title: follow(variant, files).title })),
    fields,
  };
}

/** The other fields of a row, grouped by their mapping. */
function groupRest(fields: readonly RowField[]): { title: string; fields: RowField[] }[] {
  const own = fields.filter(({ path }) => !path.includes("."));
  const within = (name: string): RowField[] => fields.filter(({ path }) => path.startsWith(`${name}.`));
  const mappings = [
    ...new Set(fields.filter(({ path }) => path.includes(".")).map(({ path }) => path.split(".")[0] ?? "")),
  ];
  return [
    { title: "This row", fields: own },
    ...mappings.map((name) => ({ title: mappingTitles[name] ?? name, fields: within(name) })),
  ];
}

const mappingTitles: { readonly [name: string]: string } = {
  conditions: "Conditions of this row",
  observed: "Recorded beside the result",
};

/** Lists the units that each metric has, from the conditions of the dataset's schema. */
export function listUnits(files: SchemaFiles): { [metric: string]: string[] } {
  const definitions = files.get("dataset.schema.json")?.$defs;
  const base = isMapping(definitions) && isMapping(definitions.unitBase) ? definitions.unitBase : {};
  const pairs = listOf(base.allOf).map(
    (condition) =>
      [
        at(condition, "if", "properties", "metric", "const"),
        at(condition, "then", "properties", "unit", "enum"),
      ] as const,
  );
  return Object.fromEntries(pairs.map(([metric, units]) => [String(metric), listNamed(units)]));
}

function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isMapping(inner) ? inner[key] : undefined), value);
}

/** A section of the form: a heading and the paths of its fields. */
interface GroupPlan {
  id: string;
  title: string;
  lede: string;
  /** Whether it is folded at first. */
  isFolded: boolean;
  /** Paths in the order of the form. A path that ends with a dot stands for all fields of a mapping that no other section names. */
  fields: readonly string[];
}

/** The fields of a dataset, in an order that is easy to answer from a paper or a result. */
const groupPlans: readonly GroupPlan[] = [
  {
    id: "study",
    title: "The study",
    lede: "The question and the result, in your own words.",
    isFolded: false,
    fields: ["title", "question", "answer", "platform", "method.tool"],
  },
  {
    id: "host",
    title: "Host and NIC",
    lede: 'Choose "unknown" if the source does not give an answer.',
    isFolded: true,
    fields: ["testbed."],
  },
  {
    id: "guests",
    title: "Guests and the other end",
    lede: "The two endpoints of the traffic.",
    isFolded: true,
    fields: ["testbed.guests", "testbed.client", "testbed.topology", "testbed.notes"],
  },
  {
    id: "method",
    title: "Method",
    lede: "How the study measured, and how the numbers were copied into this record.",
    isFolded: true,
    fields: ["method.", "grade", "extraction", "checked"],
  },
  {
    id: "conditions",
    title: "Conditions that held in every row",
    lede: "Only what the source states. A row adds to these, or replaces them with its own.",
    isFolded: true,
    fields: ["conditions."],
  },
  {
    id: "permission",
    title: "Caveats and permission",
    lede: "Limits of the numbers, and why they may be published here.",
    isFolded: true,
    fields: ["caveats", "permission.", ""],
  },
];

/** Fields in the first line of a row. The others are folded below it. */
const rowLine: readonly string[] = ["adapter", "workload", "metric", "quote", "locator"];

/** Assigns fields to sections: to the one that names the field, or else the one with its mapping, or else the one with an empty path. */
function fillGroups<F extends { path: string }>(fields: readonly F[]): (GroupPlan & { content: F[] })[] {
  const named = new Set(groupPlans.flatMap((plan) => plan.fields));
  return groupPlans.map((plan) => ({
    ...plan,
    content: plan.fields.flatMap((wanted) =>
      fields.filter(({ path }) => path === wanted || (!named.has(path) && isTaken(path, wanted))),
    ),
  }));
}

function isTaken(path: string, wanted: string): boolean {
  if (wanted.endsWith(".")) return path.startsWith(wanted);
  return (
    wanted === "" &&
    !groupPlans.some((plan) => plan.fields.some((other) => other.endsWith(".") && path.startsWith(other)))
  );
}
