import { runProgram } from "../../records/command-line.mjs";
import { withBuildLock } from "./lock.ts";
import { runInThread } from "./run-in-thread.ts";
import { runSteps } from "./run-steps.mjs";
import { listSteps } from "./steps.ts";

/** Builds the site into public/, step by step; a step that is done is skipped. */
function build(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  const print = (text: string): void => void process.stderr.write(text);
  return withBuildLock(root, () => runSteps(root, listSteps(root, env), print, ({ name }) => runInThread(root, name)));
}

await runProgram(import.meta.url, "build", (root) => build(root, process.env));
