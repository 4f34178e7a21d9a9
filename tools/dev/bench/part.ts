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
