import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

const tools = fileURLToPath(new URL("../../../../tools/site/pipeline/", import.meta.url));
const tests = fileURLToPath(new URL("./", import.meta.url));

/** Starts a program of a few lines, which know the pipeline's folder as `tools` and this one as `tests`, and tell their parent something with `say`. */
export function startProgram(lines: string, words: readonly string[]): ChildProcess {
  // A test process tells its children to report to the runner; this is none of its tests.
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const head = `const [tools, tests] = ${JSON.stringify([tools, tests])}; const [, ...words] = process.argv; const say = (text) => process.stdout.write(text + "\\n");`;
  const program = ["--import", "tsx", "--input-type=module", "-e", `${head}\n${lines}`, ...words];
  return spawn(process.execPath, program, { env, stdio: ["pipe", "pipe", "pipe"] });
}

/** Waits until a program has said something, on standard output or standard error. */
export function hear(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (wanted.test(said)) resolve(said);
      });
    }
    child.once("close", () => reject(new Error(`it ended without saying ${String(wanted)}: ${said}`)));
  });
}

/** Kills a program as nothing can prevent, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await gone;
}
