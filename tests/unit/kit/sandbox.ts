import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseResult } from "./result.ts";
import type { Result } from "./result.ts";
import { script } from "./shells.ts";
import type { Shell } from "./shells.ts";

export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A guest made of files: its commands in bin/, its /sys, /proc and /etc in root/, its current folder in work/. */
export interface Sandbox {
  folder: string;
  /** Puts a shell script in place of a command. */
  stub: (command: string, body: string) => void;
  remove: (command: string) => void;
  /** Puts back a command of the guest that was removed. */
  restore: (command: string) => void;
  /** Writes a file below root/, for example sys/class/net/ens192/mtu. */
  write: (path: string, text: string) => void;
  link: (path: string, to: string) => void;
  run: (...args: string[]) => Outcome;
  start: (...args: string[]) => ChildProcess;
  /** Runs against 192.0.2.10, only one stream sent unless options say more; expects success, gives the valid result. */
  measure: (...args: string[]) => Result;
  /** The same, interrupted in the pause after so many repetitions: enough for a test that reads no later one. */
  measureFirst: (repetitions: number, ...args: string[]) => Result;
  /** Names of the files in the guest's current folder and its folder for temporary files. */
  listFiles: () => string[];
  /** The measuring tools' calls since the last measure, as the stubs noted them. */
  listCalls: () => string[];
  dispose: () => void;
}

export const nic = "ens192";
const target = "192.0.2.10";

/** One direction and one stream: a series instead of four. */
export const single = ["--direction", "send", "--streams", "1"];

/** Nobody waits in a test: the script's pauses are empty here. */
const noWait = "exit 0";

/** Everything the script may use beyond its shell; what is not here the guest does not have. */
const tools = "awk cat date dd grep head mktemp mv od printf rm sed sync tail timeout tr uname".split(" ");

/** Makes a guest with one interface, no measuring tool and no ethtool; the script may be a copy. */
export function createSandbox(shell: Shell, file: string = script): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), "vnic-kit-"));
  const at = (...path: string[]): string => join(folder, ...path);
  for (const name of ["bin", "root", "work", "tmp"]) mkdirSync(at(name));
  const restore = (name: string): void => {
    const file = shell.findTool(name);
    if (file === undefined) throw new Error(`${shell.name} has no ${name}`);
    symlinkSync(file, at("bin", name));
  };
  for (const name of tools) restore(name);
  const options = {
    cwd: at("work"),
    env: { PATH: at("bin"), TMPDIR: at("tmp"), VNIC_ROOT: at("root"), LANG: "de_DE.UTF-8", CALLS: at("calls") },
  };
  const argv = (args: string[]): [string, string[]] => [shell.argv[0] ?? "", [...shell.argv.slice(1), file, ...args]];
  const measure = (status: number, args: string[]): Result => {
    for (const name of readdirSync(folder)) if (name.startsWith("calls")) rmSync(at(name));
    const narrow = args.includes("--test") ? [] : ["--test", "throughput"];
    const outcome = sandbox.run("--target", target, "--output", "result.json", ...single, ...narrow, ...args);
    if (outcome.status !== status) throw new Error(`status ${outcome.status}\n${outcome.stderr}`);
    const result = parseResult(readFileSync(at("work", "result.json"), "utf8"));
    for (const name of ["result.json", "result.jsonl"]) rmSync(at("work", name));
    return result;
  };

  const sandbox: Sandbox = {
    folder,
    stub: (command, body) => {
      rmSync(at("bin", command), { force: true });
      writeFileSync(at("bin", command), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    },
    remove: (command) => rmSync(at("bin", command)),
    restore,
    write: (path, text) => {
      mkdirSync(dirname(at("root", path)), { recursive: true });
      writeFileSync(at("root", path), text);
    },
    link: (path, to) => {
      mkdirSync(dirname(at("root", path)), { recursive: true });
      symlinkSync(to, at("root", path));
    },
    run: (...args) => {
      const { status, stdout, stderr } = spawnSync(...argv(args), { ...options, encoding: "utf8" });
      return { status, stdout, stderr };
    },
    start: (...args) => spawn(...argv(args), options),
    measure: (...args) => measure(0, args),
    measureFirst: (repetitions, ...args) => {
      sandbox.stub(
        "sleep",
        `done=$(grep -c '^{"record":"repetition"' result.jsonl)\n[ "$done" -lt ${repetitions} ] || kill -TERM $PPID`,
      );
      const result = measure(143, args);
      if (result.repetitions.length !== repetitions) throw new Error(`${result.repetitions.length} repetitions`);
      sandbox.stub("sleep", noWait);
      return result;
    },
    listFiles: () => [...readdirSync(at("work")), ...readdirSync(at("tmp"))],
    listCalls: () => (existsSync(at("calls")) ? readFileSync(at("calls"), "utf8").trim().split("\n") : []),
    dispose: () => rmSync(folder, { recursive: true }),
  };
  sandbox.stub("sleep", noWait);
  sandbox.stub("ip", `echo "$3 via 198.51.100.1 dev ${nic} src 198.51.100.7 uid 0"`);
  sandbox.write(`sys/class/net/${nic}/mtu`, "1500\n");
  sandbox.write(`sys/class/net/${nic}/address`, "00:50:56:00:00:11\n");
  return sandbox;
}
