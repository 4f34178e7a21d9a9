import { fileURLToPath } from "node:url";
import { BrokenRecords } from "../compile/broken-records.ts";
import { withBuildLock } from "./lock.ts";
import { runSteps, StepFailed } from "./run-steps.mjs";
import { listSteps } from "./steps.ts";

/** Builds the site into public/, step by step; a step that is done is skipped. */
export function build(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  const print = (text: string): void => void process.stderr.write(text);
  return withBuildLock(root, () => runSteps(root, listSteps(root, env), print));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build(fileURLToPath(new URL("../../..", import.meta.url)), process.env).catch((error: unknown) => {
    if (!(error instanceof StepFailed || error instanceof BrokenRecords)) throw error;
    process.stderr.write(`build: ${error.message}\n`);
    process.exitCode = 1;
  });
}
