import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { providePythonTools } from "../../../tools/dev/setup/python-tools.mjs";

const execute = promisify(execFile);

/** Runs Python with the packages of the tests; gives what it prints, and throws with its messages if it fails. */
export async function runPython(
  args: readonly string[],
  folder = join(import.meta.dirname, "../../.."),
): Promise<string> {
  const { command, env } = await providePythonTools(process.env);
  const [program, ...first] = command;
  const { stdout } = await execute(program, [...first, ...args], { env, cwd: folder, maxBuffer: 1 << 26 });
  return stdout;
}
