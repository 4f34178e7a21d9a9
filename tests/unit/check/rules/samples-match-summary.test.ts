import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { samplesMatchSummary } from "../../../../tools/check/rules/summaries.ts";
import { sayOfRows, soundRow } from "../support/dataset.ts";

const { value: _value, precision: _precision, ...plain } = soundRow;
const samples = [4.4, 4.5, 4.7, 4.9, 5.2];

const check = (summary: object): string[] =>
  sayOfRows(samplesMatchSummary, [{ ...plain, kind: "samples", samples, summary }]);

describe("samples-match-summary", () => {
  const right: object[] = [
    { mean: 4.74 },
    { mean: 4.7 },
    { mean: 5 },
    { median: 4.7, min: 4.4, max: 5.2, count: 5 },
    { p90: 5.2 },
    { p90: 5.08 },
    { p25: 4.5 },
    { p25: 4.45 },
    { standardDeviation: 0.288 },
    { standardDeviation: 0.321 },
    { confidenceInterval: { levelPercent: 95, low: 4.34, high: 5.14 } },
  ];
  for (const summary of right) it(`accepts ${JSON.stringify(summary)}`, () => assert.deepEqual(check(summary), []));

  const wrong: [summary: object, message: RegExp][] = [
    [{ mean: 4.47 }, /^mean is 4.47, and the samples have 4.74$/],
    [{ median: 4.5 }, /^median is 4.5, and the samples have 4.7$/],
    [{ min: 4.1 }, /^min is 4.1, and the samples have 4.4$/],
    [{ max: 5.02 }, /^max is 5.02, and the samples have 5.2$/],
    [{ count: 6 }, /^count is 6, and the samples have 5$/],
    [{ p25: 4.8 }, /^p25 is 4.8, and the samples have 4.43 to 4.55$/],
    [{ p90: 4.7 }, /^p90 is 4.7, and the samples have 5.05 to 5.2$/],
    [{ standardDeviation: 0.513 }, /^standardDeviation is 0.513, and the samples have 0.2871 to 0.3209$/],
    [
      { confidenceInterval: { levelPercent: 95, low: 4.04, high: 4.54 } },
      /^high of the confidence interval is 4.54, and the samples have the mean 4.74$/,
    ],
    [{ mean: 4.64, max: 4.7, min: 4.4 }, /^the samples have mean 4.74 \(not 4.64\), max 5.2 \(not 4.7\)$/],
  ];
  for (const [summary, message] of wrong)
    it(`refuses ${JSON.stringify(summary)}, once`, () => {
      const found = check(summary);
      assert.equal(found.length, 1);
      assert.match(found[0] ?? "", message);
    });
  it("says nothing of samples without a summary", () =>
    assert.deepEqual(sayOfRows(samplesMatchSummary, [{ ...plain, kind: "samples", samples }]), []));
});
