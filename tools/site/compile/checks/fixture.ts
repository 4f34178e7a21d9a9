import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkRecords } from "../../../check/check-records.ts";
import type { Finding } from "../../../check/rule.ts";
import type { SchemaSet } from "../../../check/schema/schema-set.ts";
import { makeWorld } from "../../../check/world.ts";
import { fileOf, type Kind, kinds } from "../../../records/kinds.ts";
import { parseRecord } from "../../../records/parse-record.ts";
import type { RecordFile, RecordSet } from "../../../records/record.ts";

/** A record of tests/data that must pass or must fail, with the file for which it stands in. */
export type Fixture = RecordFile;

/** The day on which all fixtures are tried. */
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
  question: "sample-question",
};

/** Reads a fixture by its folder, kind and name; a comment `# as: FILE` says which record it is. */
export function readFixture(root: string, folder: "must-fail" | "must-pass", name: string): Fixture {
  const text = readFileSync(join(root, "tests/data", folder, `${name}.yaml`), "utf8");
  const kind = kinds.find((known) => known === name.split("/")[0]);
  if (!kind) throw new Error(`tests/data/${folder}/${name}.yaml is not in the folder of a kind`);
  const id = /^# as: data\/\w+\/(.*)\.yaml$/m.exec(text)?.[1] ?? samples[kind];
  return { kind, id, file: fileOf(kind, id), text };
}

/** Puts a record into a set, in the place of the one that has its file. */
export function putInto(set: RecordSet, source: RecordFile): RecordSet {
  const { record, tombstone, problems } = parseRecord(source);
  const isOther = ({ file }: { file: string }): boolean => file !== source.file;
  return {
    ...set,
    records: [...set.records.filter(isOther), ...(record ? [record] : [])],
    tombstones: [...set.tombstones.filter(isOther), ...(tombstone ? [tombstone] : [])],
    unreadable: record || tombstone ? [] : [source],
    problems: [...set.problems, ...problems],
  };
}

/** Says what the checker finds in the small world of tests/data with a fixture in it. */
export function checkFixture(fixture: Fixture, set: RecordSet, schemas: SchemaSet): Finding[] {
  return checkRecords(makeWorld({ set: putInto(set, fixture), schemas, today }));
}
