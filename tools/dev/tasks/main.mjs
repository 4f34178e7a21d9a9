import { ToolError, describeError } from "../../records/command-line.mjs";
import { Interrupted } from "../setup/execute.mjs";
import { findNearest } from "../../../advisor/questions/nearest.mjs";
import { prepare } from "../setup/prepare.mjs";
import { bench, build, fix, makeTask, preview, release } from "./programs.mjs";

/** @typedef {import('../setup/prepare.mjs').Task} Task */

/** What `npm run` offers. A task with a module of its own is loaded only when it is asked for. @type {ReadonlyMap<string, Task>} */
export const tasks = new Map(
  Object.entries({
    start: {
      about: "build the site and serve it at http://localhost:1313/ (PORT sets another port)",
      load: () => import("./start.mjs"),
    },
    test: {
      about: "run every test, or one part, or what a change can touch (npm test -- --help)",
      load: () => import("./test.mjs"),
    },
    build: { about: "build the site into public/ (BASE_URL sets its address)", load: () => build },
    release: {
      about: "write a release: the site's archive, samples for web servers, packages, checksums, SBOM",
      load: () => release,
    },
    new: {
      about: "write the draft of a record: new dataset, source, guest, ...",
      load: () => makeTask("tools/dev/scaffold/main.ts"),
    },
    preview: { about: "serve the pages of some records and follow their changes", load: () => preview },
    fix: { about: "format the code and fix what the linter can", load: () => fix },
    check: { about: "check the records in data/", load: () => makeTask("tools/check/main.ts") },
    "data:diff": {
      about: "list changes to the records, the advice and the charts since a git revision",
      load: () => makeTask("tools/dev/diff/main.ts"),
    },
    review: {
      about: "prepare the comment and screenshots for a pull request",
      load: () => makeTask("tools/dev/review/main.ts"),
    },
    links: {
      about: "check that the cited addresses still answer (requires the network)",
      load: () => makeTask("tools/dev/links/main.ts"),
    },
    bench: { about: "measure the site and the engine", load: () => bench },
    lab: {
      about: "count the register accesses of virtual adapters, in emulation",
      load: () => makeTask("tools/lab/main.ts"),
    },
    kit: {
      about: "import the output of network tests as a dataset record, and compare two results",
      load: () => makeTask("tools/kit/main.ts"),
    },
    packages: {
      about: "build the npm packages into build/packages (-- --pack FOLDER makes tarballs)",
      load: () => makeTask("tools/packages/main.ts"),
    },
    advisor: { about: "run the advisor's command line", load: () => import("./advisor.mjs") },
  }),
);

/**
 * Runs the task the first word names, after bringing what it needs, and sets the exit code.
 * @param {readonly string[]} words
 */
export async function main(words) {
  try {
    const code = await runTask(words);
    // A task that returns no exit code, such as the advisor's command line, sets its own later.
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    reportFailure(error);
  }
}

/** @param {readonly string[]} words */
async function runTask([name, ...args]) {
  if (name === "--help" || name === "-h" || name === "help") {
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

/** Says what is wrong with a task's name and which one was perhaps meant. @param {string | undefined} name */
export function describeUnknown(name) {
  if (name === undefined) return "No task was named.";
  const nearest = findNearest(name, [...tasks.keys()]);
  return `There is no task "${name}".${nearest ? ` Did you mean "${nearest}"?` : ""}`;
}

/** Lists the tasks, one per line. */
function describeTasks() {
  const lines = [...tasks].map(([name, { about }]) => `  ${name.padEnd(9)} ${about}`);
  return [
    "Usage: node tools/run.mjs TASK [ARGUMENT...]",
    "",
    ...lines,
    "",
    "npm run TASK -- --help shows the options of a task.",
    "",
  ].join("\n");
}

/** @param {unknown} error */
function reportFailure(error) {
  if (!(error instanceof Interrupted)) process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = error instanceof ToolError ? error.exitCode : 1;
}

/**
 * Ends this program when the npm script it belongs to is ended. npm hands a signal to the shell that it started
 * between itself and us, and a shell such as Debian's exits without passing the signal on.
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
