import { runProgram } from "../../records/command-line.mjs";
import { build } from "esbuild";
import { join } from "node:path";
import { commonOptions } from "./options.ts";
import { loadRecords } from "../../records/load-records.ts";
import { writeFiles } from "../../records/write-files.ts";
import { compileEngine } from "../compile/main.ts";
import { withBuildLock } from "../pipeline/lock.ts";

/** Builds the command line as one file, with the knowledge it reads beside it. */
async function bundleAdvisor(root: string): Promise<void> {
  const knowledge = compileEngine(root, loadRecords(root));
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
  writeFiles(
    join(root, "build"),
    new Map([...knowledge, ...outputFiles.map(({ contents }) => ["advisor/cli.mjs", contents] as const)]),
  );
}

await runProgram(import.meta.url, "bundle", (root) => withBuildLock(root, () => bundleAdvisor(root)));
