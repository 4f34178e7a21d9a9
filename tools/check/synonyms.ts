import { isSameWord } from "../../advisor/questions/nearest.mjs";

/** A word that was meant by another, and whether the two say the same, so that one may be written for the other. */
interface Synonym {
  word: string;
  isSame: boolean;
}

/** Other spellings of words that the schemas know under one spelling only; capitals do not matter. */
const spellings: { readonly [word: string]: readonly string[] } = {
  "kbit/s": ["kbit/sec", "kbits/s", "kbits/sec", "10^3bits/s", "10^3bits/sec"],
  "Mbit/s": ["Mbit/sec", "Mbits/s", "Mbits/sec", "10^6bits/s", "10^6bits/sec", "megabits/s", "Mbit per second"],
  "Gbit/s": ["Gbit/sec", "Gbits/s", "Gbits/sec", "10^9bits/s", "10^9bits/sec", "gigabits/s", "Gbit per second"],
  "packets/s": ["pps", "pkt/s", "pkts/s", "packet/s", "packets/sec", "packets per second"],
  "kpackets/s": ["kpps"],
  "Mpackets/s": ["Mpps"],
  "transactions/s": ["tps", "trans/s", "transaction/s", "transactions/sec", "transactions per second"],
  "operations/s": ["ops/s", "iops", "operations/sec", "operations per second"],
  us: ["µs", "μs", "usec", "usecs", "microsecond", "microseconds"],
  ms: ["msec", "msecs", "millisecond", "milliseconds"],
  s: ["sec", "secs", "second", "seconds"],
  bytes: ["byte"],
  percent: ["%", "pct", "per cent"],
  yes: ["supported", "true"],
  no: ["unsupported", "not supported", "false"],
  receive: ["rx"],
  transmit: ["tx"],
};

/** Probable meanings of words that are wrong or too vague. */
const hints: { readonly [word: string]: readonly string[] } = {
  "Gbit/s": ["Gbit"],
  "Mbit/s": ["Mbit"],
  "transactions/s": ["requests/s"],
};

const same = invert(spellings);
const near = invert(hints);

/** Finds the accepted word that somebody meant by another spelling of it. */
export function findSynonym(word: string, accepted: readonly string[]): Synonym | undefined {
  const rate = readRate(word);
  if (rate) return accepted.includes(rate.word) ? rate : undefined;
  const meant = same.get(word.toLowerCase());
  if (meant !== undefined && accepted.includes(meant)) return { word: meant, isSame: true };
  const variants = accepted.filter((candidate) => isSameWord(candidate, word));
  if (variants.length === 1 && variants[0] !== undefined) return { word: variants[0], isSame: true };
  const hint = near.get(word.toLowerCase());
  return hint !== undefined && accepted.includes(hint) ? { word: hint, isSame: false } : undefined;
}

/**
 * Reads a rate with a single b: `Gbps` is bits, `GB/s` is bytes, eight times as much. In `gb/s` and `GBPS` the capitals
 * say nothing, so bits, which are usual for networks, are only a guess.
 */
function readRate(word: string): Synonym | undefined {
  const [, prefix = "", letter = "", ending = ""] = /^([kmg])(b)(ps|\/s|\/sec)$/i.exec(word) ?? [];
  if (letter === "") return undefined;
  const scale = prefix.toLowerCase() === "k" ? "k" : prefix.toUpperCase();
  if (letter === "B" && word !== word.toUpperCase()) return { word: `${scale}B/s`, isSame: true };
  const isBits = letter === "b" && (ending.toLowerCase() === "ps" || prefix === scale);
  return { word: `${scale}bit/s`, isSame: isBits };
}

function invert(words: { readonly [word: string]: readonly string[] }): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([word, others]) =>
      others.map((other): [string, string] => [other.toLowerCase(), word]),
    ),
  );
}
