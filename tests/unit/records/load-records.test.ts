import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { loadRecords } from "../../../tools/records/load-records.ts";
import { recordsOf } from "../../../tools/records/record.ts";
import { makeTemporaryFolder } from "../../temporary-folder.ts";

const root = makeTemporaryFolder();

for (const [file, text] of Object.entries({
  "data/sources/b.yaml": "title: B\n",
  "data/sources/a.yaml": "title: A\n",
  "data/sources/.hidden": "",
  "data/sources/c.yml": "title: C\n",
  "data/findings/broken.yaml": "claim: [\n",
  "data/platform/x.yaml": "name: X\n",
  "data/note.yaml": "name: X\n",
  "data/rules/folder.yaml/x.yaml": "title: X\n",
  "data/steps/long.yaml": "x".repeat(5_000_000),
  "data/schema/source.schema.json": "{}",
})) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
symlinkSync(join(root, "data/sources/a.yaml"), join(root, "data/sources/link.yaml"));

describe("loadRecords", () => {
  const set = loadRecords(root);

  it("finds records by kind and id in a stable order", () => {
    assert.deepEqual(
      recordsOf(set, "source").map(({ id, file }) => [id, file]),
      [
        ["a", "data/sources/a.yaml"],
        ["b", "data/sources/b.yaml"],
      ],
    );
    assert.deepEqual(recordsOf(set, "rule"), []);
  });
  it("names files that are not named like records and folders of no kind", () => {
    assert.deepEqual(set.strays, [
      "data/note.yaml",
      "data/platform/",
      "data/sources/c.yml",
      "data/sources/link.yaml",
      "data/rules/folder.yaml/",
    ]);
  });
  it("reads no more of a huge file than tells that it is one", () => {
    const long = set.unreadable.find(({ id }) => id === "long");
    assert.ok(long && long.text.length < 2_000_000);
  });
  it("keeps a broken record apart, with the problem", () => {
    assert.deepEqual(
      set.unreadable.map(({ kind, id }) => [kind, id]),
      [
        ["finding", "broken"],
        ["step", "long"],
      ],
    );
    assert.deepEqual(
      set.problems.map(({ file }) => file),
      ["data/findings/broken.yaml", "data/steps/long.yaml"],
    );
  });
  it("finds nothing in a repository without data", () => {
    assert.deepEqual(loadRecords(join(root, "nowhere")), {
      records: [],
      tombstones: [],
      unreadable: [],
      problems: [],
      strays: [],
    });
  });
});
