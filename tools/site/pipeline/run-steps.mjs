import { ToolError } from "../../records/command-line.mjs";
import { findModules } from "./find-modules.mjs";
import { findReason, hashInputs, listMissing, removeStamp, writeStamp } from "./stamps.mjs";

/**
 * One step of the pipeline.
 * @typedef {object} Step
 * @property {string} name
 * @property {import("./stamps.mjs").Dependencies} dependencies
 * @property {() => Promise<void>} run imports its program only now, which keeps a build without work quick
 */

/** A step that failed and has already said why. */
export class StepFailed extends ToolError {}

/**
 * Runs steps in their order; a step that is done is skipped.
 * @param {string} root
 * @param {readonly Step[]} steps
 * @param {(text: string) => void} print
 */
export async function runSteps(root, steps, print) {
  for (const step of steps) {
    const start = performance.now();
    const reason = await runStep(root, step);
    const seconds = ((performance.now() - start) / 1000).toFixed(2);
    print(`build: ${step.name.padEnd(8)} ${seconds} s  ${reason ?? "unchanged"}\n`);
  }
}

/**
 * Runs a step unless it is done.
 * @param {string} root
 * @param {Step} step
 * @param {(reason: string) => void} [sayReason] called before the step runs
 * @returns {Promise<string | undefined>} why it ran
 */
export async function runStep(root, { name, dependencies, run }, sayReason) {
  const reason = findReason(root, name, dependencies);
  if (reason === undefined) return undefined;
  sayReason?.(reason);
  const modules = await findModules(root, dependencies.programs);
  const inputs = hashInputs(root, dependencies, modules);
  removeStamp(root, name);
  await run();
  const missing = listMissing(root, dependencies);
  if (missing.length > 0) throw new StepFailed(`the step ${name} did not write ${missing.join(", ")}`);
  writeStamp(root, name, dependencies, { modules, inputs });
  return reason;
}
