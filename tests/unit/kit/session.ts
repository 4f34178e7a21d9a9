import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync, watchFile, unwatchFile } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A run of the script that may be disturbed while it lasts. */
export interface Session {
  child: ChildProcess;
  ended: Promise<Ended>;
}

/** Starts a command in the background. */
export function start(
  [command = "", ...args]: string[],
  options: { uid?: number; env?: NodeJS.ProcessEnv } = {},
): Session {
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH },
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
  return { child, ended };
}

/** Waits until a session's journal has so many repetitions, or the session ends. */
export async function waitForRepetitions(journal: string, count: number, { ended }: Session): Promise<void> {
  const reached = new Promise<void>((resolve) => {
    watchFile(journal, { interval: 20 }, () => {
      if (countRepetitions(journal) >= count) resolve();
    });
  });
  await Promise.race([reached, ended]);
  unwatchFile(journal);
}

/** Waits for the end of a process; one that does not end runs into the limit of the test. */
export async function endOf(id: number): Promise<void> {
  while (isRunning(id)) await nextTurn();
}

function isRunning(id: number): boolean {
  try {
    // A zombie has ended, though its number is not free yet.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** How many repetitions a journal holds. */
function countRepetitions(journal: string): number {
  return existsSync(journal)
    ? (readFileSync(journal, "utf8").match(/^\{"record":"repetition".*\}$/gm) ?? []).length
    : 0;
}
