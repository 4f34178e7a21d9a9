import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { openRecordCache } from "../../../tools/records/record-cache.ts";
import { loadRecords } from "../../../tools/records/load-records.ts";
import { parseRecord } from "../../../tools/records/parse-record.ts";
import type { AnyRecord, RecordFile } from "../../../tools/records/record.ts";
import { makeTemporaryFolder } from "../../temporary-folder.ts";

/** A record as its file has it. */
function fileOf(id: string, text: string): RecordFile {
  return { kind: "source", id, file: `data/sources/${id}.yaml`, text };
}

/** A repository with enough records to keep them. */
function makeRepository(context: TestContext, { hasCache = true } = {}): string {
  const root = makeTemporaryFolder(context);
  mkdirSync(join(root, "data/sources"), { recursive: true });
  if (hasCache) mkdirSync(join(root, ".cache"));
  for (let at = 0; at < 30; at++)
    writeFileSync(join(root, `data/sources/s${at}.yaml`), `# ${at}\ntitle: Source ${at}\nyears:\n  - 2001\n  - 1.50\n`);
  return root;
}

/** Keeps other data than the texts say, so that it is seen where they are used. */
function keepOthers(root: string): void {
  const { records, ...set } = loadRecords(root);
  rmSync(join(root, ".cache/records"), { recursive: true });
  const kept = openRecordCache(root);
  for (const record of records) kept.parse(record);
  const others = records.map((record) => ({ ...record, data: { title: "kept" } }) as unknown as AnyRecord);
  kept.keep({ ...set, records: others });
}

/** The data of all records, by their ids. */
function dataOf(root: string): Record<string, unknown> {
  return Object.fromEntries(loadRecords(root).records.map(({ id, data }) => [id, data]));
}

describe("records that were parsed before", () => {
  it("are the same as when they were parsed, with the places of their parts", (context) => {
    const root = makeRepository(context);
    const parsed = loadRecords(root).records;
    const restored = loadRecords(root).records;
    const describeAll = (records: readonly AnyRecord[]): unknown[] =>
      records.map((record) => ({
        ...JSON.parse(JSON.stringify(record)),
        places: [record.locate(["years", 1]), record.locateKey(["title"]), record.offsetOf(3)],
        spelling: record.spellingOf(["years", 1]),
        node: record.nodeAt(["title"])?.node.toJSON() as unknown,
      }));
    assert.deepEqual(describeAll(restored), describeAll(parsed));
    assert.equal(restored[0]?.spellingOf(["years", 1]), "1.50");
  });
  it("are not parsed by the next program, but for texts that have changed", (context) => {
    const root = makeRepository(context);
    keepOthers(root);
    writeFileSync(join(root, "data/sources/s7.yaml"), "title: New\n");
    const { s3, s7 } = dataOf(root);
    assert.deepEqual([s3, s7], [{ title: "kept" }, { title: "New" }]);
  });
  it("are the same object while their text is the same", (context) => {
    const { parse } = openRecordCache(makeTemporaryFolder(context));
    const first = parse(fileOf("a", "title: A"));
    assert.equal(parse(fileOf("a", "title: A")), first);
    assert.deepEqual(parse(fileOf("a", "title: B")).record?.data, { title: "B" });
  });
  it("keep the numbers that JSON has no word for", (context) => {
    const root = makeRepository(context);
    writeFileSync(join(root, "data/sources/s1.yaml"), "a: .inf\nb: -0.0\nc: .nan\n");
    const [before, after] = [dataOf(root), dataOf(root)];
    assert.deepEqual(after.s1, before.s1);
    assert.deepEqual(after.s1, { a: Infinity, b: -0, c: NaN });
  });
  it("are parsed again if they have a problem, which is named again", (context) => {
    const root = makeRepository(context);
    writeFileSync(join(root, "data/sources/s2.yaml"), "\ufefftitle: A\n");
    writeFileSync(join(root, "data/sources/s4.yaml"), "title: A\ntitle: B\n");
    const first = loadRecords(root).problems;
    assert.deepEqual(loadRecords(root).problems, first);
    assert.deepEqual(new Set(first.map(({ file }) => file)), new Set(["data/sources/s2.yaml", "data/sources/s4.yaml"]));
  });
  it("stay tombstones", (context) => {
    const root = makeRepository(context);
    writeFileSync(join(root, "data/sources/s5.yaml"), "tombstone: moved\n");
    loadRecords(root);
    assert.deepEqual(
      loadRecords(root).tombstones.map(({ id, data }) => [id, data]),
      [["s5", { tombstone: "moved" }]],
    );
  });
  it("are parsed where what was kept is damaged", (context) => {
    const root = makeRepository(context);
    keepOthers(root);
    const [name = ""] = readdirSync(join(root, ".cache/records"));
    const file = join(root, ".cache/records", name);
    writeFileSync(file, readFileSync(file).subarray(0, -5));
    assert.deepEqual(dataOf(root).s3, { title: "Source 3", years: [2001, 1.5] });
  });
  it("are kept nowhere without a folder for it, and where the folder is a file", (context) => {
    const root = makeRepository(context, { hasCache: false });
    loadRecords(root);
    assert.equal(existsSync(join(root, ".cache")), false);
    writeFileSync(join(root, ".cache"), "");
    assert.equal(loadRecords(root).records.length, 30);
  });
  it("are no reason to fail where the folder has gone since, or has something else in it", (context) => {
    const root = makeRepository(context);
    const folder = join(root, ".cache/records");
    mkdirSync(join(folder, "other"), { recursive: true });
    assert.equal(loadRecords(root).records.length, 30);
    assert.equal(readdirSync(folder).length, 1);
    const kept = openRecordCache(root);
    loadRecords(root, kept);
    rmSync(folder, { recursive: true });
    for (let at = 0; at < 30; at++) writeFileSync(join(root, `data/sources/s${at}.yaml`), `title: C${at}\n`);
    assert.deepEqual(loadRecords(root, kept).records[0]?.data, { title: "C0" });
  });
  it("are those of the last load alone, however few of its texts are new", (context) => {
    const root = makeRepository(context);
    const sizeOf = (): number =>
      readFileSync(join(root, ".cache/records", readdirSync(join(root, ".cache/records"))[0] ?? "")).length;
    loadRecords(root);
    const before = sizeOf();
    writeFileSync(join(root, "data/sources/s9.yaml"), `title: ${"A".repeat(9000)}\n`);
    loadRecords(root);
    assert.equal(sizeOf(), before);
    for (let at = 0; at < 30; at++) writeFileSync(join(root, `data/sources/s${at}.yaml`), `title: B${at}\n`);
    loadRecords(root);
    assert.ok(sizeOf() < before);
    assert.deepEqual(parseRecord(fileOf("x", "title: B1\n")).record?.data, dataOf(root).s1);
  });
});
