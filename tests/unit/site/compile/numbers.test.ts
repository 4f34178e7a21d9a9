import { groupDigits } from "../../../../advisor/text.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatFixed, formatQuantity, roundToData } from "../../../../tools/records/numbers.ts";

describe("a number", () => {
  const table: [value: number, text: string][] = [
    [0, "0"],
    [2.65, "2.65"],
    [999, "999"],
    [1000, "1,000"],
    [50000, "50,000"],
    [1234567.125, "1,234,567.125"],
    [-12345, "-12,345"],
  ];
  for (const [value, text] of table) test(`${value} is written ${text}`, () => assert.equal(groupDigits(value), text));

  test("with fixed decimals keeps its zeros", () => assert.equal(formatFixed(2, 2), "2.00"));
  test("with fixed decimals is grouped", () => assert.equal(formatFixed(12345.678, 1), "12,345.7"));
  test("with fixed decimals keeps its sign below one", () => assert.equal(formatFixed(-0.5, 2), "-0.50"));
});

describe("a quantity", () => {
  test("does not part from its unit", () => assert.equal(formatQuantity(2.65, "Gbit/s"), "2.65\u00A0Gbit/s"));
  test("in us is written with the micro sign", () => assert.equal(formatQuantity(12, "us"), "12\u00A0µs"));
  test("in percent of a core stays in one piece", () => {
    assert.equal(formatQuantity(6, "percent-of-core"), "6\u00A0%\u00A0of\u00A0a\u00A0core");
  });
  test("without a unit is the number", () => assert.equal(formatQuantity(5, ""), "5"));
});

describe("a computed number", () => {
  const table: [value: number, spread: number | undefined, rounded: number][] = [
    [1535.3333, 11, 1535],
    [347.66667, 18, 348],
    [7.375198, undefined, 7.375],
    [4.3665394, 4.3665394, 4.4],
    [12345.678, undefined, 12346],
    [0.00012356, undefined, 0.0001236],
    // What is finer than its data is rounded, what is as printed is not.
    [0.6733, 2, 0.7],
    [2.65, undefined, 2.65],
    [97318, 5000, 97318],
    [0.5, 0, 0.5],
  ];
  for (const [value, spread, rounded] of table) {
    test(`${value} of data that spread over ${spread ?? "nobody knows what"} is ${rounded}`, () =>
      assert.equal(roundToData(value, spread), rounded));
  }
});
