import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mutantsOf } from "./mutants.ts";
import { printFigures } from "./print.ts";

/** Files that decide; words, steps and figures have tests of their own kind. */
const MUTATED = ["bits", "case", "conflicts", "decide", "packet-rate", "questions", "rows", "search-space", "table", "turning-points", "version"];
/** Quick tests first: most mutants fall to them. */
const TESTS = ["situations", "packet-rate", "platform-versions", "rules", "conflicts", "properties", "exactness"];
const SECONDS_PER_TEST = 120;

/** Puts one fault after another into the engine and counts how many its tests notice; MUTANTS says how many, evenly spread, default all. */
export async function benchMutation(root: string): Promise<void> {
  const copy = join(root, "build", "mutation");
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(join(copy, "build"), { recursive: true });
  for (const name of ["advisor", "data", "tests/unit/advisor", "tools", "package.json", "tsconfig.json"]) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const all = MUTATED.flatMap((name) => mutantsOf(`${name}.ts`, readFileSync(join(root, "advisor", `${name}.ts`), "utf8")));
  const wanted = Math.min(all.length, Number(process.env.MUTANTS ?? all.length));
  const chosen = Array.from({ length: wanted }, (_, at) => all[Math.floor((at * all.length) / wanted)] as (typeof all)[number]);
  if (!passes(copy)) throw new Error("the tests fail without any mutant");
  const survivors: string[] = [];
  for (const { file, line, from, to, text } of chosen) {
    const path = join(copy, "advisor", file);
    const original = readFileSync(path, "utf8");
    writeFileSync(path, text);
    const survived = passes(copy);
    writeFileSync(path, original);
    if (!survived) continue;
    survivors.push(file);
    // Told at once, since all of them take long.
    process.stdout.write(`survived: advisor/${file}:${line}\n  ${from}\n  ${to}\n`);
  }
  printFigures("Mutation", [
    ["mutants", `${chosen.length} of ${all.length}`],
    ["noticed", `${chosen.length - survivors.length}, ${((100 * (chosen.length - survivors.length)) / chosen.length).toFixed(1)} %`],
    ["survived", String(survivors.length)],
  ]);
}

function passes(copy: string): boolean {
  return TESTS.every((name) => spawnSync(process.execPath, ["--import", "tsx", "--test", `tests/unit/advisor/${name}.test.ts`], {
    cwd: copy, stdio: "ignore", timeout: SECONDS_PER_TEST * 1000,
  }).status === 0);
}
