import { fileURLToPath } from "node:url";
import { checkRecords } from "../../../../tools/check/check-records.ts";
import { fixRecords } from "../../../../tools/check/fix/fix-records.ts";
import type { Finding, Rule } from "../../../../tools/check/rule.ts";
import { loadSchemas } from "../../../../tools/check/schema/load-schemas.ts";
import { makeWorld } from "../../../../tools/check/world.ts";
import { fileOf, kinds } from "../../../../tools/records/kinds.ts";
import type { Kind } from "../../../../tools/records/kinds.ts";
import { loadRecords } from "../../../../tools/records/load-records.ts";
import { parseRecord } from "../../../../tools/records/parse-record.ts";
import type { RecordSet } from "../../../../tools/records/record.ts";

export const root = fileURLToPath(new URL("../../../..", import.meta.url));
export const schemas = loadSchemas(root);
/** A small repository in which every record passes and every id resolves. */
export const world = loadRecords(`${root}/tests/data/world`);
/** The day on which all tests happen. */
export const today = "2026-06-15";

/** The record of each kind that uses every field, and whose place a fixture takes. */
export const samples: { readonly [K in Kind]: string } = {
  platform: "vsphere",
  feature: "vmotion",
  adapter: "vmxnet3",
  guest: "rhel9-64",
  source: "sample-study",
  dataset: "sample-study",
  finding: "sample-finding",
  rule: "sample-rule",
  step: "sample-step",
};

/** Checks the small world with one record in the place of another, or added to it. */
export function checkInWorld(kind: Kind, text: string, id: string = samples[kind], rules?: readonly Rule[]): Finding[] {
  return checkRecords(makeWorld({ set: putIntoWorld(kind, text, id), schemas, today }), rules);
}

/** Corrects what is mechanical in one record of the small world; says what its text is then, and what is left. */
export function fixInWorld(
  kind: Kind,
  text: string,
  id: string = samples[kind],
): { text: string; count: number; findings: readonly Finding[] } {
  const { texts, counts, findings } = fixRecords(putIntoWorld(kind, text, id), (set) =>
    checkRecords(makeWorld({ set, schemas, today })),
  );
  const file = fileOf(kind, id);
  return { text: texts.get(file) ?? text, count: counts.get(file) ?? 0, findings };
}

function putIntoWorld(kind: Kind, text: string, id: string): RecordSet {
  const file = fileOf(kind, id);
  const source = { kind, id, file, text };
  const { record, tombstone, problems } = parseRecord(source);
  return {
    ...world,
    records: [...world.records.filter((other) => other.file !== file), ...(record ? [record] : [])],
    tombstones: [...world.tombstones.filter((other) => other.file !== file), ...(tombstone ? [tombstone] : [])],
    unreadable: record || tombstone ? [] : [source],
    problems: [...world.problems, ...problems],
  };
}

/** Findings as a reader sees them, without their help. */
export function say(findings: readonly Finding[]): string[] {
  return findings.map(({ file, line, col, rule, message }) => `${file}:${line}:${col}  ${rule}  ${message}`);
}

/** The text of a record of the small world. */
export function textOf(kind: Kind, id: string = samples[kind]): string {
  const record = world.records.find(({ file }) => file === fileOf(kind, id));
  if (!record) throw new Error(`tests/data/world has no ${fileOf(kind, id)}`);
  return record.text;
}

/** A record of the small world with one change to its text, which has to be there. */
export function change(kind: Kind, from: string, to: string, id: string = samples[kind]): string {
  const text = textOf(kind, id);
  if (!text.includes(from)) throw new Error(`${fileOf(kind, id)} of tests/data/world does not hold ${from}`);
  return text.replace(from, () => to);
}

/** Reads the kind in a fixture's folder name. */
export function parseKind(word: string): Kind {
  const kind = kinds.find((known) => known === word);
  if (!kind) throw new Error(`${word} is no kind of record`);
  return kind;
}
