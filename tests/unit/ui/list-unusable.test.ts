import assert from "node:assert/strict";
import { test } from "node:test";
import { listUnusable } from "../../../assets/ts/page/list-unusable.ts";

test("names what of an address was not used, be it for the value or the name", () => {
  assert.deepEqual(listUnusable("?metric=telepathy,a&wrokload=a&from=1999&to=2013", "?metric=a&to=2013"), [
    "metric=telepathy",
    "wrokload=a",
    "from=1999",
  ]);
  assert.deepEqual(listUnusable("?adapter=a&adapter=14.04", "?adapter=a"), ["adapter=14.04"]);
});

test("is silent of what was used, in any order, and of what is empty", () => {
  assert.deepEqual(listUnusable("?metric=14.04,a&by=study&guest=", "?metric=a,14.04&by=study"), []);
  assert.deepEqual(listUnusable("?by=study", "&by=study"), []);
});
