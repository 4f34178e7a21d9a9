import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildCompareTable } from "../../../tools/compile/compare-table.ts";
import { compileMeta } from "../../../tools/compile/site/meta.ts";
import { makeAdapter, makeAtlas } from "./records.ts";

const sources = [{ source: "manual" }];
const known = makeAdapter("vmxnet3", { kind: "paravirtual" });
const [section] = Object.values(known.platforms);
if (section) {
  section.name = "VMXNET 3";
  section.compatibility = { vmotion: { support: "partial", since: "5.0", until: "6.7", note: "Only sometimes.", basis: "stated", sources } };
}
const elsewhere = makeAdapter("rtl8139");
elsewhere.platforms = {};
const atlas = makeAtlas({ adapters: [known, makeAdapter("e1000"), elsewhere] });

describe("the table of a platform", () => {
  const [platform] = atlas.platforms;
  const table = platform && buildCompareTable(platform, atlas.adapters, atlas.features);

  test("has a column for each adapter of the platform", () => {
    assert.deepEqual(table?.adapters, [
      { id: "vmxnet3", name: "VMXNET3", platformName: "VMXNET 3", kind: "paravirtual" },
      { id: "e1000", name: "E1000", platformName: "e1000", kind: "emulated" },
    ]);
  });

  test("has a row for each feature of the platform under its name there, and no empty group", () => {
    assert.deepEqual(table?.groups.map(({ group, rows }) => [group, rows.map(({ name }) => name)]), [["mobility", ["vMotion"]]]);
  });

  test("says in words what works, since when, and who says so", () => {
    assert.deepEqual(table?.groups[0]?.rows[0]?.cells[0], {
      adapter: "vmxnet3",
      support: "partial",
      word: "partly",
      version: "since 5.0, until 6.7",
      note: "Only sometimes.",
      basis: "stated",
      sources,
    });
  });

  test("says unknown where no record says anything", () => {
    assert.deepEqual(table?.groups[0]?.rows[0]?.cells[1], { adapter: "e1000", support: "unknown", word: "unknown", basis: "none", sources: [] });
  });
});

test("the count of cells holds every cell of every platform, the unknown ones too", () => {
  const { counts } = compileMeta(atlas, { schemaVersion: "1.0.0", knowledgeVersion: "0123456789ab" });
  assert.deepEqual(counts.cells, { yes: 0, no: 0, partial: 1, unknown: 1, total: 2 });
  assert.equal(counts.measurements, 2);
});
