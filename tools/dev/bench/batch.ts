import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { once } from "node:events";
import { situations } from "./situations.ts";

export interface BatchRun {
  lines: number;
  seconds: number;
  peakMegabytes: number;
  halfwayMegabytes: number;
}

/** Sends situations through the command line's batch and watches time and memory of the process. */
export async function runBatch(root: string, lines: number): Promise<BatchRun> {
  const child = spawn(process.execPath, [join(root, "build/advisor/cli.mjs"), "advise", "--batch", "--lean"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const before = process.hrtime.bigint();
  let answered = 0;
  let halfway = 0;
  let peak = 0;
  const watch = (): void => {
    peak = Math.max(peak, residentMegabytes(child.pid));
    if (answered < lines / 2) halfway = peak;
  };
  const timer = setInterval(watch, 100);
  child.stdout.on("data", (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 10) answered++;
  });
  const texts = situations.map((situation) => JSON.stringify(situation));
  const ended = once(child, "close");
  for (let sent = 0; sent < lines; ) {
    const block: string[] = [];
    while (block.length < 1000 && sent < lines) block.push(texts[sent++ % texts.length] as string);
    if (!child.stdin.write(`${block.join("\n")}\n`)) await once(child.stdin, "drain");
  }
  child.stdin.end();
  await ended;
  clearInterval(timer);
  if (answered !== lines) throw new Error(`the batch answered ${answered} of ${lines} lines`);
  return {
    lines,
    seconds: Number(process.hrtime.bigint() - before) / 1e9,
    peakMegabytes: peak,
    halfwayMegabytes: halfway,
  };
}

/** Memory of a process as Linux tells it; 0 elsewhere. */
function residentMegabytes(pid: number | undefined): number {
  const file = `/proc/${pid ?? 0}/status`;
  try {
    return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1] ?? 0) / 1024 : 0;
  } catch {
    // The process may end between the two calls.
    return 0;
  }
}
