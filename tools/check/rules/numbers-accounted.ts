import type { RecordRule } from "../rule.ts";
import { select } from "../select.ts";

/**
 * Every number that was found in a source is a measurement, is told by a finding, or is left out for a reason.
 *
 * Good: `numbers: 28`, `asMeasurements: 7`, `asFindings: 1`, and `count: 20` in leftOut.
 * Bad: the same with `count: 12`: what became of the other eight?
 */
export const numbersAccounted: RecordRule = {
  name: "numbers-accounted",
  summary: "Every number that was found in a source is shown, or left out for a reason.",
  scope: "source",
  check({ data }) {
    const [numbers] = select(data, "review.numbers");
    if (!numbers) return [];
    const parts = ["review.asMeasurements", "review.asFindings", "review.leftOut.*.count"];
    const sum = parts.flatMap((part) => select(data, part)).reduce((total, { value }) => total + Number(value), 0);
    if (sum === numbers.value) return [];
    const reasons = select(data, "review.leftOut.*").flatMap(({ path }) => [path, [...path, "count"]]);
    return [
      {
        path: numbers.path,
        restsOn: [["review", "asMeasurements"], ["review", "asFindings"], ["review", "leftOut"], ...reasons],
        message: `${String(numbers.value)} numbers were found, but ${sum} are accounted for`,
        help: "asMeasurements, asFindings and the counts of leftOut add up to numbers",
      },
    ];
  },
};
