import { ToolError, describeError } from "../../records/command-line.mjs";
import { Interrupted } from "../setup/execute.mjs";
import { findNearest } from "../../../advisor/questions/nearest.mjs";
import { prepare } from "../setup/prepare.mjs";
import { tasks } from "./table.mjs";

/**
 * Runs the task the first word names, after bringing what it needs, and sets the exit code.
 * @param {readonly string[]} words
 */
export async function main(words) {
  try {
    const code = await runTask(words);
    // A task that leaves the code open, as the advisor's command line does, sets its own when it is done.
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    reportFailure(error);
  }
}

/** @param {readonly string[]} words */
async function runTask([name, ...args]) {
  if (name === "--help" || name === "help") {
    process.stdout.write(describeTasks());
    return 0;
  }
  const task = name === undefined ? undefined : tasks.get(name);
  if (!task) {
    process.stderr.write(`${describeUnknown(name)}\n${describeTasks()}`);
    return 2;
  }
  const { run, listNeeds } = await task.load();
  const needs = listNeeds(args);
  endWithNpm(process.env);
  return run({ args, env: await prepare(needs, process.env) });
}

/**
 * Says what is wrong with a task's name and which one was perhaps meant.
 * @param {string | undefined} name
 */
export function describeUnknown(name) {
  if (name === undefined) return "No task was named.";
  const nearest = findNearest(name, [...tasks.keys()]);
  return `There is no task "${name}".${nearest ? ` Did you mean "${nearest}"?` : ""}`;
}

/** Lists the tasks, one per line. */
export function describeTasks() {
  const lines = [...tasks].map(([name, { about }]) => `  ${name.padEnd(9)} ${about}`);
  return ["Usage: node tools/run.mjs TASK [ARGUMENT...]", "", ...lines, ""].join("\n");
}

/** @param {unknown} error */
function reportFailure(error) {
  if (!(error instanceof Interrupted)) process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = error instanceof ToolError ? error.exitCode : 1;
}

/**
 * Ends this program when the npm script it belongs to is ended. npm hands a signal to the shell that it started
 * between itself and us, and a shell such as Debian's dies of it without a word to us.
 * @param {NodeJS.ProcessEnv} env
 */
function endWithNpm(env) {
  if (!env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  watch.unref();
}
