import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compareValues, describeChange } from "../../../../tools/dev/diff/values.ts";
import { toText } from "../../../../tools/dev/diff/sentence.ts";

function tell(before: unknown, after: unknown): string[] {
  return compareValues(before, after).map((change) => toText(describeChange(change)));
}

describe("two values differ where they differ and nowhere above:", () => {
  test("not in the order of their keys", () => assert.deepEqual(tell({ a: 1, b: [2] }, { b: [2], a: 1 }), []));
  test("in a number, with the unit that its name carries", () => {
    assert.deepEqual(tell({ method: { durationSeconds: 30 } }, { method: { durationSeconds: 1800 } }), [
      "method.durationSeconds was 30 s; is now 1,800 s",
    ]);
    assert.deepEqual(tell({ packetRate: 50000 }, { packetRate: 60000 }), [
      "packetRate was 50,000 packets/s; is now 60,000 packets/s",
    ]);
    assert.deepEqual(tell({ mtu: 1500 }, { mtu: 9000 }), ["mtu was 1,500 bytes; is now 9,000 bytes"]);
  });
  test("in their type", () =>
    assert.deepEqual(tell({ runs: 3 }, { runs: "unknown" }), ['runs was 3; is now "unknown"']));
  test("in a field that came or went", () =>
    assert.deepEqual(tell({ a: 1 }, { b: { c: ["x"] } }), ["a is gone; it was 1", 'b is new: c: ["x"]']));
  test("in a long text by the words that differ", () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
    const changed = words.with(30, "other");
    assert.deepEqual(tell({ note: words.join(" ") }, { note: changed.join(" ") }), [
      'note was "… word26 word27 word28 word29 word30 word31 word32 word33 word34 …"; is now "… word26 word27 word28 word29 other word31 word32 word33 word34 …"',
    ]);
  });
  test("in a list of words as a set", () => {
    assert.deepEqual(tell(["a", "b"], ["b", "c"]), [": added c; removed a"]);
    assert.deepEqual(tell({ list: ["a", "b"] }, { list: ["b", "a"] }), ["list: the order changed"]);
  });
  test("in a list of numbers as a whole", () =>
    assert.deepEqual(tell({ samples: [1, 1, 2] }, { samples: [1, 2, 1] }), [
      "samples was [1, 1, 2]; is now [1, 2, 1]",
    ]));
  test("in entries that have an id by that id", () => {
    const before = [
      { id: "a", x: 1 },
      { id: "b", x: 1 },
    ];
    assert.deepEqual(
      tell(
        { rows: before },
        {
          rows: [
            { id: "b", x: 2 },
            { id: "c", x: 1 },
          ],
        },
      ),
      ['rows[a] is gone; it was id: "a", x: 1', "rows[b].x was 1; is now 2", 'rows[c] is new: id: "c", x: 1'],
    );
    assert.deepEqual(tell({ rows: before }, { rows: before.toReversed() }), ["rows: the order changed"]);
  });
  test("in entries that nothing names by their place", () => {
    const same = { by: "author", text: "Same." };
    assert.deepEqual(
      tell({ caveats: [same, { by: "author", text: "Old." }] }, { caveats: [same, { by: "author", text: "New." }] }),
      ['caveats#2.text was "Old."; is now "New."'],
    );
    assert.deepEqual(tell({ caveats: [same] }, { caveats: [{ by: "author", text: "First." }, same] }), [
      'caveats#1 is new: by: "author", text: "First."',
    ]);
    assert.deepEqual(tell({ caveats: [same, same] }, { caveats: [same] }), [
      'caveats#2 is gone; it was by: "author", text: "Same."',
    ]);
  });
});
