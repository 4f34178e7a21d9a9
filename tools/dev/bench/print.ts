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
