// What the benchmarks share: their options, how figures are printed, memory and processor time.
import type { Browser } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What may be said besides the parts that are measured; each is for the parts that `npm run bench -- --help` says. */
export const benchOptions = {
  /** How many times today's records a build gets. */
  times: { type: "string" },
  /** Paths of pages, lines of the engine, or formats of fleets, with commas between. */
  only: { type: "string" },
  /** How often a page is measured. */
  runs: { type: "string" },
  all: { type: "boolean" },
} as const;

export interface BenchOptions {
  times?: string | undefined;
  only?: string | undefined;
  runs?: string | undefined;
  all?: boolean | undefined;
}

/** Prints a heading and its figures, one per line, names in one column. */
export function printFigures(heading: string, figures: [string, string][]): void {
  const width = Math.max(...figures.map(([name]) => name.length));
  const lines = figures.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  process.stdout.write(`${[heading, ...lines, ""].join("\n")}\n`);
}

/** Bytes as KB of 1,000, one decimal. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

/** A whole number with groups. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString("en-GB");
}

/** Bundles the advisor of the sources as they stand, which any command of it sees to. */
export function bundleAdvisor(root: string): void {
  execFileSync(process.execPath, [join(root, "tools/run.mjs"), "advisor", "--version"], { stdio: "ignore" });
}

/** Starts the browser that pages are measured in. Playwright is loaded only now: most parts need no browser. */
export async function openBrowser(...args: string[]): Promise<Browser> {
  const { chromium } = await import("@playwright/test");
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", ...args] });
}

/** Does work in a folder of its own, which is removed afterwards. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "vnic-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures again and again; the function returned ends that and gives the largest value. */
export function watchPeak(everyMs: number, measure: () => number): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, measure());
  }, everyMs);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

/** Memory of a process as Linux tells it; 0 elsewhere. */
export function residentMegabytes(pid: number | string | undefined): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readProcess(pid, "status"))?.[1] ?? 0) / 1024;
}

/** Memory of each process that this program has started, directly or not; none where the system does not tell. */
export function listChildMegabytes(): number[] {
  const ids = existsSync("/proc") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  const parents = new Map(ids.map((id) => [id, /^PPid:\s+(\d+)/m.exec(readProcess(id, "status"))?.[1] ?? "0"]));
  const isChild = (id: string): boolean => {
    const parent = parents.get(id) ?? "0";
    return parent === String(process.pid) || (parent !== "0" && isChild(parent));
  };
  return ids.filter(isChild).map((id) => residentMegabytes(id));
}

/**
 * Processor time of a process so far as Linux tells it, or of the processes that it has started and that have ended; 0
 * elsewhere. A busy machine changes the clock, not this.
 */
export function processorSeconds(pid: number | undefined, ofEnded = false): number {
  // The name in brackets may hold spaces. Times are in hundredths: utime and stime of proc(5), or cutime and cstime.
  const fields = readProcess(pid, "stat")
    .replace(/^.*\) /s, "")
    .split(" ");
  const at = ofEnded ? 13 : 11;
  return (Number(fields[at]) + Number(fields[at + 1])) / 100 || 0;
}

/** Empty where the system does not tell, and for a process that has ended meanwhile. */
function readProcess(pid: number | string | undefined, file: "status" | "stat"): string {
  try {
    return readFileSync(`/proc/${pid ?? 0}/${file}`, "utf8");
  } catch {
    return "";
  }
}
