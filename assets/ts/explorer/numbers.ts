import { formatNumber, withUnit } from "../../../tools/compile/numbers.ts";

/** Writes a number as pages do, with at most four digits behind the point. */
export function writeNumber(value: number): string {
  return formatNumber(Number(value.toFixed(4)));
}

/** What a unit is called behind a number. */
export function nameUnit(unit: string): string {
  return withUnit("", unit).trim();
}
