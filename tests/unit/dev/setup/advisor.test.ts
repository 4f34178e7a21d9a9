import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { ProjectCopy } from "./project-copy.ts";

const project = new ProjectCopy().linkPackages();
after(() => project.remove());

// Stands for the bundler: each run of it is told on standard output, which must not reach the caller's.
project.write(
  "tools/site/bundle/advisor.ts",
  `import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
   mkdirSync('build/advisor', { recursive: true });
   cpSync('advisor/cli.ts', 'build/advisor/cli.mjs');
   writeFileSync('build/advisor/knowledge.json', '{}');
   writeFileSync('build/advisor/fleet.json', '{}');
   console.log('bundled');`,
);
const commandLine = `import { createInterface } from 'node:readline';
   const words = process.argv.slice(2);
   console.log(words.join(' '));
   let lines = 0;
   if (words[0] === '--batch') for await (const line of createInterface({ input: process.stdin })) lines += 1;
   if (lines) console.log(lines);
   process.exitCode = 2;`;
project.write("advisor/cli.ts", commandLine);

describe("the task advisor", () => {
  test("bundles what is not there, and prints only what the command line prints", async () => {
    const { code, stdout, stderr } = await project.run(["advisor", "advise", "--guest", "rhel9-64"]);
    assert.deepEqual([code, stdout], [2, "advise --guest rhel9-64\n"]);
    assert.equal(stderr, "set-up: bundling the advisor, because its output is missing\nbundled\n");
  });

  test("does not bundle again while nothing has changed", async () => {
    const { stdout, stderr } = await project.run(["advisor", "guests"]);
    assert.deepEqual([stdout, stderr], ["guests\n", ""]);
  });

  test("bundles again when a record has changed", async () => {
    project.write("data/rules/new.yaml", "title: new");
    const { stderr } = await project.run(["advisor", "guests"]);
    assert.match(stderr, /because its inputs have changed/);
  });

  test("bundles again when a module has changed that the command line imports", async () => {
    project.write("advisor/deep.ts", "1;");
    project.write("advisor/cli.ts", `import "./deep.ts";\n${commandLine}`);
    await project.run(["advisor", "guests"]);
    project.write("advisor/deep.ts", "2;");
    assert.match((await project.run(["advisor", "guests"])).stderr, /because its inputs have changed/);
    project.write("advisor/cli.ts", commandLine);
    await project.run(["advisor", "guests"]);
  });

  test("bundles again when its files are cut off or changed", async () => {
    for (const file of ["cli.mjs", "knowledge.json"]) {
      writeFileSync(join(project.folder, "build/advisor", file), "");
      const { code, stdout, stderr } = await project.run(["advisor", "guests"]);
      assert.deepEqual([code, stdout], [2, "guests\n"]);
      assert.match(stderr, /because its files have changed/);
    }
  });

  test("leaves standard input whole to the command line", async () => {
    const { stdout } = await project.run(["advisor", "--batch"], {}, '{"guest":"rhel9-64"}\n'.repeat(100_000));
    assert.equal(stdout, "--batch\n100000\n");
  });

  test("says so when the bundling fails", async () => {
    project.write("tools/site/bundle/advisor.ts", "process.exitCode = 5;");
    const { code, stdout, stderr } = await project.run(["advisor", "guests"]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /Bundling the advisor failed \(code 5\)/);
  });

  test("bundles again after a bundling that did not end", async () => {
    project.write("tools/site/bundle/advisor.ts", "process.kill(process.pid, 'SIGKILL');");
    await project.run(["advisor", "guests"]);
    const { stderr } = await project.run(["advisor", "guests"]);
    assert.match(stderr, /because no finished run is recorded/);
  });
});
