/** Spellings that people bring along from elsewhere, for words that the schemas know under one spelling only. */
const synonyms: { readonly [spelling: string]: string } = {
  gbps: "Gbit/s",
  "gb/s": "Gbit/s",
  gbit: "Gbit/s",
  mbps: "Mbit/s",
  "mb/s": "Mbit/s",
  mbit: "Mbit/s",
  pps: "packets/s",
  tps: "transactions/s",
  "requests/s": "transactions/s",
  µs: "us",
  μs: "us",
  usec: "us",
  microseconds: "us",
  msec: "ms",
  milliseconds: "ms",
  "%": "percent",
  times: "ratio",
  x: "ratio",
  supported: "yes",
  true: "yes",
  unsupported: "no",
  "not supported": "no",
  false: "no",
  rx: "receive",
  tx: "transmit",
};

/** Finds the accepted word that somebody meant by another spelling of it. */
export function findSynonym(word: string, accepted: readonly string[]): string | undefined {
  const meant = synonyms[word.toLowerCase()];
  return meant !== undefined && accepted.includes(meant) ? meant : undefined;
}
