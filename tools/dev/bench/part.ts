// What the benchmarks share: their options, how figures are printed, memory and processor time.
import { existsSync, readdirSync, readFileSync } from "node:fs";

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

/** Memory of a process as Linux tells it; 0 elsewhere. */
export function residentMegabytes(pid: number | undefined): number {
  const file = `/proc/${pid ?? 0}/status`;
  try {
    return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1] ?? 0) / 1024 : 0;
  } catch {
    // The process may end between the two calls.
    return 0;
  }
}

/** Processor time of a process so far as Linux tells it; 0 elsewhere. A busy machine changes the clock, not this. */
export function processorSeconds(pid: number | undefined): number {
  try {
    // The name in brackets may hold spaces; the times are the 12th and 13th field after it, in hundredths.
    const fields = readFileSync(`/proc/${pid ?? 0}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** Memory of the largest process that a process has started, directly or not; 0 where there is no /proc. */
export function largestChildMegabytes(pid: number): number {
  if (!existsSync("/proc")) return 0;
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      // The name in brackets may hold spaces; the parent is the second field after it.
      const [, parent] = readFileSync(`/proc/${name}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      parents.set(Number(name), Number(parent));
    } catch {
      // The process ended in between.
    }
  }
  const isBelow = (child: number | undefined): boolean => {
    for (let parent = parents.get(child ?? 0); parent; parent = parents.get(parent)) if (parent === pid) return true;
    return false;
  };
  return Math.max(0, ...[...parents.keys()].filter(isBelow).map(residentMegabytes));
}
