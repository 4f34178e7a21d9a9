import { formatNumber, roundToData, withUnit } from "../../../tools/records/numbers.ts";

/** Writes a number as pages do, with at most four digits behind the point. */
export function writeNumber(value: number): string {
  return formatNumber(Number(value.toFixed(4)));
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

/** Writes a result without its unit: a reported one with the word that qualifies it, a computed mean with four digits. */
export function writeShort(value: number, kind: string, result: string): string {
  if (kind !== "value") return formatNumber(roundToData(value));
  const qualifier = /^[a-z ]+ (?=-?\d)/.exec(result)?.[0] ?? "";
  return qualifier + formatNumber(roundToData(value));
}
