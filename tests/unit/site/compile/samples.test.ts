import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { boundStatistics, summarize } from "../../../../tools/records/samples.ts";

const toTen = [7, 3, 10, 1, 5, 8, 2, 9, 4, 6];

describe("the summary of samples", () => {
  test("does not depend on their order", () => {
    assert.deepEqual(summarize(toTen), { mean: 5.5, median: 5.5, min: 1, max: 10, count: 10 });
    assert.deepEqual(summarize([3, 1, 2]), { mean: 2, median: 2, min: 1, max: 3, count: 3 });
  });
  test("needs one sample", () => {
    assert.deepEqual(summarize([4]), { mean: 4, median: 4, min: 4, max: 4, count: 1 });
    assert.throws(() => summarize([]), /at least one sample/);
  });
});

describe("the bounds of a statistic", () => {
  /** Nearest rank, linear with n - 1 (spreadsheets, NumPy), linear with n + 1 (Minitab), worked out by hand. */
  const definitions: [statistic: "p5" | "p25" | "p75" | "p90" | "p95" | "p99", values: number[]][] = [
    ["p5", [1, 1.45, 1]],
    ["p25", [3, 3.25, 2.75]],
    ["p75", [8, 7.75, 8.25]],
    ["p90", [9, 9.1, 9.9]],
    ["p95", [10, 9.55, 10]],
    ["p99", [10, 9.91, 10]],
  ];
  for (const [statistic, values] of definitions)
    test(`hold ${statistic} by each usual definition`, () => {
      const { low, high } = boundStatistics(toTen)[statistic];
      for (const value of values) assert.ok(low <= value && value <= high, `${low} <= ${value} <= ${high}`);
      assert.ok(high - low <= 1, "and nothing that lies further than to the next sample");
    });
  test("are the two middle samples for a median, or the middle one", () => {
    assert.deepEqual(boundStatistics(toTen).median, { low: 5, high: 6 });
    assert.deepEqual(boundStatistics([1, 5, 9]).median, { low: 5, high: 5 });
  });
  test("are a deviation divided by n and one divided by n - 1", () => {
    const { low, high } = boundStatistics([2, 4, 4, 4, 5, 5, 7, 9]).standardDeviation;
    assert.equal(low, 2);
    assert.ok(Math.abs(high - 2.138) < 0.001);
    assert.deepEqual(boundStatistics([4]).standardDeviation, { low: 0, high: 0 });
  });
});
