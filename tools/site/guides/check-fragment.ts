import { checkRecords } from "../../check/check-records.ts";
import type { Finding } from "../../check/rule.ts";
import { rules } from "../../check/rules.ts";
import type { SchemaSet } from "../../check/schema/schema-set.ts";
import { makeWorld } from "../../check/world.ts";
import { fileOf } from "../../records/kinds.ts";
import type { Kind } from "../../records/kinds.ts";
import { parseRecord } from "../../records/parse-record.ts";
import { recordsOf } from "../../records/record.ts";
import type { AnyRecord, RecordSet } from "../../records/record.ts";
import type { Example } from "./example.ts";
import { placeFragment } from "./place-fragment.ts";

/** The records in whose midst fragments are tried. */
export interface Setting {
  set: RecordSet;
  schemas: SchemaSet;
}

/** Checks a record with a fragment in it; positions are those of the fragment. */
export function checkFragment(kind: Kind, example: Example, way: "good" | "bad", { set, schemas }: Setting): Finding[] {
  const file = fileOf(kind, example.record);
  const base = set.records.find((record) => record.file === file);
  if (!base) throw new Error(`assets/guides/${kind}.yaml: ${example.id}: there is no ${file}`);
  const { text, lines, columns } = placeFragment(
    base.text,
    example.at,
    example[way],
    example[way === "good" ? "bad" : "good"],
  );
  const source = { kind, id: example.record, file, text };
  const { record, problems } = parseRecord(source);
  const others = set.records.filter((other) => other.file !== file && mayMatter(other, text));
  const changed: RecordSet = {
    ...set,
    records: [...others, ...(record ? [record] : [])],
    unreadable: record ? set.unreadable : [...set.unreadable, source],
    problems: [...set.problems, ...problems],
  };
  const world = makeWorld({ set: changed, schemas, today: findToday(set), files: new Set([file]) });
  return checkRecords(world, rulesOfFragments).map((finding) => ({
    ...finding,
    line: finding.line - lines,
    col: finding.col - columns,
  }));
}

/** A fragment stands first in its mapping, which says nothing about where it belongs. */
const rulesOfFragments = rules.filter(({ name }) => name !== "keys-in-order");

/** Whether a record can have a say in what is found: it is named, or its id is near what was meant. Most are neither. */
function mayMatter({ kind, id }: AnyRecord, text: string): boolean {
  return kind === "platform" || kind === "adapter" || kind === "source" || text.includes(id);
}

/** A day that only the records decide, so that the same records give the same pages: the last on which a source was read. */
function findToday(set: RecordSet): string {
  return (
    recordsOf(set, "source")
      .map(({ data }) => data.accessed)
      .sort()
      .at(-1) ?? ""
  );
}
