import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as generator from "typescript-json-schema";
import { findModules } from "../../../../tools/site/pipeline/find-modules.mjs";
import { listSteps } from "../../../../tools/site/pipeline/steps.ts";
import { readImports } from "../../../imports.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Follows what modules name, by their text alone. */
function walk(files: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    waiting.push(...readImports(root, file));
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
      assert.ok(modules.includes("tools/records/numbers.ts"), name);
    }
  });

  test("of the responses have every file whose types they are written from", () => {
    const inputs = listSteps(root, {}).find(({ name }) => name === "responses")?.dependencies.inputs ?? [];
    const program = generator.programFromConfig(join(root, "tsconfig.json"), [
      join(root, "tools/site/responses/shapes.ts"),
    ]);
    const files = program.getSourceFiles().map(({ fileName }) => relative(root, fileName).replaceAll("\\", "/"));
    assert.ok(files.includes("tools/site/compile/api.ts"), "the program was read");
    assert.deepEqual(
      files.filter(
        (file) =>
          !file.startsWith("node_modules/") && !inputs.some((place) => file === place || file.startsWith(`${place}/`)),
      ),
      [],
    );
  });

  test("keep their names in a copy of the repository that links to them", async () => {
    const copy = mkdtempSync(join(tmpdir(), "atlas-modules-"));
    try {
      for (const folder of ["advisor", "tools"]) symlinkSync(join(root, folder), join(copy, folder), "junction");
      const programs = ["tools/records/numbers.ts"];
      assert.deepEqual(await findModules(copy, programs), await findModules(root, programs));
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  test("are followed through threads and imports made later", () => {
    assert.ok(walk(["tools/site/charts/main.ts"]).has("tools/site/charts/draw-worker.mjs"));
    assert.ok(walk(["tools/site/charts/draw-worker.mjs"]).has("tools/site/charts/draw-chart.ts"));
  });
});
