/** Drops the noise of binary fractions: twelve digits are more than any tool measures. */
export function round(value: number): number {
  return Number(value.toPrecision(12));
}

/** Reads a plain decimal number; undefined for anything else, such as `-nan`. */
export function readDecimal(text: string): number | undefined {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

/** Bits per second of a rate's unit, as network tools write it; undefined for a unit that is not known. */
export function bitsPerSecond(unit: string): number | undefined {
  const plain = unit.replace(/\s+/g, "").replace(/(?:\/s(?:ec(?:ond)?)?|ps)$/i, "");
  const power = /^10\^(\d)bits$/.exec(plain);
  if (power) return 10 ** Number(power[1]);
  const [, prefix = "", what = ""] = /^([kKmMgGtT]?)(bits?|b|bytes?|B)$/.exec(plain) ?? [];
  if (what === "") return undefined;
  return 1000 ** " kmgt".indexOf(prefix.toLowerCase() || " ") * (/^(?:B|bytes?)$/.test(what) ? 8 : 1);
}

/** Seconds of a unit of time; undefined for a unit that is not known. */
export function secondsOf(unit: string): number | undefined {
  const plain = unit.trim().toLowerCase();
  if (/^(?:ns|nsec|nanoseconds?)$/.test(plain)) return 1e-9;
  if (/^(?:us|µs|usec|microseconds?)$/.test(plain)) return 1e-6;
  if (/^(?:ms|msec|milliseconds?)$/.test(plain)) return 1e-3;
  return /^(?:s|sec|seconds?)$/.test(plain) ? 1 : undefined;
}

/** Bits in one unit of throughput of the tools that count in powers of two: 2^20 bytes. */
export const bitsOfMebibyte = 8 * 1024 * 1024;

/** Largest payload of a UDP datagram that fits one frame at the usual MTU of 1500. */
export const largestUnfragmented = 1472;

/** What has to be known about a rate of datagrams that the network cuts into several packets. */
export function noteFragments(messageBytes: number | undefined): string | undefined {
  return messageBytes !== undefined && messageBytes > largestUnfragmented
    ? `Datagrams of ${messageBytes} bytes: at an MTU of 1500 each is several packets.`
    : undefined;
}
