import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOldNode } from "../../../tools/setup/node.mjs";

test("accepts the oldest release of Node that package.json names, and newer ones", () => {
  assert.equal(describeOldNode("20.0.0", ">=20"), null);
  assert.equal(describeOldNode("24.1.0", ">=20"), null);
});

test("tells an older Node which release is needed and which is there", () => {
  const message = describeOldNode("18.19.1", ">=20") ?? "";
  assert.match(message, /needs Node\.js 20 or newer, this is 18\.19\.1/);
  assert.match(message, /https:\/\/nodejs\.org/);
});
