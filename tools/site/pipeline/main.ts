import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { runProgram } from "../../records/command-line.mjs";
import { withBuildLock } from "./lock.ts";
import { runSteps, type Step } from "./run-steps.mjs";
import { listSteps } from "./steps.ts";

/** Builds the site into public/, step by step; a step that is done is skipped. */
function build(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  const print = (text: string): void => void process.stderr.write(text);
  return withBuildLock(root, () => runSteps(root, listSteps(root, env), print, (step) => runInThread(root, step)));
}

/** Runs a step in a thread of its own; what goes wrong there goes wrong here. */
async function runInThread(root: string, { name }: Step): Promise<void> {
  const thread = new Worker(new URL("./step-thread.mjs", import.meta.url), { workerData: { root, name } });
  await once(thread, "exit");
}

await runProgram(import.meta.url, "build", (root) => build(root, process.env));
