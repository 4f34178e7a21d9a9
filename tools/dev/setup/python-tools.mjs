import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ToolError } from "../../records/command-line.mjs";
import { executeForSetup, say } from "./execute.mjs";
import { findPython } from "./hugo-wheel.mjs";
import { root } from "./root.mjs";

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
  if (!existsSync(folder)) await install(python.command, requirements, folder, sets[name].what, env);
  const path = [folder, env.PYTHONPATH].filter(Boolean).join(delimiter);
  return { command: python.command, folder, env: { ...env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: "" } };
}

/**
 * Installs beside the place and then moves, so that an interrupted run never leaves half of the packages.
 * @param {[string, ...string[]]} command
 * @param {string} requirements
 * @param {string} folder
 * @param {string} what
 * @param {NodeJS.ProcessEnv} env
 */
async function install([command, ...args], requirements, folder, what, env) {
  say(`installing ${what} into .cache, for the tests`);
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    const pip = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--quiet"];
    const code = await executeForSetup(
      command,
      [
        ...args,
        ...pip,
        "--target",
        partial,
        "--no-deps",
        "--require-hashes",
        "--only-binary=:all:",
        // Its maker publishes no wheel.
        "--no-binary=pyspark",
        "-r",
        requirements,
      ],
      { env: { ...env, PIP_USER: "no", PIP_ROOT_USER_ACTION: "ignore" } },
    );
    if (code !== 0)
      throw new ToolError(`pip failed with code ${code}; see its message above. It needs PyPI or a mirror of it.`);
    // Another run may have been quicker.
    if (!existsSync(folder)) renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}
