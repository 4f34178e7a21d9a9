import assert from "node:assert/strict";
import { test } from "node:test";
import { packIndex, unpackIndex } from "../../../../assets/ts/search/pack-index.ts";
import { makeIndex } from "../../../../tools/site/search/main.ts";

test("a packed index is unpacked as it was, with its order", () => {
  const stored = makeIndex([
    { path: "/a/", kind: "Guest", title: "One one two", note: "two", names: "", text: "three three three" },
    { path: "/b/#x", kind: "Rule", title: "Two", note: "", names: "one", text: "" },
    { path: "/c/", kind: "Guest", title: "Three", note: "one", names: "", text: "one one" },
  ]).toJSON();
  const unpacked = JSON.parse(unpackIndex(packIndex(stored))) as typeof stored;
  assert.deepEqual(unpacked, stored);
  // Results that are equally good come in the order of the index.
  assert.equal(JSON.stringify(unpacked.index), JSON.stringify(stored.index));
});
