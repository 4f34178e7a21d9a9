/** Drops the noise of binary fractions: twelve digits are more than any tool measures. */
export function round(value: number): number {
  return Number(value.toPrecision(12));
}

/** Reads a plain decimal number; undefined for anything else, such as `-nan`. */
export function readDecimal(text: string): number | undefined {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}
