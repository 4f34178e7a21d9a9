import { runProgram } from "../../records/command-line.mjs";
import { build } from "esbuild";
import { join } from "node:path";
import { commonOptions } from "./options.ts";
import { writeFiles } from "../../records/write-files.ts";
import { withBuildLock } from "../pipeline/lock.ts";
import { runSteps } from "../pipeline/run-steps.mjs";
import { listSteps } from "../pipeline/steps.ts";

/** Steps of the build that make the knowledge. */
const needed = ["types", "compile"];

/** Builds the command line as one file, with the knowledge it reads beside it. */
async function bundleAdvisor(root: string): Promise<void> {
  const steps = listSteps(root, process.env).filter(({ name }) => needed.includes(name));
  await runSteps(root, steps, () => {});
  const { outputFiles } = await build({
    ...commonOptions,
    absWorkingDir: root,
    entryPoints: [join(root, "advisor/cli.ts")],
    outfile: join(root, "build/advisor/cli.mjs"),
    // Packages in their plain form: what yaml has for Node asks for modules in a way that a bundle of modules cannot answer.
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
    format: "esm",
    target: "node20",
  });
  writeFiles(join(root, "build"), new Map(outputFiles.map(({ contents }) => ["advisor/cli.mjs", contents])));
}

await runProgram(import.meta.url, "bundle", (root) => withBuildLock(root, () => bundleAdvisor(root)));
