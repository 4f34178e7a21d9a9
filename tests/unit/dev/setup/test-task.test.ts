import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import { ProjectCopy } from "./project-copy.ts";

const project = new ProjectCopy().linkPackages();
after(() => project.remove());
project.write("tools/check/main.ts", "");

const passing = `import { test } from 'node:test'; test('passes', () => {});`;
const failing = `import { test } from 'node:test'; test('fails', () => { throw new Error('on purpose'); });`;

describe("the task test", () => {
  test("fails for a part without any test", async () => {
    const { code, stdout, stderr } = await project.run(["test", "data"]);
    assert.equal(code, 1);
    assert.match(stderr, /There is no test file in tests\/data/);
    assert.match(stdout, /\n0 passed, 1 failed\n$/);
  });

  test("counts the tests, and ends with the sum", async () => {
    project.write("tests/data/a.test.ts", passing);
    project.write("tests/data/deep/b.test.ts", passing);
    const { code, stdout } = await project.run(["test", "data"]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /\nrecords +passed .*\ndata +passed +2 +0 +0 .*\n2 passed, 0 failed\n$/);
  });

  test("runs the next part after one that failed, and fails", async () => {
    project.write("tools/check/main.ts", "process.exitCode = 1;");
    project.write("tests/data/c.test.ts", failing);
    const { code, stdout } = await project.run(["test", "data"]);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /\nrecords +FAILED .*\ndata +FAILED +2 +1 +0 .*\ndata: tests\/data\/c\.test\.ts fails\n2 passed, 2 failed\n$/,
    );
  });

  test("runs only the files whose names hold a further word", async () => {
    project.write("tools/check/main.ts", "");
    const { stdout } = await project.run(["test", "data", "deep"]);
    assert.match(stdout, /\n1 passed, 0 failed\n$/);
  });

  test("finds a file without a test among those that share a process", async () => {
    // The packages of Python count as installed, since their folder is there.
    const packages = createHash("sha256").update(readFileSync("tools/dev/setup/python-tools.txt")).digest("hex");
    project.write(`.cache/python-tools/${packages.slice(0, 12)}/none`, "");
    project.write("tools/site/bundle/advisor.ts", "");
    project.write("tests/unit/check/a.test.ts", passing);
    project.write("tests/unit/check/b.test.ts", "export {};");
    const { code, stdout } = await project.run(["test", "unit"]);
    assert.equal(code, 1);
    assert.match(stdout, /\nunit +FAILED +1 +1 +0 .*\nunit: tests\/unit\/check\/b\.test\.ts has no test in it\n/);
  });
});
