import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findNotation, readNumber } from "../../../assets/ts/contribute-form/read-number.ts";

describe("a number as somebody writes it", () => {
  const plain: [string, number][] = [
    ["2.65", 2.65],
    ["-3", -3],
    ["\u22123", -3],
    ["1e6", 1e6],
    [".5", 0.5],
    [" 10 ", 10],
    ["007", 7],
  ];
  for (const [text, value] of plain)
    test(`"${text}" is ${value}, and nothing was guessed`, () =>
      assert.deepEqual(readNumber(text), { value, note: "" }));

  const guessed: [string, number, RegExp][] = [
    ["2,65", 2.65, /comma is the decimal point/],
    ["0,125", 0.125, /comma/],
    ["10,000", 10000, /comma separates thousands/],
    ["1,234,567.5", 1234567.5, /thousands/],
    ["1.234,5", 1234.5, /points separate thousands/],
    ["10 000", 10000, /spaces separate thousands/],
    ["10\u202F000", 10000, /spaces/],
    ["1'000", 1000, /thousands/],
  ];
  for (const [text, value, why] of guessed) {
    test(`"${text}" is ${value}, and it says what was guessed`, () => {
      const read = readNumber(text);
      assert.equal(read?.value, value);
      assert.match(read?.note ?? "", why);
    });
  }

  for (const text of ["", "about 3", "3x", "1,2,3", "2.65 Gbit/s", "1 2", "--1", "1e999"])
    test(`"${text}" is none`, () => assert.equal(readNumber(text), undefined));

  test("follows the notation where a sign could be either", () => {
    assert.equal(readNumber("10,000", "comma")?.value, 10);
    assert.equal(readNumber("10.000", "comma")?.value, 10000);
    assert.equal(readNumber("10.000", "point")?.value, 10);
    assert.equal(readNumber("1,234.5", "comma")?.value, 1234.5);
  });
});

describe("the notation of a table", () => {
  test("is a comma where one number leaves no doubt and none speaks against it", () => {
    assert.equal(findNotation(["10,000", "2,65"]), "comma");
    assert.equal(findNotation(["1.234,5"]), "comma");
  });
  test("is a point otherwise", () => {
    assert.equal(findNotation(["10,000", "2.65"]), "point");
    assert.equal(findNotation(["10,000"]), "point");
    assert.equal(findNotation(["2,65", "2.65"]), "point");
    assert.equal(findNotation([]), "point");
  });
  test("is proven by several groups of thousands, and by a zero before the sign", () => {
    assert.equal(findNotation(["1.234.567", "812.345"]), "comma");
    assert.equal(findNotation(["0,125", "1,250"]), "comma");
    assert.equal(findNotation(["1,234,567", "812,345"], ";"), "point");
    assert.equal(findNotation(["0.125", "1.250"], ";"), "point");
  });
  test("is a comma between semicolons, unless a number proves the point", () => {
    assert.equal(findNotation(["9,412"], ";"), "comma");
    assert.equal(findNotation(["9.412"], ";"), "comma");
    assert.equal(findNotation(["9.41"], ";"), "point");
    assert.equal(findNotation(["8.0", "9,41"], ";"), "comma");
  });
  test("is not found in dates, versions and addresses", () => {
    assert.equal(findNotation(["30.11.2026", "8.0.3", "192.168.100.200"]), "point");
  });
});
