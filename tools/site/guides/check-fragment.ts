import { checkRecords } from "../../check/check-records.ts";
import type { Finding } from "../../check/rule.ts";
import { rules } from "../../check/rules.ts";
import type { SchemaSet } from "../../check/schema/schema-set.ts";
import { makeWorld } from "../../check/world.ts";
import { ToolError } from "../../records/command-line.mjs";
import { fileOf, type Kind } from "../../records/kinds.ts";
import { type AnyRecord, type RecordSet, recordsOf } from "../../records/record.ts";
import { putInto } from "../compile/checks/fixture.ts";
import { isMap, isSeq, parseDocument, stringify } from "yaml";

/** The records in whose midst fragments are tried. */
export interface Setting {
  set: RecordSet;
  schemas: SchemaSet;
}

/** Checks a record with a fragment in it; positions are those of the fragment. */
export function checkFragment(kind: Kind, example: Example, way: "good" | "bad", { set, schemas }: Setting): Finding[] {
  const file = fileOf(kind, example.record);
  const base = set.records.find((record) => record.file === file);
  if (!base)
    throw new ToolError(`assets/guides/${kind}.yaml  ${example.id}: there is no ${file}. Name another record.`);
  const { text, lines, columns } = placeFragment(
    base.text,
    example.at,
    example[way],
    example[way === "good" ? "bad" : "good"],
  );
  const records = set.records.filter((other) => mayMatter(other, text));
  const changed = putInto({ ...set, records }, { kind, id: example.record, file, text });
  const world = makeWorld({ set: changed, schemas, today: findToday(set), files: new Set([file]) });
  return checkRecords(world, rulesOfFragments).map((finding) => ({
    ...finding,
    line: finding.line - lines,
    col: finding.col - columns,
  }));
}

/** A fragment stands first in its mapping, which says nothing about where it belongs. */
const rulesOfFragments = rules.filter(({ name }) => name !== "keys-in-order");

/** Whether a record can affect the findings: by its kind, or because the text names it. Most records cannot. */
function mayMatter({ kind, id }: AnyRecord, text: string): boolean {
  return kind === "platform" || kind === "adapter" || kind === "source" || text.includes(id);
}

/** The last day on which a source was read. It depends on the records only, so that the same records give the same pages. */
function findToday(set: RecordSet): string {
  return (
    recordsOf(set, "source")
      .map(({ data }) => data.accessed)
      .sort()
      .at(-1) ?? ""
  );
}

/** A good and a bad way to write the same thing, as the files in assets/guides hold it. */
export interface Example {
  /** Unique within its kind. */
  id: string;
  title: string;
  why: string;
  /** Id of a published record of the kind; both ways are tried in its place. */
  record: string;
  /** Path of the mapping that they are part of, an entry of a list by its place or its id; empty for the record itself. */
  at: readonly (string | number)[];
  /** Fields of that mapping, as YAML. */
  good: string;
  bad: string;
  /** Name of the check that objects to the bad one. */
  check: string;
}

/** The examples of a guide. */
export interface Guide {
  kind: Kind;
  examples: Example[];
}

/** A record with a fragment in it, and how far the fragment's lines and columns were moved. */
interface Placed {
  text: string;
  lines: number;
  columns: number;
}

/** Marks the fragment's place while the rest is written. */
const marker = "fragmentHere";

/**
 * Puts fields into a mapping of a record, in the place of those that have the same names or that the other fragment has.
 * The fragment stays as it is written, mistakes included.
 */
export function placeFragment(
  record: string,
  at: readonly (string | number)[],
  fragment: string,
  other: string,
): Placed {
  const [modeline = ""] = record.split("\n");
  const document = parseDocument(record);
  const mapping = at.reduce<unknown>(stepInto, document.contents);
  if (!isMap(mapping)) throw new Error(`there is no mapping at ${at.join(".") || "the top"}`);
  const names = [...listNames(fragment), ...listNames(other)];
  mapping.items = mapping.items.filter(({ key }) => !names.includes(String(key)));
  mapping.items.unshift(document.createPair(marker, 0));
  // A mapping between braces has no lines of its own.
  mapping.flow = false;
  const lines = `${modeline}\n${stringify(document.toJS(), { lineWidth: 0 })}`.split("\n");
  const line = lines.findIndex((text) => text.includes(`${marker}: 0`));
  const columns = lines[line]?.indexOf(marker) ?? 0;
  const [first = "", ...more] = fragment.trimEnd().split("\n");
  const before = lines[line]?.slice(0, columns) ?? "";
  const placed = [before + first, ...more.map((text) => " ".repeat(columns) + text)];
  return { text: [...lines.slice(0, line), ...placed, ...lines.slice(line + 1)].join("\n"), lines: line, columns };
}

function stepInto(node: unknown, step: string | number): unknown {
  if (isSeq(node) && typeof step === "string") return node.items.find((item) => isMap(item) && item.get("id") === step);
  return isMap(node) || isSeq(node) ? node.get(step, true) : undefined;
}

/** Names of the fields that begin a line of their own. */
function listNames(fragment: string): string[] {
  return [...fragment.matchAll(/^([A-Za-z]\w*):/gm)].map(([, name = ""]) => name);
}
