import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { findModules } from "../../../../tools/site/pipeline/find-modules.mjs";
import { listSteps } from "../../../../tools/site/pipeline/steps.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** What a module names by a path: imports and exports that are there at run time, dynamic ones, and threads. */
const named =
  /^(?:import|export) (?!type\b)(?:[^;"]*? from )?"(\.[^"]*)"|\bimport\(\s*"(\.[^"]*)"|new URL\("(\.[^"]*\.(?:ts|mjs))", import\.meta\.url\)/gm;

/** Follows what modules name, by their text alone. */
function walk(files: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (!/\.(?:ts|mjs)$/.test(file)) continue;
    for (const [, ...paths] of readFileSync(join(root, file), "utf8").matchAll(named)) {
      const path = join(dirname(file), paths.find((one) => one !== undefined) ?? "").replaceAll("\\", "/");
      if (existsSync(join(root, path))) waiting.push(path);
    }
  }
  return seen;
}

describe("the inputs of a step", () => {
  for (const { name, dependencies } of listSteps(root, {})) {
    test(`have every module that the programs of ${name} reach`, async () => {
      const modules = new Set(await findModules(root, dependencies.programs));
      const isInput = (file: string): boolean =>
        modules.has(file) || dependencies.inputs.some((place) => file === place || file.startsWith(`${place}/`));
      assert.deepEqual(
        [...walk(dependencies.programs)].filter((file) => !isInput(file)),
        [],
      );
    });
  }

  test("of the charts have how numbers are written, which the records' compilation has too", async () => {
    for (const name of ["compile", "charts"]) {
      const step = listSteps(root, {}).find((one) => one.name === name);
      const modules = await findModules(root, step?.dependencies.programs ?? []);
      assert.ok(modules.includes("tools/site/compile/display.ts"), name);
    }
  });

  test("are followed through threads and imports made later", () => {
    assert.ok(walk(["tools/site/charts/main.ts"]).has("tools/site/charts/draw-worker.mjs"));
    assert.ok(walk(["tools/site/charts/draw-worker.mjs"]).has("tools/site/charts/draw-task.ts"));
  });
});
