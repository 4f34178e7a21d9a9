import { ToolError } from "../../records/command-line.mjs";
import { findModules } from "./find-modules.mjs";
import { findReason, hashInputs, listMissing, removeStamp, writeStamp } from "./stamps.mjs";

/**
 * One step of the pipeline.
 * @typedef {object} Step
 * @property {string} name
 * @property {import("./stamps.mjs").Dependencies} dependencies
 * @property {() => Promise<void>} run imports its program only now, which keeps a build without work quick
 * @property {boolean} [isLong] it runs beside the steps after it that do not read what it writes
 */

/** A step that failed and has already said why. */
export class StepFailed extends ToolError {}

/**
 * Runs steps in their order; a step that is done is skipped.
 * @param {string} root
 * @param {readonly Step[]} steps
 * @param {(text: string) => void} print
 * @param {(step: Step) => Promise<void>} [runLong] runs a long step, in a thread
 */
export async function runSteps(root, steps, print, runLong = ({ run }) => run()) {
  /** @type {Map<Step, Promise<void>>} */
  const beside = new Map();
  try {
    for (const step of steps) {
      await Promise.all([...beside].map(([other, done]) => (reads(step, other) ? done : undefined)));
      const done = runAndSay(root, step.isLong ? { ...step, run: () => runLong(step) } : step, print);
      if (!step.isLong) await done;
      else beside.set(step, done);
      // Its failure ends the build at the step that waits for it, or at the end.
      done.catch(() => {});
    }
  } finally {
    // Nothing writes any more once the build has ended.
    await Promise.allSettled(beside.values());
  }
  await Promise.all(beside.values());
}

/** @param {string} root @param {Step} step @param {(text: string) => void} print */
async function runAndSay(root, step, print) {
  const start = performance.now();
  const reason = await runStep(root, step);
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  print(`build: ${step.name.padEnd(8)} ${seconds} s  ${reason ?? "unchanged"}\n`);
}

/** Whether a step reads what another writes. @param {Step} step @param {Step} other */
function reads({ dependencies: { inputs } }, { dependencies: { outputs } }) {
  return inputs.some((input) =>
    outputs.some((output) => `${output}/`.startsWith(`${input}/`) || `${input}/`.startsWith(`${output}/`)),
  );
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
