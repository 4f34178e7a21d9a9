import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { measure } from "../../../../tools/site/bundle/options.ts";

test("the whole knowledge, as programs fetch it, stays within 66 KB compressed", () => {
  const { brotli } = measure(readFileSync("build/advisor/knowledge.json"));
  assert.ok(brotli <= 66 * 1024, `${String(brotli)} bytes`);
});
