import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { listSteps } from "../../tools/site/pipeline/steps.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a step and says which files of the repository it has read, by replacing what reads files before its program is loaded. */
const program = `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const [root, name] = process.argv.slice(1);
  const { listSteps } = await import(root + "tools/site/pipeline/steps.ts");
  const step = listSteps(root, {}).find((one) => one.name === name);
  const read = new Set();
  const readFileSync = fs.readFileSync;
  fs.readFileSync = (file, ...rest) => {
    read.add(file instanceof URL ? decodeURIComponent(file.pathname) : String(file));
    return readFileSync(file, ...rest);
  };
  syncBuiltinESMExports();
  await step.run();
  process.stdout.write(JSON.stringify([...read].flatMap((file) => file.startsWith(root) ? file.slice(root.length) : [])));`;

describe("what a step reads while it runs is among its inputs", () => {
  // Hugo is a program of another language; what it reads are the folders that its configuration names.
  for (const { name, dependencies } of listSteps(root, {}).filter((step) => step.name !== "hugo")) {
    test(name, () => {
      const args = ["--import", "tsx", "--input-type=module", "-e", program, root, name];
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
