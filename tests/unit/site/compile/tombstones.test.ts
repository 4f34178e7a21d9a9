import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compile } from "../../../../tools/site/compile/compile.ts";
import { fileOf } from "../../../../tools/records/kinds.ts";
import type { Kind } from "../../../../tools/records/kinds.ts";
import { parseRecord } from "../../../../tools/records/parse-record.ts";
import type { Tombstone } from "../../../../tools/records/record.ts";
import { makeRecords, nothingElse } from "./records.ts";

/** Reads a tombstone as a file of data/ would be. */
function bury(kind: Kind, id: string, fields: object): Tombstone {
  const text = JSON.stringify({ tombstone: { on: "2026-06-01", reason: "Named after its study.", ...fields } });
  const { tombstone } = parseRecord({ kind, id, file: fileOf(kind, id), text });
  assert.ok(tombstone);
  return tombstone;
}

const tombstones = [
  bury("dataset", "old-study", { status: "moved", successor: "study" }),
  bury("finding", "old-finding", { status: "withdrawn" }),
];
const outputs = compile({ records: makeRecords(), ...nothingElse, tombstones });
const read = (path: string): Record<string, unknown> =>
  JSON.parse(String(outputs.get(path))) as Record<string, unknown>;

describe("a record that is gone", () => {
  test("is told on the site with the record that took its place", () => {
    const [moved, withdrawn] = read("knowledge/tombstones.json") as unknown as Record<string, unknown>[];
    assert.deepEqual(moved, {
      kind: "datasets",
      id: "old-study",
      status: "moved",
      on: "2026-06-01",
      reason: "Named after its study.",
      path: "/benchmarks/old-study/",
      successor: { id: "study", title: "A study", path: "/benchmarks/study/" },
    });
    assert.deepEqual([withdrawn?.path, "successor" in (withdrawn ?? {})], ["/findings/#old-finding", false]);
  });
  test("answers at its address in the API", () => {
    const { tombstone, licence } = read("static/api/v1/datasets/old-study.json");
    assert.equal(licence, "CC BY 4.0");
    assert.deepEqual(tombstone, {
      status: "moved",
      on: "2026-06-01",
      reason: "Named after its study.",
      successor: { id: "study", title: "A study", path: "../../../benchmarks/study/" },
    });
  });
  test("is in no list but that of the gone", () => {
    const ids = (path: string): unknown[] => (read(path).items as { id: string }[]).map(({ id }) => id);
    assert.deepEqual(ids("static/api/v1/tombstones.json"), ["old-study", "old-finding"]);
    assert.ok(!ids("static/api/v1/datasets.json").includes("old-study"));
  });
});
