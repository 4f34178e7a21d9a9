import { provideDependencies } from "./dependencies.mjs";
import { extendPath } from "../../lab/find-command.mjs";
import { provideHugo } from "./hugo.mjs";
import { providePythonTools } from "./python-tools.mjs";
import { provideTestTools } from "./system-packages.mjs";

/**
 * @typedef {'dependencies' | 'hugo' | 'python' | 'browser' | 'commands' | 'emulator' | 'spark'} Need
 * @typedef {{ args: readonly string[], env: NodeJS.ProcessEnv }} TaskCall
 * @typedef {{
 *   listNeeds: (args: readonly string[]) => Need[],
 *   run: (call: TaskCall) => Promise<number | void>,
 * }} TaskModule
 * @typedef {{ about: string, load: () => TaskModule | Promise<TaskModule> }} Task about: what the list of tasks says of it
 */

/**
 * Installs what a task needs and this machine lacks. Returns the environment for the task's programs.
 * @param {readonly Need[]} needs
 * @param {NodeJS.ProcessEnv} given
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function prepare(needs, given) {
  // Windows writes the variable's name in any case, and needs no more folders.
  const env = process.platform === "win32" ? { ...given } : { ...given, PATH: extendPath(given.PATH) };
  if (needs.includes("dependencies")) await provideDependencies();
  if (needs.includes("hugo")) Object.assign(env, await provideHugo(env));
  // Install these before the tests start in parallel, so that no two tests install them at once.
  if (needs.includes("python")) await providePythonTools(env);
  if (needs.includes("spark")) await providePythonTools(env, "spark");
  const tools = needs.filter((need) => ["browser", "commands", "emulator", "spark"].includes(need));
  if (tools.length > 0) Object.assign(env, await provideTestTools(env, tools));
  return env;
}
