import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildCompareTables } from "../../../../tools/site/compile/compare-table.ts";
import { compileMeta } from "../../../../tools/site/compile/site/meta.ts";
import { makeAdapter, makeAtlas, makeFinding } from "./records.ts";

const sources = [{ source: "manual" }];
const known = makeAdapter("vmxnet3", { kind: "paravirtual" });
const [section] = Object.values(known.platforms);
if (section) {
  section.name = "VMXNET 3";
  section.compatibility = {
    vmotion: {
      support: "partial",
      since: "5.0",
      until: "6.7",
      note: "Only sometimes.",
      basis: "stated",
      conflict: { says: "Always.", sources },
      sources,
    },
  };
  section.modes = {
    upt: { name: "UPT", summary: "Around the host.", since: "6.0", virtualHardware: 19, compatibility: {}, sources },
  };
}
const elsewhere = makeAdapter("rtl8139");
elsewhere.platforms = {};
const renamed = makeAdapter("e1000");
const [otherSection] = Object.values(renamed.platforms);
if (otherSection) otherSection.name = "Intel card";
const flaw = makeFinding("vmotion-flaw", {
  adapters: ["vmxnet3", "e1000"],
  platforms: ["vsphere"],
  topic: "problem",
  problem: {
    symptom: "slow",
    affects: "Some.",
    fixedIn: "unknown",
    workaround: "unknown",
    features: ["vmotion"],
    match: { adapters: ["vmxnet3"] },
  },
});
const atlas = makeAtlas({ adapters: [known, renamed, elsewhere], findings: [flaw] });

describe("the table of a platform", () => {
  const [known] = atlas.platforms;
  const versions = [
    ["4.0", 7],
    ["5.0", 8],
    ["6.0", 11],
    ["7.0", 19],
    ["8.0", 21],
  ].map(([version, virtualHardware]) => ({ version: String(version), virtualHardware: Number(virtualHardware) }));
  const [table] = known ? buildCompareTables({ ...atlas, platforms: [{ ...known, versions }] }) : [];

  test("has a column for each adapter of the platform", () => {
    assert.deepEqual(table?.adapters, [
      {
        id: "vmxnet3",
        adapter: "vmxnet3",
        name: "VMXNET3",
        fullName: "VMXNET3",
        kind: "paravirtual",
        version: "since 4.0",
      },
      {
        id: "e1000",
        adapter: "e1000",
        name: "E1000",
        fullName: "E1000",
        calledHere: "Intel card",
        kind: "emulated",
        version: "since 4.0",
      },
    ]);
  });

  test("names the emulator whose versions the platform counts", () => {
    const platforms = known ? [{ ...known, versions, emulator: "QEMU" }] : [];
    const [emulated] = buildCompareTables({ ...atlas, platforms });
    assert.deepEqual(
      emulated?.adapters.map(({ version }) => version),
      ["since QEMU 4.0", "since QEMU 4.0"],
    );
  });

  test("has a row for each feature of the platform under its name there, and no empty group", () => {
    assert.deepEqual(
      table?.groups.map(({ group, rows }) => [group, rows.map(({ name }) => name)]),
      [["mobility", ["vMotion"]]],
    );
  });

  test("says in words what works, since when, and who says so", () => {
    assert.deepEqual(table?.groups[0]?.rows[0]?.cells[0], {
      column: "vmxnet3",
      columnName: "VMXNET3",
      adapter: "vmxnet3",
      support: "partial",
      word: "partial",
      version: "since 5.0, until 6.7",
      first: 1,
      last: 2,
      note: "Only sometimes.",
      basis: "stated",
      conflict: { says: "Always.", sources },
      sources,
      problems: ["vmotion-flaw"],
      path: "/compare/#vsphere-vmotion-vmxnet3",
    });
  });

  test("says unknown where no record says anything", () => {
    assert.deepEqual(table?.groups[0]?.rows[0]?.cells[1], {
      column: "e1000",
      columnName: "E1000",
      adapter: "e1000",
      support: "unknown",
      word: "unknown",
      basis: "none",
      sources: [],
      path: "/compare/#vsphere-vmotion-e1000",
    });
  });

  test("tells what columns share once, under the address of the first of them", () => {
    const row = table?.groups[0]?.rows[0];
    assert.deepEqual(
      row?.answers.map(({ anchor, word, columns }) => [anchor, word, columns.map(({ id }) => id)]),
      [
        ["vsphere-vmotion-vmxnet3", "partial", ["vmxnet3"]],
        ["vsphere-vmotion-e1000", "unknown", ["e1000", "vmxnet3-upt"]],
      ],
    );
    assert.equal(row?.anchor, "vsphere-vmotion");
  });

  test("counts a known problem for the adapters that have it, not for one that helps against it", () =>
    assert.deepEqual(table?.problems, [{ column: "vmxnet3", fullName: "VMXNET3", findings: ["vmotion-flaw"] }]));

  test("begins on narrow screens with the paravirtual adapter and an emulated one", () =>
    assert.deepEqual(table?.shown, ["vmxnet3", "e1000"]));

  test("has a column of its own for a mode, which takes over nothing of its adapter", () => {
    assert.ok(table);
    assert.deepEqual(table.modes, [
      {
        id: "vmxnet3-upt",
        adapter: "vmxnet3",
        mode: "upt",
        name: "UPT",
        fullName: "VMXNET3 (UPT)",
        kind: "paravirtual",
        version: "since 6.0, hardware 19",
        first: 3,
      },
    ]);
    const cell = table.groups[0]?.rows[0]?.cells.find(({ column }) => column === "vmxnet3-upt");
    assert.deepEqual([cell?.support, cell?.path], ["unknown", "/compare/#vsphere-vmotion-e1000"]);
  });
});

test("the count of cells holds every cell of every platform, the unknown ones too", () => {
  const { counts } = compileMeta(atlas, { schemaVersion: "1.0.0", knowledgeVersion: "0123456789ab" });
  assert.deepEqual(counts.cells, { yes: 0, no: 0, partial: 1, unknown: 2, total: 3, contradicted: 1 });
  assert.deepEqual([counts.measurements, counts.performance, counts.mechanism], [2, 2, 0]);
});
