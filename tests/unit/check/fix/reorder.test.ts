import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { applyEdits } from "../../../../tools/check/fix/fix.ts";
import { reorderEntries } from "../../../../tools/check/fix/reorder.ts";
import { parseRecord } from "../../../../tools/records/parse-record.ts";
import type { Path } from "../../../../tools/records/record.ts";

/** Reorders what stands at a path of a text; undefined where that is refused. */
function reorder(lines: readonly string[], path: Path, order: readonly number[], end = "\n"): string[] | undefined {
  const text = lines.join("\n") + end;
  const { record } = parseRecord({ kind: "source", id: "x", file: "data/sources/x.yaml", text });
  assert.ok(record);
  const edit = reorderEntries(record, path, order);
  return edit && applyEdits(text, [edit]).replace(/\n$/, "").split("\n");
}

describe("reorderEntries", () => {
  it("moves an entry with everything that belongs to it", () =>
    assert.deepEqual(
      reorder(
        [
          "# head",
          "a: 1 # one",
          "# about b",
          "# still about b",
          "b:",
          "  c: >-",
          "    text",
          "",
          "    more",
          "  # end of b",
          "d: 4",
        ],
        [],
        [0, 2, 1],
      ),
      [
        "# head",
        "a: 1 # one",
        "d: 4",
        "# about b",
        "# still about b",
        "b:",
        "  c: >-",
        "    text",
        "",
        "    more",
        "  # end of b",
      ],
    ));
  it("takes the last entry's inner comments along and leaves what follows", () =>
    assert.deepEqual(
      reorder(["x:", "  a: 1", "  b:", "    c: 2", "    # about c", "  # the end", "y: 3"], ["x"], [1, 0]),
      ["x:", "  b:", "    c: 2", "    # about c", "  a: 1", "  # the end", "y: 3"],
    ));
  it("lets the first entry stay behind its dash", () =>
    assert.deepEqual(reorder(["list:", "  - a: 1", "    b: 2", "  - c: 3"], ["list", 0], [1, 0]), [
      "list:",
      "  - b: 2",
      "    a: 1",
      "  - c: 3",
    ]));
  it("moves items of a list with their dashes", () =>
    assert.deepEqual(reorder(["list:", "  - a: 1", "    b: 2", "  -   c: 3", "more: x"], ["list"], [1, 0]), [
      "list:",
      "  -   c: 3",
      "  - a: 1",
      "    b: 2",
      "more: x",
    ]));
  it("changes places within brackets and keeps their spaces", () => {
    assert.deepEqual(reorder(["x: {  b: 'two',a: [1, 2] , c: 3 }"], ["x"], [1, 0, 2]), [
      "x: {  a: [1, 2],b: 'two' , c: 3 }",
    ]);
    assert.deepEqual(reorder(["x: {b: 1,", "  a: 2}"], ["x"], [1, 0]), ["x: {a: 2,", "  b: 1}"]);
  });
  it("does without a line feed at the end", () =>
    assert.deepEqual(reorder(["b: 1", "a: 2"], [], [1, 0], ""), ["a: 2", "b: 1"]));
  it("refuses where a comment may be about the first entry or about all", () =>
    assert.equal(reorder(["# about b, or all", "b: 1", "a: 2"], [], [1, 0]), undefined));
  it("refuses to put a comment before the first dash", () =>
    assert.equal(reorder(["list:", "  - b: 1", "    # about a", "    a: 2"], ["list", 0], [1, 0]), undefined));
  it("refuses where a comment stands among brackets", () =>
    assert.equal(reorder(["x: {b: 1, # one", "  a: 2}"], ["x"], [1, 0]), undefined));
  it("refuses keys that are marked as such", () =>
    assert.equal(reorder(["b: 1", "? a", ": 2"], [], [1, 0]), undefined));
});
