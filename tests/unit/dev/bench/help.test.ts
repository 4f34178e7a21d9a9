import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { bench, preview, release } from "../../../../tools/dev/tasks/programs.mjs";

const root = join(import.meta.dirname, "../../../..");

test("--help names the parts and measures nothing", () => {
  const out = execFileSync(process.execPath, ["--import", "tsx", "tools/dev/bench/main.ts", "--help"], {
    cwd: root,
    encoding: "utf8",
  });
  assert.match(out, /^Usage: npm run bench /);
  for (const part of ["engine", "checker", "explorer", "pages", "mutation"]) assert.ok(out.includes(part), part);
  assert.ok(out.split("\n").length < 20, "it printed figures");
});

for (const [name, task] of Object.entries({ bench, preview, release }))
  test(`${name} --help needs neither a site nor a browser`, () =>
    assert.deepEqual(task.listNeeds(["--help"]), ["dependencies"]));
