import type { Comparison } from "./compare.ts";

/** The ratio with its interval: "1.52× (95 % interval 1.49–1.55)". */
export function formatInterval({ ratio, interval }: Pick<Comparison, "ratio" | "interval">): string {
  const times = (value: number): string => value.toPrecision(3);
  return interval === null
    ? `${times(ratio)}× (no interval from one repetition)`
    : `${times(ratio)}× (95 % interval ${times(interval[0])}–${times(interval[1])})`;
}

/** The verdict in a sentence. */
export function describeVerdict({ verdict, margin, runsNeeded }: Comparison): string {
  switch (verdict) {
    case "confirmed":
      return "confirmed. B is better.";
    case "refuted":
      return "refuted. B is worse.";
    case "equivalent":
      return `equivalent. The difference is within ${formatNumber(margin * 100)} %.`;
    case "undecided":
      return runsNeeded === null
        ? "undecided. More runs would hardly help: the spread is too large."
        : `undecided. About ${runsNeeded} more ${runsNeeded === 1 ? "run" : "runs"} a side would decide.`;
  }
}

/** A number with four significant digits and grouped thousands. */
export function formatNumber(value: number): string {
  return Number(value.toPrecision(4)).toLocaleString("en-GB", { maximumSignificantDigits: 4 });
}
