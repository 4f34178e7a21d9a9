import { build } from "esbuild";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commonOptions } from "./bundle/options.ts";
import { BrokenRecords } from "./compile/broken-records.ts";
import { compileRepository } from "./compile/main.ts";
import { writeFiles } from "./compile/write-files.ts";

/** Builds the command line as one file, with the knowledge it reads beside it. */
export async function bundleAdvisor(root: string): Promise<void> {
  compileRepository(root);
  const { outputFiles } = await build({
    ...commonOptions,
    absWorkingDir: root,
    entryPoints: [join(root, "advisor/cli.ts")],
    outfile: join(root, "build/advisor/cli.mjs"),
    platform: "node",
    format: "esm",
    target: "node20",
  });
  writeFiles(root, new Map(outputFiles.map(({ contents }) => ["build/advisor/cli.mjs", contents])));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundleAdvisor(fileURLToPath(new URL("..", import.meta.url))).catch((error: unknown) => {
    if (!(error instanceof BrokenRecords)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
