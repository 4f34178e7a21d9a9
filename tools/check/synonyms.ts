import { isSameWord } from "./nearest.ts";

/** A word that was meant by another, and whether the two say the same, so that one may be written for the other. */
export interface Synonym {
  word: string;
  isSame: boolean;
}

/** Other spellings of words that the schemas know under one spelling only; capitals do not matter. */
const spellings: { readonly [word: string]: readonly string[] } = {
  "Gbit/s": ["Gbps", "Gbit/sec", "Gbits/s", "Gbits/sec", "gigabits/s", "Gbit per second"],
  "Mbit/s": ["Mbps", "Mbit/sec", "Mbits/s", "Mbits/sec", "megabits/s", "Mbit per second"],
  "packets/s": ["pps", "pkt/s", "pkts/s", "packet/s", "packets/sec", "packets per second"],
  "transactions/s": ["tps", "trans/s", "transaction/s", "transactions/sec", "transactions per second"],
  us: ["µs", "μs", "usec", "usecs", "microsecond", "microseconds"],
  ms: ["msec", "msecs", "millisecond", "milliseconds"],
  bytes: ["byte"],
  percent: ["%", "pct", "per cent"],
  ratio: ["times", "x"],
  yes: ["supported", "true"],
  no: ["unsupported", "not supported", "false"],
  receive: ["rx"],
  transmit: ["tx"],
};

/** What was probably meant by words that say something else, or too little. */
const hints: { readonly [word: string]: readonly string[] } = {
  "Gbit/s": ["Gbit", "Gb/s"],
  "Mbit/s": ["Mbit", "Mb/s"],
  "transactions/s": ["requests/s", "ops/s"],
};

const same = invert(spellings);
const near = invert(hints);
/** A capital B counts bytes, so Gb/s in other capitals is another unit. */
const exact: ReadonlyMap<string, string> = new Map([
  ["Gb/s", "Gbit/s"],
  ["Mb/s", "Mbit/s"],
]);
const bytes = /^[kmgt]i?B(ps|\/s)/i;

/** Finds the accepted word that somebody meant by another spelling of it. */
export function findSynonym(word: string, accepted: readonly string[]): Synonym | undefined {
  const lower = word.toLowerCase();
  const isBytes = bytes.test(word) && word.includes("B");
  const meant = exact.get(word) ?? (isBytes ? undefined : same.get(lower));
  if (meant !== undefined && accepted.includes(meant)) return { word: meant, isSame: true };
  const variants = accepted.filter((candidate) => isSameWord(candidate, word));
  if (variants.length === 1 && variants[0] !== undefined) return { word: variants[0], isSame: true };
  const hint = isBytes ? undefined : near.get(lower);
  return hint !== undefined && accepted.includes(hint) ? { word: hint, isSame: false } : undefined;
}

function invert(words: { readonly [word: string]: readonly string[] }): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([word, others]) =>
      others.map((other): [string, string] => [other.toLowerCase(), word]),
    ),
  );
}
