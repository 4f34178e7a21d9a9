import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, test } from "node:test";
import { chooseByChange } from "../../../../tools/dev/test-runner/changed.mjs";

const root = mkdtempSync(join(tmpdir(), "atlas-changed-"));
after(() => rmSync(root, { recursive: true }));
for (const [file, text] of Object.entries({
  "advisor/engine.ts": "export const engine = 1;",
  "advisor/words.ts": 'export { engine } from "./engine.ts"; export const words = 2;',
  "advisor/page.ts": 'export { words } from "./words.ts";',
  "advisor/apart.ts": "export const apart = 3;",
  "tests/unit/advisor/a-page.test.ts": 'import "../../../advisor/page.ts";',
  "tests/unit/advisor/b-engine.test.ts": 'import "../../../advisor/engine.ts";',
  "tests/unit/advisor/c-apart.test.ts": 'import "../../../advisor/apart.ts";',
  "tests/unit/dev/words.test.ts": 'const program = "advisor/words.ts";',
  "tests/unit/dev/guide.test.ts": 'const guide = join(root, "GUIDE.md");',
  "tests/data/records.test.ts": 'import "../../advisor/apart.ts";',
})) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

describe("after a change", () => {
  test("the tests are run that can notice it, the closest first", async () => {
    const { parts, files } = await chooseByChange(root, ["advisor/engine.ts"]);
    assert.deepEqual(parts, ["style", "types", "bundle", "unit"]);
    assert.deepEqual(files, [
      "advisor/engine.ts",
      "tests/unit/advisor/b-engine.test.ts",
      "tests/unit/dev/words.test.ts",
      "tests/unit/advisor/a-page.test.ts",
    ]);
  });
  test("of records all of them are run", async () => {
    const { parts, files } = await chooseByChange(root, ["data/rules/x.yaml"]);
    assert.deepEqual(parts, ["types", "records", "bundle", "unit", "data"]);
    assert.equal(files.length, 6);
  });
  test("of a document the tests are run that read it", async () => {
    const { parts, files } = await chooseByChange(root, ["GUIDE.md"]);
    assert.deepEqual(parts, ["bundle", "unit"]);
    assert.deepEqual(files, ["tests/unit/dev/guide.test.ts"]);
  });
  test("of a page none is run", async () => {
    assert.deepEqual(await chooseByChange(root, ["content/about.md"]), { parts: [], files: [] });
  });
});
