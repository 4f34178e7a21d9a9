import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkRecords } from "../../../check/check-records.ts";
import type { Finding } from "../../../check/rule.ts";
import type { SchemaSet } from "../../../check/schema/schema-set.ts";
import { makeWorld } from "../../../check/world.ts";
import { fileOf, type Kind, kinds } from "../../../records/kinds.ts";
import { parseRecord } from "../../../records/parse-record.ts";
import type { RecordFile, RecordSet } from "../../../records/record.ts";

/** A record of tests/data that must pass or must fail, and the file that it replaces. */
export interface Fixture extends RecordFile {
  /** For each line of the text, its line in the fixture's own file. The lines of the common fields are not in it. */
  ownLines: (number | undefined)[];
}

/** The date on which all fixtures are checked. */
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

/**
 * Reads a fixture by its folder, kind and name. A comment `# as: FILE` says which record it is. With a comment
 * `# rest: FILE` a fixture has only the fields in which it differs from that file.
 */
export function readFixture(root: string, folder: "must-fail" | "must-pass", name: string): Fixture {
  const path = join(root, "tests/data", folder, `${name}.yaml`);
  const own = readFileSync(path, "utf8");
  const rest = /^# rest: (.*)\n/m.exec(own)?.[1];
  const lines = rest ? addFields(own, readFileSync(join(dirname(path), rest), "utf8")) : numberLines(own);
  const text = lines.map((line) => line.text).join("\n");
  const kind = kinds.find((known) => known === name.split("/")[0]);
  if (!kind) throw new Error(`tests/data/${folder}/${name}.yaml is not in the folder of a kind`);
  const id = /^# as: data\/\w+\/(.*)\.yaml$/m.exec(text)?.[1] ?? samples[kind];
  return { kind, id, file: fileOf(kind, id), text, ownLines: lines.map(({ number }) => number) };
}

interface Line {
  text: string;
  number?: number;
}

function numberLines(text: string): Line[] {
  return text.split("\n").map((line, index) => ({ text: line, number: index + 1 }));
}

/** A record with the fields of a common one, each replaced by the fixture's own if it has one of that name. */
function addFields(fixture: string, common: string): Line[] {
  const [comments = [], ...own] = splitFields(numberLines(fixture.replace(/\n$/, "")));
  const [modeline = [], ...others] = splitFields(
    common
      .trimEnd()
      .split("\n")
      .map((text) => ({ text })),
  );
  return [
    ...modeline,
    ...comments.filter(({ text }) => !text.startsWith("# rest: ")),
    ...others.flatMap((field) => own.find((another) => nameOf(another) === nameOf(field)) ?? field),
    ...own.filter((field) => !others.some((another) => nameOf(another) === nameOf(field))).flat(),
    { text: "" },
  ];
}

/** The lines before the first field, then those of each field. */
function splitFields(lines: readonly Line[]): Line[][] {
  const starts = lines.flatMap(({ text }, index) => (/^\w+:/.test(text) ? [index] : []));
  return [0, ...starts].map((start, index) => lines.slice(start, starts[index]));
}

function nameOf([first]: readonly Line[]): string | undefined {
  return first?.text.split(":", 1)[0];
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

/** Returns the checker's findings in the records of tests/data with a fixture among them. */
export function checkFixture(fixture: Fixture, set: RecordSet, schemas: SchemaSet): Finding[] {
  return checkRecords(makeWorld({ set: putInto(set, fixture), schemas, today }));
}
