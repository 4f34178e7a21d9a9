import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

const reporter = pathToFileURL("tools/dev/test-runner/count-reporter.mjs").href;

test("counts tests and not suites, and names those that failed and the files that tests came from", (context) => {
  const folder = makeTemporaryFolder(context);
  writeFileSync(
    join(folder, "some.test.mjs"),
    `import { describe, test } from 'node:test';
     describe('a suite', () => {
       test('passes', () => {});
       test('fails', () => { throw new Error('on purpose') });
       test('left out', { skip: true }, () => {});
     });`,
  );
  writeFileSync(join(folder, "none.test.mjs"), "export {};");
  writeFileSync(join(folder, "broken.test.mjs"), "throw new Error('on purpose');");
  const files = ["some.test.mjs", "none.test.mjs", "broken.test.mjs"];
  // Node tells its test processes by this variable to speak to the outer runner: the inner one must not see it.
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const run = spawnSync(process.execPath, ["--test", `--test-reporter=${reporter}`, ...files], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  const { files: named, failures, ...counts } = JSON.parse(run.stdout) as { files: string[]; failures: string[] };
  assert.deepEqual(
    { ...counts, files: named.sort() },
    { passed: 1, failed: 2, skipped: 1, files: ["broken.test.mjs", "some.test.mjs"] },
  );
  assert.deepEqual(failures.sort(), ["broken.test.mjs", "some.test.mjs fails"]);
});
