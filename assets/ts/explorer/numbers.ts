import { groupDigits } from "../../../advisor/text.ts";
import { withUnit } from "../../../tools/records/numbers.ts";

/** Writes a number as pages do, with at most four digits behind the point. */
export function writeNumber(value: number): string {
  return groupDigits(Number(value.toFixed(4)));
}

/** What a unit is called behind a number. */
export function nameUnit(unit: string): string {
  return withUnit("", unit).trim();
}

/** On which side of its number a result is open: "more than 10" may be anything above it. */
export type Bound = "least" | "most";

/** Reads from a result's own words whether its number is a bound and not a value. */
export function boundOf(kind: string, result: string): Bound | undefined {
  if (kind !== "value") return undefined;
  if (/^(more than|at least) /.test(result)) return "least";
  return result.startsWith("at most ") ? "most" : undefined;
}

/** Writes a number of a chart: three digits say all that a mark shows. A whole number stays as it is in its source. */
export function writeRounded(value: number): string {
  return groupDigits(Number.isInteger(value) ? value : Number(value.toPrecision(3)));
}

/** Writes a result without its unit: a reported one with the word that qualifies it. */
export function writeShort(value: number, kind: string, result: string): string {
  return (kind === "value" ? qualifierOf(result) : "") + writeRounded(value);
}

/** Writes a result in the unit of its chart, with the word that qualifies it. */
export function writeInUnit(value: number, unit: string, result: string): string {
  return qualifierOf(result) + withUnit(writeRounded(value), unit);
}

/** "about ", "more than ", "mean ", or nothing. */
function qualifierOf(result: string): string {
  return /^[a-z ]+ (?=-?\d)/.exec(result)?.[0] ?? "";
}

/** Labels the button that shows the next entries of a list: "Show 8 more charts (37 hidden)". */
export function labelMore(hidden: number, atOnce: number, one: string): string {
  const many = `${one}s`;
  if (hidden > atOnce)
    return `Show ${writeNumber(atOnce)} more ${atOnce === 1 ? one : many} (${writeNumber(hidden)} hidden)`;
  return hidden === 1 ? `Show the last ${one}` : `Show the last ${writeNumber(hidden)} ${many}`;
}
