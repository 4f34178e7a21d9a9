import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { StepFailed } from "./run-steps.mjs";

/** Runs a step in a thread of its own. Fails if the thread throws an error or ends with an exit code other than 0. */
export async function runInThread(
  root: string,
  name: string,
  program = new URL("./step-thread.mjs", import.meta.url),
): Promise<void> {
  const thread = new Worker(program, { workerData: { root, name } });
  const [code] = (await once(thread, "exit")) as [number];
  if (code !== 0) throw new StepFailed(`the thread of the step ${name} ended with exit code ${code}`);
}
