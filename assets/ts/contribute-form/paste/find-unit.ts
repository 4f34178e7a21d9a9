import { findSynonym } from "../../../../tools/check/synonyms.ts";

/** Units by metric, as the schema has them. */
export type Units = { readonly [metric: string]: readonly string[] };

/** Finds the unit that a spelling means; none where it could be another, as GB/s, which is no Gbit/s. */
export function findUnit(spelling: string, units: Units): string | undefined {
  const text = spelling.trim().replace(/^(?:in|as)\s+/i, "");
  const known = [...new Set(Object.values(units).flat())];
  if (known.includes(text)) return text;
  // A capital B is a byte, a small one a bit; the list of synonyms does not look at that.
  if (/^[KMGT]i?B(?:\/s|ps|\/sec)$/.test(text))
    return known.find(
      (unit) => unit.toLowerCase() === text.replace(/ps$|\/sec$/, "/s").toLowerCase() && unit.includes("B"),
    );
  const [, bits] = /^([kmg])b(?:\/s|ps|\/sec)$/i.exec(text) ?? [];
  if (bits !== undefined) return known.find((unit) => unit.toLowerCase() === `${bits.toLowerCase()}bit/s`);
  const plain = text
    .toLowerCase()
    .replace(/\s+per\s+|\s*\/\s*/g, "/")
    .replace(/(?<=\/)(?:sec|seconds?)\b/g, "s");
  const same = known.filter((unit) => unit.toLowerCase() === plain);
  if (same.length === 1) return same[0];
  return (
    findSynonym(plain, known)?.word ?? own.find(([pattern, unit]) => pattern.test(plain) && known.includes(unit))?.[1]
  );
}

const own: readonly (readonly [RegExp, string])[] = [
  [/^k(?:bps|b\/s|bit\/s)$/, "kbit/s"],
  [/^(?:pkts?|packets)\/s$/, "packets/s"],
  [/^k(?:pps|pkts?\/s)$/, "kpackets/s"],
  [/^m(?:pps|pkts?\/s)$/, "Mpackets/s"],
  [/^(?:trans(?:actions)?|req(?:uests)?|tx|rr)\/s$/, "transactions/s"],
  [/^(?:ops|operations|iops)(?:\/s)?$/, "operations/s"],
  [/^(?:µ|μ|u)s(?:ec(?:onds?)?)?$/, "us"],
  [/^microsec(?:onds?)?$/, "us"],
  [/^(?:ms|millisec(?:onds?)?)$/, "ms"],
  [/^(?:s|secs?|seconds?)$/, "s"],
  [/^(?:percent|pct|per cent)$/, "percent"],
  [/^(?:b|bytes?)$/, "bytes"],
];

/** The metric that only this unit's numbers can be of. */
export function metricOf(unit: string, units: Units): string | undefined {
  const metrics = Object.keys(units).filter((metric) => units[metric]?.includes(unit));
  return metrics.length === 1 ? metrics[0] : usual[unit];
}

/** Of units that several metrics have, the metric that is nearly always meant. */
const usual: { readonly [unit: string]: string } = { us: "latency", ms: "latency", "packets/s": "packet-rate" };
