import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isThorough } from "../thorough.ts";
import { listSteps } from "../../tools/site/pipeline/steps.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("what a step reads while it runs is among its inputs", () => {
  // Hugo is a program of another language; what it reads are the folders that its configuration names.
  // The long ones run again in CI only.
  const long = ["compile", "responses", "guides", "bundle", "charts", "cards"];
  const left = isThorough ? ["hugo"] : ["hugo", ...long];
  for (const { name, dependencies } of listSteps(root, {}).filter((step) => !left.includes(step.name))) {
    test(name, () => {
      const args = ["--import", "tsx", "tests/site/support/read-files-of-step.ts", name];
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
      assert.equal(status, 0, stderr);
      const { modules } = JSON.parse(readFileSync(join(root, "build/.stamps", name), "utf8")) as { modules: string[] };
      const places = [...dependencies.inputs, ...dependencies.outputs, ...modules];
      const missing = (JSON.parse(stdout) as string[]).filter(
        (file) =>
          !/^(?:node_modules|\.cache|\.git)\//.test(file) &&
          !places.some((place) => file === place || file.startsWith(`${place}/`)),
      );
      assert.deepEqual(missing, []);
    });
  }
});
