import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { measure, measureEngine } from "../../../../tools/site/bundle/sizes.ts";

const kilobyte = 1024;

test("the engine stays within 10 KB compressed", async () => {
  const { brotli } = await measureEngine(process.cwd());
  assert.ok(brotli <= 10 * kilobyte, `${String(brotli)} bytes`);
});

test("the whole knowledge, as programs fetch it, stays within 60 KB compressed", () => {
  const { brotli } = measure(readFileSync("build/advisor/knowledge.json"));
  assert.ok(brotli <= 60 * kilobyte, `${String(brotli)} bytes`);
});
