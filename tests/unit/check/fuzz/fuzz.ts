import assert from "node:assert/strict";
import { stringify } from "yaml";
import { checkRecords } from "../../../../tools/check/check-records.ts";
import { fixRecords } from "../../../../tools/check/fix/fix-records.ts";
import type { Finding } from "../../../../tools/check/rule.ts";
import { isMapping } from "../../../../tools/check/select.ts";
import { makeWorld } from "../../../../tools/check/world.ts";
import { fileOf, kinds } from "../../../../tools/records/kinds.ts";
import { parseRecords } from "../../../../tools/records/load-records.ts";
import { authoredRecords } from "../../../authored-records.ts";
import type { RecordFile } from "../../../../tools/records/record.ts";
import type { RecordSet } from "../../../../tools/records/record.ts";
import { schemas, today } from "../support/world.ts";
import { mutateData } from "./mutate-data.ts";
import type { Pool } from "./mutate-data.ts";
import { mutateText } from "./mutate-text.ts";
import { isValid } from "./oracle.ts";
import { makeRandom } from "./random.ts";
import type { Random } from "./random.ts";

const atlas = authoredRecords;
const byKind = kinds.map((kind) => atlas.records.filter((record) => record.kind === kind));
const texts = atlas.records.map(({ text }) => text);
const pool: Pool = makePool(atlas.records.map(({ data }) => data));

/** How many records of the atlas are mutated at a time: enough to make the check of the others cheap for each. */
const batch = 60;

/** Mutates some records of the atlas, checks it whole, and tests what always holds; returns how many records were mutated. */
export function runBatch(seed: number): number {
  const random = makeRandom(seed);
  const files = makeBatch(random);
  const findings = check(files);
  for (const file of files) {
    const own = findings.filter((finding) => finding.file === file.file);
    const story = (): string =>
      `seed ${seed}, ${file.file}:\n${JSON.stringify(file.text)}\n${JSON.stringify(own, null, 1)}`;
    assertPlaces(own, file.text, story);
    assertVerdict(own, file, story);
  }
  if (random.oneIn(8)) assert.deepEqual(check(files), findings, `seed ${seed}: the same findings for the same records`);
  if (random.oneIn(8)) assertFixed(files, seed);
  return files.length;
}

/** Mutated files of the atlas, each at most once; some take the place of a record, some come in addition. */
export function makeBatch(random: Random): RecordFile[] {
  const files = new Map<string, RecordFile>();
  for (let count = 0; count < batch; count++) {
    // By kind first: there are far more findings than datasets, and datasets have more to go wrong.
    const { kind, id, text, data } = random.pick(byKind[random.below(byKind.length)] ?? []);
    const own = random.oneIn(6) ? `${id}-copy` : id;
    files.set(fileOf(kind, own), { kind, id: own, file: fileOf(kind, own), text: mutate(text, data, random) });
  }
  return [...files.values()];
}

function mutate(text: string, data: unknown, random: Random): string {
  let mutated = text;
  if (random.oneIn(2)) {
    let changed: unknown = data;
    for (let count = 1 + random.below(3); count > 0; count--) changed = mutateData(changed, random, pool);
    mutated = `${text.split("\n")[0]}\n${stringify(changed, { aliasDuplicateObjects: false, lineWidth: 0 })}`;
    if (!random.oneIn(6)) return mutated;
  }
  for (let count = 1 + random.below(2); count > 0; count--) mutated = mutateText(mutated, random, texts);
  return mutated;
}

/** Checks the atlas with files laid over it; whatever it throws is a mistake of the checker. */
function check(files: readonly RecordFile[]): Finding[] {
  return checkSet(layOver(files));
}

function checkSet(set: RecordSet): Finding[] {
  return checkRecords(makeWorld({ set, schemas, today }));
}

function layOver(files: readonly RecordFile[]): RecordSet {
  const laid = parseRecords(files);
  const replaced = new Set(files.map(({ file }) => file));
  return {
    ...laid,
    records: [...atlas.records.filter(({ file }) => !replaced.has(file)), ...laid.records],
    strays: [],
  };
}

/** Correcting comes to an end, leaves nothing that it could correct, and breaks no record that was valid. */
function assertFixed(files: readonly RecordFile[], seed: number): void {
  const { texts, findings } = fixRecords(layOver(files), checkSet);
  assert.deepEqual(
    findings.filter(({ fix }) => fix !== undefined),
    [],
    `seed ${seed}: something is left to correct`,
  );
  for (const { file, kind, text } of files) {
    const fixed = texts.get(file);
    const story = `seed ${seed}, ${file}: a correction broke\n${JSON.stringify(text)}\n${JSON.stringify(fixed)}`;
    // A character that only the parser's leniency let pass is still named, and may part what it stood in.
    if (fixed === undefined || findings.some((left) => left.file === file && left.rule === "yaml")) continue;
    if (isValid(kind, text)) assert.ok(isValid(kind, fixed), story);
  }
}

function assertPlaces(findings: readonly Finding[], text: string, story: () => string): void {
  const lines = text.split(/\r\n?|\n/);
  for (const { line, col, message } of findings) {
    const written = lines[line - 1];
    assert.ok(written !== undefined && col >= 1 && col <= written.length + 1, `${line}:${col} is no place\n${story()}`);
    assert.ok(message !== "" && !/undefined|\[object /.test(message.replace(/"[^"]*"/g, "")), story());
  }
}

/** What the schema forbids is found, by the rules that answer for it; what it accepts is not refused in its name. */
function assertVerdict(findings: readonly Finding[], { kind, text }: RecordFile, story: () => string): void {
  const isFound = (...rules: string[]): boolean => findings.some(({ rule }) => rules.includes(rule));
  if (!isValid(kind, text)) {
    assert.ok(
      isFound("schema", "tombstones-whole", "yaml", "no-placeholders"),
      `accepted although the schema forbids it: ${story()}`,
    );
  } else if (!isFound("yaml")) {
    assert.ok(!isFound("schema"), `refused although the schema accepts it: ${story()}`);
  }
}

function makePool(records: readonly unknown[]): Pool {
  const keys = new Set<string>();
  const parts: unknown[] = [];
  const visit = (value: unknown): void => {
    parts.push(value);
    if (Array.isArray(value)) value.forEach(visit);
    if (!isMapping(value)) return;
    for (const [key, part] of Object.entries(value)) {
      keys.add(key);
      visit(part);
    }
  };
  records.forEach(visit);
  return { keys: [...keys], parts };
}
