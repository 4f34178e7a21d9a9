import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { ProjectCopy } from "./project-copy.ts";

const project = new ProjectCopy().linkPackages();
after(() => project.remove());

describe("node tools/run.mjs", () => {
  test("lists the tasks", async () => {
    const { code, stdout } = await project.run(["--help"]);
    assert.equal(code, 0);
    assert.deepEqual(await project.run(["-h"]), { code, stdout, stderr: "" });
    for (const task of ["start", "test", "build", "new", "preview", "check", "data:diff", "links", "bench", "advisor"])
      assert.match(stdout, new RegExp(`^  ${task} `, "m"));
  });

  test("refuses an unknown task with exit code 2, the nearest one and the list", async () => {
    const { code, stdout, stderr } = await project.run(["biuld"]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /There is no task "biuld"\. Did you mean "build"\?/);
    assert.match(stderr, /^ {2}advisor /m);
  });

  test("hands arguments and exit code through", async () => {
    project.write("tools/check/main.ts", `console.log(process.argv.slice(2).join()); process.exitCode = 3;`);
    const { code, stdout, stderr } = await project.run(["check", "data/rules", "--fix"]);
    assert.deepEqual([code, stdout, stderr], [3, "data/rules,--fix\n", ""]);
  });

  for (const task of ["build", "start", "release"]) {
    test(`${task} shows its help and builds nothing`, async () => {
      const copy = `console.log('built');`;
      for (const program of ["tools/site/pipeline/main.ts", "tools/dev/release/main.ts"])
        project.write(program, program.includes("release") ? `console.log('usage: npm run release');` : copy);
      for (const flag of ["--help", "-h"]) {
        const { code, stdout } = await project.run([task, flag]);
        assert.equal(code, 0);
        assert.match(stdout, new RegExp(`^usage: npm (run )?${task}\\b`));
        assert.doesNotMatch(stdout, /built/);
      }
    });

    test(`${task} refuses an argument that it does not know before it builds`, async () => {
      project.write("tools/site/pipeline/main.ts", `console.log('built');`);
      for (const [word, said] of [
        ["--hlep", /^unknown option "--hlep"; did you mean "--help"\?; usage: npm /],
        ["fast", /^found "fast", expected .*; usage: npm /],
      ] as const) {
        const { code, stdout, stderr } = await project.run([task, word]);
        assert.deepEqual([code, stdout], [2, ""]);
        assert.match(stderr, said);
      }
    });
  }

  test("names Hugo to the build", async () => {
    project.write("tools/site/pipeline/main.ts", `console.log(process.env.HUGO, process.env.BASE_URL);`);
    const { stdout } = await project.run(["build"], { BASE_URL: "https://example.org/atlas/" });
    assert.equal(stdout, `${project.folder}/hugo https://example.org/atlas/\n`);
  });

  test("runs npm ci for a clone without packages, and keeps standard output free of it", async (context) => {
    const clone = new ProjectCopy();
    context.after(() => clone.remove());
    // Stands for npm: links the packages in, prints, and shows which downloads it was told to leave out.
    const npm = clone.write(
      "npm-cli.js",
      `import { symlinkSync } from 'node:fs';
       symlinkSync(${JSON.stringify(`${process.cwd()}/node_modules`)}, 'node_modules', 'junction');
       console.log('npm', process.argv[2], process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD, process.env.PUPPETEER_SKIP_DOWNLOAD);`,
    );
    clone.write("tools/check/main.ts", `console.log('checked');`);
    const { code, stdout, stderr } = await clone.run(["check"], { npm_execpath: npm });
    assert.deepEqual([code, stdout], [0, "checked\n"]);
    assert.match(stderr, /^set-up: npm ci, because node_modules is missing or incomplete\nnpm ci 1 1\n$/);
  });

  test("says so when npm ci fails, and does not run the task", async (context) => {
    const clone = new ProjectCopy();
    context.after(() => clone.remove());
    const npm = clone.write("npm-cli.js", "process.exitCode = 7;");
    const { code, stdout, stderr } = await clone.run(["check"], { npm_execpath: npm });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /npm ci failed with code 7/);
  });
});
