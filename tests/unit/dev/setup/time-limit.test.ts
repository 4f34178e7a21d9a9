import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { RunningTests } from "../../../../tools/dev/test-runner/running-tests.mjs";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";
import { finish } from "./project-copy.ts";

const urlOf = (file: string): string => JSON.stringify(pathToFileURL(file).href);

test("a program that takes too long is named and stopped, with what it started", async () => {
  const forever = "setInterval(() => {}, 1e6);";
  const program = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(forever)}], { stdio: 'inherit' }); ${forever}`;
  const wrapper = `
    const { withTimeLimit } = await import(${urlOf("tools/dev/setup/time-limit.mjs")});
    const { execute } = await import(${urlOf("tools/dev/setup/execute.mjs")});
    const limit = { name: 'unit', minutes: 0.02, describe: () => '  tests/some.test.ts\\n' };
    console.log(await withTimeLimit(limit, () => execute(process.execPath, ['-e', ${JSON.stringify(program)}])));`;
  // It ends only once nobody holds its output any more.
  const { stdout, stderr } = await finish(spawn(process.execPath, ["--input-type=module", "-e", wrapper]));
  assert.equal(stdout, "124\n");
  assert.match(
    stderr,
    /^unit took longer than 0\.02 minutes .* is stopped\. Still running:\n {2}tests\/some\.test\.ts\n/,
  );
  assert.match(stderr, /\n {2}\S+ -e .*spawn/);
});

describe("the tests that run", () => {
  const minute = 60_000;
  const event = (type: string, file: string, name = file): never =>
    ({ type: `test:${type}`, data: { file: resolve(file), name: name === file ? resolve(file) : name } }) as never;

  test("are named by file, with all that they are part of, once their process is silent", () => {
    const running = new RunningTests();
    running.note(event("dequeue", "a.test.ts"), 0);
    running.note(event("dequeue", "b.test.ts"), 0);
    running.note(event("dequeue", "a.test.ts", "the kit"), minute);
    running.note(event("dequeue", "a.test.ts", "measures"), minute);
    running.note(event("complete", "a.test.ts", "measures"), minute);
    running.note(event("dequeue", "a.test.ts", "hangs"), minute);
    running.note(event("complete", "b.test.ts"), 2 * minute);
    assert.equal(running.describeHung(15 * minute), "");
    assert.equal(running.describeHung(17 * minute, 2), "", "on a machine that is twice as slow");
    assert.equal(
      running.describeHung(17 * minute),
      "No test has begun or ended for 15 minutes in a.test.ts, at a.test.ts: the kit > a.test.ts: hangs\n",
    );
  });

  test("are told from a process that does not end after its last test", () => {
    const running = new RunningTests();
    running.note(event("dequeue", "a.test.ts"), 0);
    running.note(event("dequeue", "a.test.ts", "leaves a server"), 0);
    running.note(event("complete", "a.test.ts", "leaves a server"), 0);
    assert.match(running.describeHung(16 * minute), /in a\.test\.ts, where no test is running\n$/);
  });

  test("are told of a file among several in one process", (context) => {
    const folder = makeTemporaryFolder(context);
    const [entry, file] = [join(folder, "group.mjs"), join(folder, "one.test.ts")];
    writeFileSync(entry, 'import "./one.test.ts";\n');
    const running = new RunningTests();
    running.note(event("dequeue", entry), 0);
    running.note(event("dequeue", file, "spins"), 4 * minute);
    assert.equal(running.describeHung(16 * minute), "");
    assert.match(running.describe(), /group\.mjs, at .*one\.test\.ts: spins\n$/);
    assert.match(running.describeHung(20 * minute), /one\.test\.ts: spins\n$/);
  });
});
