import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cutDisplayFace, letters, readLicence, writeFontRule } from "../../../../tools/site/fonts/main.ts";

test("the display face is a WOFF2 of at most 10 KB, the same each time", async () => {
  const [face, again] = [await cutDisplayFace(), await cutDisplayFace()];
  assert.equal(Buffer.from(face.subarray(0, 4)).toString("latin1"), "wOF2");
  assert.ok(face.length <= 10 * 1024, `${face.length} bytes`);
  assert.deepEqual(face, again);
});

test("it has each letter once, and its licence and its style rule go with it", () => {
  assert.equal(new Set(letters).size, letters.length);
  assert.match(readLicence(), /SIL Open Font License, Version 1\.1/);
  const rule = writeFontRule("display.0.woff2");
  assert.match(rule, /url\("\.\.\/fonts\/display\.0\.woff2"\)/);
  assert.match(rule, /font-display: optional/);
  // The page asks for the font early where the rule asks for it at all.
  const [, width] = /^@media \(min-width: (\w+)\)/.exec(rule) ?? [];
  assert.ok(readFileSync("layouts/_partials/head/styles.html", "utf8").includes(`media="(min-width: ${width})"`));
});
