import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileDatasets } from "../../../../tools/site/compile/site/datasets.ts";
import { makeAtlas, makeDataset, makeRow } from "./records.ts";

describe("ratios within a study", () => {
  const study = makeDataset("study", [makeRow("fast", "vmxnet3", 4.47), makeRow("slow", "e1000", 2.65)]);
  const ratiosOf = (grade: typeof study.grade): number =>
    compileDatasets(makeAtlas({ datasets: [{ ...study, grade }] }), new Map())[0]?.comparisons.length ?? 0;
  test("are formed where the adapter is the difference", () => assert.ok(ratiosOf("comparison") > 0));
  test("are not formed where a reader cannot tell what else differed", () =>
    assert.deepEqual([ratiosOf("anecdote"), ratiosOf("single")], [0, 0]));
});
