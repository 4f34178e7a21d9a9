import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAdvisor } from "../../../../advisor/index.ts";
import type { Atlas } from "../../../../tools/site/compile/records.ts";
import { compileKnowledge } from "../../../../tools/site/compile/engine-knowledge.ts";
import { compileGaps } from "../../../../tools/site/compile/gaps/gaps.ts";
import { compileCoverage } from "../../../../tools/site/compile/site/coverage.ts";
import { compileGuests } from "../../../../tools/site/compile/site/guests.ts";
import { makeAdapter, makeAtlas, makeDataset, makeGuest, makeRecords, makeRow } from "./records.ts";

const versions = { schemaVersion: "1", knowledgeVersion: "000000000000" };
const cover = (atlas: Atlas) =>
  compileCoverage(
    atlas,
    compileGuests(atlas, createAdvisor(compileKnowledge(atlas, versions)).advise),
    compileGaps([], atlas),
  );

describe("coverage", () => {
  test("counts cells by what they say and by how they know it, the unknown ones too", () => {
    const adapter = makeAdapter("vmxnet3");
    const [section] = Object.values(adapter.platforms);
    if (section)
      section.compatibility = { vmotion: { support: "no", basis: "stated", sources: [{ source: "manual" }] } };
    const { cells, unknownCells, help } = cover(makeAtlas({ adapters: [adapter, makeAdapter("e1000")] }));
    assert.deepEqual(cells.platforms, [
      { id: "vsphere", name: "VMware vSphere", total: 2, yes: 0, partial: 0, no: 1, unknown: 1 },
    ]);
    assert.deepEqual(cells.basis, [
      { name: "none", count: 1 },
      { name: "stated", count: 1 },
    ]);
    assert.equal(unknownCells, 1);
    assert.deepEqual(help.cells, [
      { name: "E1000", platform: "VMware vSphere", path: "/adapters/e1000/#features", unknown: 1, total: 1 },
    ]);
  });

  test("counts guests with and without a known default, and drivers for what they are offered", () => {
    const platform = {
      offered: [{ adapters: ["vmxnet3", "e1000"] }],
      default: "unknown",
      basis: "stated" as const,
      sources: [{ source: "manual" }],
    };
    const { guests } = cover(
      makeAtlas({ guests: [makeGuest("rhel9-64"), makeGuest("rhel8-64", { platforms: { vsphere: platform } })] }),
    );
    assert.deepEqual(guests.platforms, [
      {
        id: "vsphere",
        name: "VMware vSphere",
        total: 2,
        withDefault: 1,
        withoutDefault: 1,
        driversKnown: 2,
        driversUnknown: 1,
      },
    ]);
  });

  test("counts studies and their rows by grade, and which say how often they ran", () => {
    const unstated = makeDataset("other", [makeRow("one", "vmxnet3", 1)]);
    const { runs: _runs, ...method } = unstated.method;
    const { studies } = cover(
      makeAtlas({
        datasets: [
          ...makeRecords().datasets,
          { ...unstated, grade: "anecdote", method: { ...method, unknown: ["runs"] } },
        ],
      }),
    );
    assert.deepEqual(studies.grades, [
      { name: "anecdote", count: 1, rows: 1 },
      { name: "comparison", count: 1, rows: 2 },
    ]);
    assert.deepEqual(studies.runs, { several: 0, one: 1, unstated: 1 });
    assert.deepEqual([studies.total, studies.rows, studies.quoted, studies.located], [2, 3, 3, 0]);
  });

  test("adds up what became of the numbers of sources, by reason, and lists those left out as a whole", () => {
    const [paper, manual] = makeRecords().sources;
    assert.ok(paper && manual);
    const leftOut = (count: number, reason: "confounded" | "repeated") => ({ count, reason, text: "Why." });
    const { leftOut: counted } = cover(
      makeAtlas({
        sources: [
          {
            ...paper,
            review: {
              judgement: "Fine.",
              numbers: 5,
              asMeasurements: 2,
              asFindings: 0,
              leftOut: [leftOut(2, "repeated"), leftOut(1, "confounded")],
            },
          },
          {
            ...paper,
            id: "other-paper",
            review: { judgement: "Told.", numbers: 1, asMeasurements: 0, asFindings: 1, leftOut: [] },
          },
          {
            ...manual,
            review: {
              judgement: "No.",
              numbers: 3,
              asMeasurements: 0,
              asFindings: 0,
              leftOut: [leftOut(3, "confounded")],
            },
          },
        ],
      }),
    );
    assert.deepEqual(
      [counted.sources, counted.numbers, counted.asMeasurements, counted.asFindings, counted.leftOut],
      [3, 9, 2, 1, 6],
    );
    assert.deepEqual(counted.reasons, [
      { name: "confounded", count: 4, sources: 2 },
      { name: "repeated", count: 2, sources: 1 },
    ]);
    assert.deepEqual(
      counted.whole.map(({ title, numbers }) => [title, numbers]),
      [["A manual", 3]],
    );
  });

  test("counts sources by kind with what was taken from them", () => {
    assert.deepEqual(cover(makeAtlas()).sources.kinds, [
      { name: "vendor-documentation", count: 1, datasets: 1, findings: 0 },
      { name: "vendor-paper", count: 1, datasets: 0, findings: 1 },
    ]);
  });
});
