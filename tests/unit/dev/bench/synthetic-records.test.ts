import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { breakSome, makeSyntheticRecords } from "../../../../tools/dev/bench/synthetic-records.ts";
import type { TextFile } from "../../../../tools/dev/bench/synthetic-records.ts";
import { checkRecords } from "../../../../tools/check/check-records.ts";
import type { Finding } from "../../../../tools/check/rule.ts";
import { rules } from "../../../../tools/check/rules.ts";
import { makeWorld } from "../../../../tools/check/world.ts";
import { fileOf, folderOf, kinds } from "../../../../tools/records/kinds.ts";
import { parseRecords, readRecordFiles } from "../../../../tools/records/load-records.ts";
import { openRecordCache } from "../../../../tools/records/record-cache.ts";
import { root, schemas } from "../../check/support/world.ts";

const files = makeSyntheticRecords(root, 3000);

/** Both checks read the same files, save for those that are broken. */
const { parse } = openRecordCache(root);

/** The list of known wording problems has the records themselves, not their copies. */
const checked = rules.filter(({ name }) => name !== "plain-words");

function check(texts: readonly TextFile[]): Finding[] {
  const sources = texts.map(({ file, text }) => {
    const kind = kinds.find((candidate) => file.startsWith(`${folderOf(candidate)}/`));
    assert.ok(kind, file);
    const id = file.slice(folderOf(kind).length + 1).replace(".yaml", "");
    assert.equal(file, fileOf(kind, id));
    return { kind, id, file, text };
  });
  const set = { ...parseRecords(sources, parse), strays: [] };
  return checkRecords(makeWorld({ set, schemas, today: new Date().toISOString().slice(0, 10) }), checked);
}

describe("synthetic records", () => {
  it("are as many as were asked for, each with a name of its own", () => {
    assert.equal(new Set(files.map(({ file }) => file)).size, 3000);
  });
  it("hold all kinds, and the atlas first", () => {
    const own = readRecordFiles(root).files.map(({ file }) => file);
    const present = new Set(files.map(({ file }) => file));
    assert.deepEqual(
      own.filter((file) => !present.has(file)),
      [],
    );
    for (const kind of kinds) {
      const count = (names: Iterable<string>): number =>
        [...names].filter((file) => file.startsWith(`${folderOf(kind)}/`)).length;
      assert.ok(count(present) > 1.5 * count(own), kind);
    }
  });
  it("are right, so that a benchmark times the checker and not its messages", () => {
    assert.deepEqual(check(files), []);
  });
  it("have one finding each where they are broken, one in a hundred", () => {
    const broken = breakSome(files);
    const changed = broken.filter(({ text }, at) => text !== files[at]?.text).map(({ file }) => file);
    assert.equal(changed.length, 30);
    assert.deepEqual(
      check(broken).map(({ file }) => file),
      changed.sort(),
    );
  });
});
