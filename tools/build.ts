import { fileURLToPath } from "node:url";
import { BrokenRecords } from "./compile/broken-records.ts";
import { hashInputs, isStale, stamp } from "./pipeline/stamps.ts";
import { listSteps, StepFailed } from "./pipeline/steps.ts";

/** Builds the site into public/, step by step; a step whose inputs are those of its last run is skipped. */
export async function build(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  for (const { name, dependencies, run } of listSteps(root, env)) {
    const start = performance.now();
    const isNeeded = isStale(root, name, dependencies);
    if (isNeeded) {
      // Taken before the run: what changes during it is new to the next build.
      const hash = hashInputs(root, dependencies);
      await run();
      stamp(root, name, hash);
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(2);
    process.stderr.write(`build: ${name.padEnd(8)} ${seconds} s${isNeeded ? "" : "  unchanged"}\n`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build(fileURLToPath(new URL("..", import.meta.url)), process.env).catch((error: unknown) => {
    if (!(error instanceof StepFailed || error instanceof BrokenRecords)) throw error;
    process.stderr.write(`build: ${error.message}\n`);
    process.exitCode = 1;
  });
}
