import assert from "node:assert/strict";
import { test } from "node:test";
import { listFiles } from "../../../../tools/records/list-files.mjs";
import { listTestFiles, testPlaces } from "../../../../tools/dev/test-runner/test-files.mjs";

const run = new Set(Object.values(testPlaces).flatMap((place) => listTestFiles(".", place)));

test("every test file is run by one of the runners", () => {
  const forgotten = listFiles("tests").filter((file) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(file) && !run.has(file));
  assert.deepEqual(
    forgotten,
    [],
    "move them to tests/unit, tests/data, tests/site (*.test.ts) or tests/e2e (*.spec.ts)",
  );
});

test("the files listed for the runners are there", () => {
  assert.ok(run.has("tests/unit/dev/setup/test-wiring.test.ts"));
});
