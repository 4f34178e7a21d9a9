import type { Comparison } from "./compare.ts";

/** A ratio with three digits: "1.52×". */
export function formatRatio(ratio: number): string {
  return `${ratio.toPrecision(3)}×`;
}

/** The ends of an interval: "1.49–1.55". */
export function formatSpan(interval: readonly number[]): string {
  return interval.map((end) => end.toPrecision(3)).join("–");
}

/** The ratio with its interval: "1.52× (95 % interval 1.49–1.55)". */
export function formatInterval({ ratio, interval }: Pick<Comparison, "ratio" | "interval">): string {
  return interval === null
    ? `${formatRatio(ratio)} (no interval from one repetition)`
    : `${formatRatio(ratio)} (95 % interval ${formatSpan(interval)})`;
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
