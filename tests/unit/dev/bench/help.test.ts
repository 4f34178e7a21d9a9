import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mutantsOf } from "../../../../tools/dev/bench/mutants.ts";
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

/** Runs the program; each command line once, since one that asks for mutants reads the records first. */
function run(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  const line = words.join(" ");
  const known = runs.get(line);
  if (known) return known;
  const args = ["--import", "tsx", "tools/dev/bench/main.ts", ...words];
  const outcome = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  runs.set(line, outcome);
  return outcome;
}
const runs = new Map<string, ReturnType<typeof run>>();

for (const [words, said] of [
  [["engin"], /^bench: unknown part "engin"; did you mean "engine"\?; expected some of /],
  [["engine", "--times=4"], /^bench: --times has no effect on engine; it is an option of build\n$/],
  [["fleet", "--only=cvs"], /^bench: unknown format "cvs"; did you mean "csv"\?/],
  [["mutation", "--only=engine/nothing.ts:1"], /^bench: --only=engine\/nothing\.ts:1: no mutant found there/],
] as const)
  test(`refuses ${words.join(" ")} before it measures anything`, () => {
    const { status, stdout, stderr } = run(...words);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, said);
  });

test("the example of a line has a mutant", () => {
  const { stderr } = run("mutation", "--only=engine/nothing.ts:1");
  const [, file = "", line] = /Example: --only=(.*):(\d+)$/m.exec(stderr) ?? [];
  const mutants = mutantsOf(file, readFileSync(join(root, "advisor", file), "utf8"));
  assert.ok(
    mutants.some((mutant) => mutant.line === Number(line)),
    stderr,
  );
});

test("fix --help says what the command does, not what its linter accepts", () => {
  const out = execFileSync(process.execPath, ["tools/run.mjs", "fix", "--help"], { cwd: root, encoding: "utf8" });
  assert.match(out, /^usage: npm run fix.*\nFormats the code/);
  assert.ok(out.split("\n").length < 5);
});

for (const [name, task] of Object.entries({ bench, preview, release }))
  test(`${name} --help needs neither a site nor a browser`, () =>
    assert.deepEqual(task.listNeeds(["--help"]), ["dependencies"]));
