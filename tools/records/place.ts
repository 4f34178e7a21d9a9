import type { Position } from "./record.ts";

/** Answers at which line and column of a text an offset lies, as editors count: lines end in LF, CR LF or CR. */
export function makePlacer(text: string): (offset: number) => Position {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)];
  return (offset) => {
    const within = Math.min(offset, text.length);
    const line = countUpTo(starts, within);
    return { line, col: within - (starts[line - 1] ?? 0) + 1 };
  };
}

/** Counts the entries of an ascending list that are no larger than a limit. */
export function countUpTo(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Infinity) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
