import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkStatistics } from "../../../../tools/check/rules/summaries.ts";

const check = (value: unknown): string[] => checkStatistics({ path: [], value }).map(({ message }) => message);
const whole = {
  min: 1,
  p5: 2,
  p25: 3,
  median: 4,
  mean: 4.5,
  p75: 5,
  p90: 6,
  p95: 7,
  p99: 8,
  p999: 9,
  p9999: 9.5,
  p99999: 9.9,
  max: 10,
  standardDeviation: 2,
  count: 30,
  confidenceInterval: { levelPercent: 95, low: 4, high: 5 },
};

describe("the order of a summary's figures", () => {
  it("is right when they ascend, with equal ones among them", () => {
    assert.deepEqual(check(whole), []);
    assert.deepEqual(check({ min: 3, median: 3, mean: 3, max: 3, standardDeviation: 0 }), []);
  });
  const mistakes: [change: object, message: string][] = [
    [{ min: 20 }, "p5 2 is below min 20"],
    [{ p5: 30 }, "p25 3 is below p5 30"],
    [{ p25: 40 }, "median 4 is below p25 40"],
    [{ median: 50 }, "p75 5 is below median 50"],
    [{ p75: 60 }, "p90 6 is below p75 60"],
    [{ p90: 70 }, "p95 7 is below p90 70"],
    [{ p95: 80 }, "p99 8 is below p95 80"],
    [{ p99: 90 }, "p999 9 is below p99 90"],
    [{ p999: 100 }, "p9999 9.5 is below p999 100"],
    [{ p9999: 100 }, "p99999 9.9 is below p9999 100"],
    [{ p99999: 100 }, "max 10 is below p99999 100"],
    [{ max: 0.1 }, "max 0.1 is below p99999 9.9"],
    [{ mean: 0.45 }, "mean 0.45 is below min 1"],
    [{ mean: 45 }, "max 10 is below mean 45"],
    [{ mean: 5.4 }, "the interval from 4 to 5 does not contain the mean 5.4"],
    [{ confidenceInterval: { low: 5, high: 4 } }, "high 4 is below low 5"],
    [{ standardDeviation: 20 }, "standardDeviation 20 is larger than the distance from min 1 to max 10"],
  ];
  for (const [change, message] of mistakes)
    it(`is wrong with ${JSON.stringify(change)}, which gets one message`, () =>
      assert.deepEqual(check({ ...whole, ...change }), [message]));
  it("says nothing of what is no number", () =>
    assert.deepEqual(check({ min: "5", max: 1, mean: null, confidenceInterval: [] }), []));
});
