import assert from "node:assert/strict";
import { test } from "node:test";
import { findNearest } from "../../../../tools/dev/setup/nearest.mjs";

const known = ["start", "test", "build", "check", "bench", "advisor"];

for (const [typed, meant] of [
  ["biuld", "build"],
  ["tests", "test"],
  ["Advise", "advisor"],
  ["strat", "start"],
] as const) {
  test(`takes "${typed}" for "${meant}"`, () => assert.equal(findNearest(typed, known), meant));
}

test("names nothing for a word that is near to none", () => {
  assert.equal(findNearest("publish-everything", known), null);
  assert.equal(findNearest("test", []), null);
});
