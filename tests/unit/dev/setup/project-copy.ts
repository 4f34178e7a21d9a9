import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

type Finished = { code: number | null; stdout: string; stderr: string };

const copied = [
  "advisor/questions/nearest.mjs",
  "tools/run.mjs",
  "tools/dev/release/options.mjs",
  "tools/dev/setup",
  "tools/dev/tasks",
  "tools/dev/test-runner",
  "tools/dev/server",
  "tools/dev/versions.json",
  "tools/lab/find-command.mjs",
  "tools/records/command-line.mjs",
  "tools/records/list-files.mjs",
  "tools/site/pipeline",
];

/** A copy of the entry and its set-up in a folder of its own, with small programs in place of those it runs. */
export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), "atlas-"));

  constructor() {
    for (const path of [...copied, "package.json", "package-lock.json"]) {
      cpSync(path, join(this.folder, path), { recursive: true });
    }
    this.write("hugo", "#!/bin/sh\necho hugo v0.168.0-stub linux/amd64\n");
    chmodSync(join(this.folder, "hugo"), 0o755);
  }

  linkPackages(): this {
    symlinkSync(resolve("node_modules"), join(this.folder, "node_modules"), "junction");
    return this;
  }

  write(path: string, text: string): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  start(words: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    return this.startWith([process.execPath], words, env);
  }

  /** Starts the entry by another program in front of it. */
  startWith(front: readonly [string, ...string[]], words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
    // A test process tells its children to report to the outer runner; these are none of its tests.
    // What npm tells about the outer `npm test` is not theirs either.
    const { NODE_TEST_CONTEXT, CI, BASE_URL, npm_lifecycle_event, npm_execpath, ...own } = process.env;
    const [command, ...args] = front;
    return spawn(command, [...args, join(this.folder, "tools/run.mjs"), ...words], {
      cwd: tmpdir(),
      env: { ...own, HUGO: join(this.folder, "hugo"), ...env },
    });
  }

  async run(words: readonly string[], env: NodeJS.ProcessEnv = {}, input = ""): Promise<Finished> {
    const child = this.start(words, env);
    child.stdin?.on("error", () => {}).end(input);
    return finish(child);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Waits for a program to end and gives back all it printed. */
export async function finish(child: ChildProcess): Promise<Finished> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const code = await new Promise<number | null>((settle) => child.once("close", settle));
  return { code, stdout, stderr };
}
