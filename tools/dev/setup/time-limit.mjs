import { AsyncLocalStorage } from "node:async_hooks";
import { spawnSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";

/** @typedef {{ name: string, minutes: number, begin: number, describe: () => string }} TimeLimit */

/** Factor for time limits on a busy machine; 1 on an idle one. */
export function slowness() {
  const [load = 0] = loadavg();
  return Math.max(1, load / (2 * availableParallelism()));
}

/** Milliseconds until a limit is reached, as busy as the machine is now. @param {TimeLimit} limit */
export function timeLeft({ minutes, begin }) {
  return begin + minutes * slowness() * 60_000 - Date.now();
}

/** @type {AsyncLocalStorage<TimeLimit>} */
const storage = new AsyncLocalStorage();

/**
 * Does work whose programs are stopped, with all that they started, when its time is over.
 * @template Result
 * @param {{ name: string, minutes: number, describe?: () => string }} limit describe names what is still running, if it is known
 * @param {() => Promise<Result>} work
 */
export function withTimeLimit({ name, minutes, describe = () => "" }, work) {
  return storage.run({ name, minutes, describe, begin: Date.now() }, work);
}

/** The limit of the work that is being done, if it has one. */
export function currentLimit() {
  return storage.getStore();
}

/**
 * Says what is stopped: the tests that are known to run, else the commands.
 * @param {TimeLimit} limit
 * @param {number} group of processes
 */
export function describeOverrun({ name, minutes, describe }, group) {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pgid=,args="], { encoding: "utf8" });
  const commands = (stdout ?? "").split("\n").flatMap((line) => {
    const [, id, command = ""] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(id) === group ? [`  ${command.slice(0, 200)}`] : [];
  });
  return [
    `${name} took longer than ${minutes} minutes (a limit that grows with the machine's load) and is stopped. Still running:`,
    describe(),
    ...commands,
    "",
  ]
    .filter((line, at, lines) => line !== "" || at === lines.length - 1)
    .join("\n");
}

/** Stops a group of processes and whoever in it ignores a friendlier signal. @param {number} group */
export function killGroup(group) {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}
