import { formatNumber, roundToData, withUnit } from "../../../tools/records/numbers.ts";

/** Writes a number as pages do, with at most four digits behind the point. */
export function writeNumber(value: number): string {
  return formatNumber(Number(value.toFixed(4)));
}

/** What a unit is called behind a number. */
export function nameUnit(unit: string): string {
  return withUnit("", unit).trim();
}

/** Writes a result without its unit: a reported one with the word that qualifies it, a computed mean with four digits. */
export function writeShort(value: number, kind: string, result: string): string {
  if (kind !== "value") return formatNumber(roundToData(value));
  const qualifier = /^[a-z ]+ (?=-?\d)/.exec(result)?.[0] ?? "";
  return qualifier + formatNumber(roundToData(value));
}
