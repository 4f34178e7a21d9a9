/**
 * Finds the numbers that a text may mean: `10,000` is ten thousand, `2,65` is 2.65, `4.47Gbit` is 4.47,
 * `256.24,255.00` are two. Digits inside a word (vmxnet3, e1000) are no numbers.
 */
export function findNumbers(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [token] of text.matchAll(/(?<![A-Za-z0-9_.,])[-\u2212]?\d[\d.,\u00A0\u202F]*/g)) {
    const number = token
      .replace(/[\u00A0\u202F]/g, "")
      .replace("\u2212", "-")
      .replace(/(?<![.,])[.,]+$/, "");
    for (const value of readToken(number)) {
      found.add(value);
      // A dash before a number is more often a range than a sign.
      found.add(Math.abs(value));
    }
  }
  return found;
}

/** What digits with points and commas in them can mean; none where they mean nothing. */
export function readToken(token: string): number[] {
  if (/e/i.test(token)) return [Number(token)].filter((number) => !Number.isNaN(number));
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(token)) return [Number(token.replaceAll(",", ""))];
  if (/^-?\d+([.,]\d+)?$/.test(token)) return [Number(token.replace(",", "."))];
  return token
    .split(",")
    .map(Number)
    .filter((number) => !Number.isNaN(number));
}

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
