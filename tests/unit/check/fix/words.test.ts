import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readDate } from "../../../../tools/check/dates.ts";
import { readDecimal } from "../../../../tools/check/schema/fix-type.ts";
import { changeData } from "../../../../tools/check/fix/vet-fixes.ts";
import { applyEdits, separateFixes } from "../../../../tools/check/fix/fix.ts";

describe("readDate", () => {
  for (const [text, ...readings] of [
    ["2013/7/4", "2013-07-04"],
    ["2013.07.04", "2013-07-04"],
    ["2013/7", "2013-07"],
    ["7/2013", "2013-07"],
    ["4.7.2013", "2013-07-04"],
    ["13/04/2013", "2013-04-13"],
    ["04/13/2013", "2013-04-13"],
    ["4-4-2013", "2013-04-04"],
    ["03/04/2013", "2013-04-03", "2013-03-04"],
    ["July 2013", "2013-07"],
    ["Sept. 2013", "2013-09"],
    ["4 July 2013", "2013-07-04"],
    ["4th of July 2013"],
    ["July 4, 2013", "2013-07-04"],
    ["jul 4th 2013", "2013-07-04"],
    ["29 February 2013"],
    ["29 February 2012", "2012-02-29"],
    ["31.11.2013"],
    ["2013/13/1"],
    ["2013/7-4"],
    ["Quintember 2013"],
    ["4.7.13"],
    ["last summer"],
    [""],
  ] as const) {
    it(`reads ${readings.length === 0 ? "nothing from " : ""}"${text}"`, () =>
      assert.deepEqual(readDate(text), readings));
  }
});

describe("readDecimal", () => {
  for (const [text, ...readings] of [
    ["2.65", "2.65"],
    ["2,65", "2.65"],
    ["-2,6500", "-2.6500"],
    ["0,125", "0.125"],
    ["1,234", "1.234", "1234"],
    ["1234,567", "1234.567"],
    ["12", "12"],
    ["007"],
    ["1,234,567"],
    ["1.234,5"],
    ["2.65 Gbit/s"],
    ["2."],
    ["1234567890123456"],
    [""],
  ] as const) {
    it(`reads ${readings.length === 0 ? "nothing from " : ""}"${text}"`, () =>
      assert.deepEqual(readDecimal(text), readings));
  }
});

describe("edits", () => {
  const fix = (start: number, end: number, text = "x") => ({ fix: { edits: [{ start, end, text }], changes: [] } });
  it("are applied in the order of the text, whatever theirs", () =>
    assert.equal(
      applyEdits("abcdef", [
        { start: 4, end: 5, text: "" },
        { start: 0, end: 1, text: "AA" },
        { start: 2, end: 2, text: "-" },
      ]),
      "AAb-cdf",
    ));
  it("that touch the same characters are not applied together", () => {
    const [whole, inner, behind] = [fix(0, 4), fix(2, 3), fix(4, 5)];
    assert.deepEqual(separateFixes([whole, inner, behind]), { together: [whole, behind], rest: [inner] });
  });
  it("that insert at the same place are not applied together", () => {
    const [first, second] = [fix(3, 3, "a"), fix(3, 3, "b")];
    assert.deepEqual(separateFixes([first, second]), { together: [first], rest: [second] });
  });
});

describe("changeData", () => {
  it("writes values and renames keys, inner ones first", () =>
    assert.deepEqual(
      changeData({ Outer: { Inner: [1, { a: 2 }] }, other: 3 }, [
        { path: ["Outer"], key: "outer" },
        { path: ["Outer", "Inner"], key: "inner" },
        { path: ["Outer", "Inner", 1, "a"], value: 4 },
      ]),
      { outer: { inner: [1, { a: 4 }] }, other: 3 },
    ));
  it("changes nothing where a path leads nowhere", () =>
    assert.deepEqual(changeData({ a: 1 }, [{ path: ["b", "c"], value: 2 }]), { a: 1 }));
});
