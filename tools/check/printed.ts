/** Finds what the last digit of a printed number counts: 0.01 in 2.50, 1 in 150, 100 in 1.5e3. */
export function lastDigitOf(printed: string): number {
  const match = /^[-+]?\d*\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(printed);
  return match ? 10 ** (Number(match[2] ?? 0) - (match[1] ?? "").length) : 0;
}

/** Writes a computed number with one digit more than the printed ones have, so that it can be compared with them. */
export function printLike(value: number, lastDigit: number): string {
  const digits = Math.min(12, Math.max(0, Math.round(-Math.log10(lastDigit || 1)) + 1));
  return String(Number(value.toFixed(digits)));
}
