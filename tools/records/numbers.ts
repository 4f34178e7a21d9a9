import { groupDigits } from "../../advisor/text.ts";
/** U+00A0, between a number and its unit. */
export const noBreakSpace = "\u00A0";

/** Rounds to a number of decimals. */
export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** Rounds to a number of decimals and writes all of them. */
export function formatFixed(value: number, decimals: number): string {
  return value
    .toFixed(decimals)
    .replace(/^(-?)(\d+)/, (_, sign: string, whole: string) => sign + groupDigits(Number(whole)));
}

/** Writes a ratio with two decimals where they say something. */
export function writeRatio(ratio: number): string {
  return formatFixed(ratio, ratio < 10 ? 2 : ratio < 100 ? 1 : 0);
}

/** Figures that a number without a known spread keeps where it has a fraction. */
const mostFigures = 4;

/**
 * Rounds what was computed to the precision that its data have: nothing finer than a tenth of what they spread over, and no
 * more than four figures. Whole numbers are counts or printed as such, and stay.
 */
export function roundToData(value: number, spread?: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  const decimals = (size: number, figures: number): number =>
    Math.max(0, figures - 1 - Math.floor(Math.log10(Math.abs(size))));
  const fine = spread === undefined || !(spread > 0) ? Infinity : decimals(spread, 2);
  return Number(value.toFixed(Math.min(fine, decimals(value, mostFigures), 100)));
}

/** Writes a number with its unit, which never part at the end of a line. */
export function formatQuantity(value: number, unit: string): string {
  return withUnit(groupDigits(value), unit);
}

/** Puts a unit's sign after a number that is already written. */
export function withUnit(number: string, unit: string): string {
  const sign = signs[unit] ?? unit;
  return sign === "" ? number : number + noBreakSpace + sign.replaceAll(" ", noBreakSpace);
}

const signs: Record<string, string> = {
  us: "µs",
  percent: "%",
  "percent-of-core": "% of a core",
  "percent-of-core-per-Gbit/s": "% of a core per Gbit/s",
  "Hz-per-bit/s": "Hz per bit/s",
  "users-per-percent": "users per % CPU",
  "accesses/packet": "accesses per packet",
  "accesses/transaction": "accesses per transaction",
  "accesses/interrupt": "accesses per interrupt",
  "accesses/MiB": "accesses per MiB",
  "interrupts/packet": "interrupts per packet",
  "interrupts/transaction": "interrupts per transaction",
  "interrupts/MiB": "interrupts per MiB",
};
