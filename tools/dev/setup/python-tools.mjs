import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ToolError } from "../../records/command-line.mjs";
import { executeForSetup } from "./execute.mjs";
import { findPython } from "./hugo-wheel.mjs";
import { root } from "./root.mjs";
import { say } from "./say.mjs";

/** Pinned packages with their hashes; its first lines say how it was made. */
const requirements = join(root, "tools", "dev", "setup", "python-tools.txt");

/**
 * Brings the Python packages that tests read our files with, as other people's programs would: jsonschema, frictionless,
 * openapi-python-client, and zizmor, which looks for weak spots in workflows. They are installed once, into the project's
 * ignored folder.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ command: [string, ...string[]], env: NodeJS.ProcessEnv, folder: string }>} how to start a Python that
 *   finds them, and the folder whose bin/ has their commands
 */
export async function providePythonTools(env) {
  const python = await findPython(env);
  if ("missing" in python) throw new ToolError(`Some tests need Python 3. ${python.missing}`);
  const hash = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const folder = join(root, ".cache", "python-tools", hash);
  if (!existsSync(folder)) await install(python.command, folder, env);
  const path = [folder, env.PYTHONPATH].filter(Boolean).join(delimiter);
  return { command: python.command, folder, env: { ...env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: "" } };
}

/**
 * Installs beside the place and then moves, so that an interrupted run never leaves half of the packages.
 * @param {[string, ...string[]]} command
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
async function install([command, ...args], folder, env) {
  say(
    "installing jsonschema, frictionless, openapi-python-client and zizmor (90 MB, from PyPI) into .cache, for the tests",
  );
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
