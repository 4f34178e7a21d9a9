import { show } from "../questions/read-situation.ts";
import { isRecord } from "../collections.ts";
import { parseColumns } from "../fleet/read/table/headings.ts";
import { expectOneOf } from "../questions/nearest.mjs";

/** Lists options of other names than the known ones, one line each; an option that is undefined counts as left out. */
export function checkOptions(given: unknown, known: readonly string[]): string[] {
  if (!isRecord(given)) return [`options: found ${show(given)}, expected an object with ${known.join(", ")}`];
  return Object.keys(given)
    .filter((name) => given[name] !== undefined && !known.includes(name))
    .map((name) => `options: found ${show(name)}, ${expectOneOf(name, known)}`);
}

/** Lists columns of a table that cannot be used, one line each. */
export function checkColumns(given: unknown): string[] {
  // Plain JavaScript passes null for no columns.
  if (given === undefined || given === null) return [];
  if (!isRecord(given))
    return [`columns: found ${show(given)}, expected headings by column, such as { adapter: "Card" }`];
  return Object.entries(given).flatMap(([column, heading]) =>
    typeof heading === "string"
      ? parseColumns([`${column}=${heading}`]).problems.map((problem) => `columns: ${problem}`)
      : [`columns.${column}: found ${show(heading)}, expected the heading as text`],
  );
}
