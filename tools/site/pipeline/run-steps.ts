import type { Step } from "./steps.ts";
import { hashInputs, isDone, listMissing, removeStamp, writeStamp } from "./stamps.ts";

/** A step that failed and has already said why. */
export class StepFailed extends Error {}

/** Runs steps in their order; a step that is done is skipped. */
export async function runSteps(root: string, steps: readonly Step[], print: (text: string) => void): Promise<void> {
  for (const { name, dependencies, run } of steps) {
    const start = performance.now();
    // Taken before the run: what changes during it is new to the next build.
    const inputs = hashInputs(root, dependencies);
    const isNeeded = !isDone(root, name, dependencies, inputs);
    if (isNeeded) {
      removeStamp(root, name);
      await run();
      const missing = listMissing(root, dependencies);
      if (missing.length > 0) throw new StepFailed(`the step ${name} did not write ${missing.join(", ")}`);
      writeStamp(root, name, dependencies, inputs);
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(2);
    print(`build: ${name.padEnd(8)} ${seconds} s${isNeeded ? "" : "  unchanged"}\n`);
  }
}
