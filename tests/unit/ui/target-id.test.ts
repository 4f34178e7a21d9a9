import assert from "node:assert/strict";
import { test } from "node:test";
import { readTargetId } from "../../../assets/ts/page/target-id.ts";

test("the id that an address names is decoded if it can be", () => {
  assert.deepEqual(["", "#", "#a%20b", "#100%"].map(readTargetId), ["", "", "a b", "100%"]);
});
