import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { showDifference } from "../../../../../tools/site/compile/checks/main.ts";

const lines = (...texts: string[]): string => `${texts.join("\n")}\n`;
const say = (shown: { text: string; isMarked: boolean }[]): string[] =>
  shown.map(({ text, isMarked }) => (isMarked ? `> ${text}` : text));

describe("the difference of two records", () => {
  const left = lines("a: 1", "b: 2", "c: 3", "d: 4", "e: 5");
  it("is shown with lines around it, and dots for the rest", () => {
    const shown = showDifference(left, left.replace("c: 3", "c: 33"), [3], 1);
    assert.deepEqual(say(shown.left), ["...", "b: 2", "> c: 3", "d: 4", "..."]);
    assert.deepEqual(say(shown.right), ["...", "b: 2", "c: 33", "d: 4", "..."]);
  });
  it("goes to the ends of the texts without dots", () => {
    const shown = showDifference(left, left.replace("a: 1", "a: 11"), [1], 9);
    assert.deepEqual(say(shown.left), ["> a: 1", "b: 2", "c: 3", "d: 4", "e: 5"]);
  });
  it("may be a line more or less", () => {
    const shown = showDifference(lines("a: 1", "b: 2", "b: 2", "c: 3"), lines("a: 1", "b: 2", "c: 3"), [3], 0);
    assert.deepEqual(say(shown.left), ["...", "> b: 2", "..."]);
    assert.deepEqual(say(shown.right), ["...", "..."]);
  });
  it("holds the line that a finding is about, wherever that is", () => {
    const shown = showDifference(left, left.replace("e: 5", "e: 55"), [2], 0);
    assert.deepEqual(say(shown.left), ["...", "> b: 2", "c: 3", "d: 4", "e: 5"]);
  });
  it("leaves out the comments that tests read, and counts their lines", () => {
    const fixture = lines("# modeline", "# expect: 4:1 x y", "# as: data/sources/x.yaml", "a: 1", "b: 2");
    assert.deepEqual(say(showDifference(fixture, lines("# modeline", "a: 2", "b: 2"), [4], 5).left), [
      "# modeline",
      "> a: 1",
      "b: 2",
    ]);
  });
  it("loses the indentation that all its lines share", () => {
    const shown = showDifference(lines("a:", "  - b: 1", "    c: 2"), lines("a:", "  - b: 1", "    c: 3"), [3], 1);
    assert.deepEqual(say(shown.left), ["...", "- b: 1", ">   c: 2"]);
  });
  it("shows white space at the end of lines", () =>
    assert.deepEqual(say(showDifference(lines("a: 1  "), lines("a: 1"), [1], 0).left), ["> a: 1··"]));
});
