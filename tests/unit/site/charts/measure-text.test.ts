import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { measureText, wrapText } from "../../../../assets/ts/charts/measure-text.ts";

describe("measuring text", () => {
  test("grows with the font size", () => assert.equal(measureText("E1000", 24), 2 * measureText("E1000", 12)));
  test("tells narrow letters from wide ones", () => assert.ok(measureText("WWW", 12) > 3 * measureText("iii", 12)));
  test("makes bold wider", () => assert.ok(measureText("abc", 12, true) > measureText("abc", 12)));
  test("measures characters that are not in the table", () => assert.ok(measureText("◇", 10) > 5));
  test("gives nothing for nothing", () => assert.equal(measureText("", 12), 0));
});

describe("wrapping text", () => {
  const text = "From which packet rate does DirectPath I/O save CPU?";
  test("loses no word", () => assert.equal(wrapText(text, 12, 90).join(" "), text));
  test("keeps lines within the width", () => {
    for (const line of wrapText(text, 12, 90)) assert.ok(measureText(line, 12) <= 90, line);
  });
  test("leaves a word that is too long whole", () =>
    assert.deepEqual(wrapText("a incomprehensibilities b", 12, 20), ["a", "incomprehensibilities", "b"]));
});
