import { studentQuantile } from "./student-t.ts";

/** The samples of one side, as units of replication: repetitions, or means of blocks. */
export type Units = readonly number[];

/** A 95 % confidence interval. */
export type Interval = [low: number, high: number];

/** A repetition of a and the one of b beside it. */
export type Pair = readonly [a: number, b: number];

/** Ratio of two sides with its 95 % confidence interval. */
export interface RatioEstimate {
  /** Geometric mean of b divided by that of a. */
  ratio: number;
  /** Null with fewer than two units on a side: one value says nothing about its spread. */
  interval: Interval | null;
}

/** What the interval says of b against a. */
export type Verdict = "confirmed" | "refuted" | "equivalent" | "undecided";

const CONFIDENCE = 0.95;

/**
 * Estimates b divided by a by Welch's t-test on logarithms. Logarithms, because effects multiply and a swap of the sides has to
 * give the reciprocal; Welch, because two adapters rarely spread alike. A bootstrap of five repetitions covers the true ratio
 * in 88 of 100 cases only (tests/unit/kit/compare/estimate-ratio.test.ts has the simulation).
 */
export function estimateRatio(a: Units, b: Units): RatioEstimate {
  const [one, other] = [describeLogs(a), describeLogs(b)];
  const difference = other.mean - one.mean;
  const ratio = Math.exp(difference);
  if (a.length < 2 || b.length < 2) return { ratio, interval: null };
  return {
    ratio,
    interval: intervalAround(difference, one.variance / a.length, other.variance / b.length, a.length, b.length),
  };
}

/** Estimates b divided by a from pairs that were measured one after the other, so that a drift of the host hits both. */
export function estimatePairedRatio(pairs: readonly Pair[]): RatioEstimate {
  const { mean, variance } = describeLogRatios(pairs);
  const count = pairs.length;
  return {
    ratio: Math.exp(mean),
    interval: count < 2 ? null : spanAround(mean, variance / count, count - 1),
  };
}

function describeLogRatios(pairs: readonly Pair[]): { mean: number; variance: number } {
  return describeLogs(pairs.map(([a, b]) => b / a));
}

/**
 * Says what an interval means.
 * @param isMoreBetter false for latency and processor time
 * @param margin relative difference that does not matter, such as 0.05
 */
export function judge({ interval }: RatioEstimate, isMoreBetter: boolean, margin: number): Verdict {
  if (interval === null) return "undecided";
  const [low, high] = interval;
  if (low >= 1 / (1 + margin) && high <= 1 + margin) return "equivalent";
  if (low > 1) return isMoreBetter ? "confirmed" : "refuted";
  if (high < 1) return isMoreBetter ? "refuted" : "confirmed";
  return "undecided";
}

/** Most runs that are worth asking for. */
const MOST_RUNS = 1000;

/**
 * Runs that each side needs beyond those it has, so that the interval would decide if ratio and spread stay as they are: 0 if it
 * decides now, null if {@link MOST_RUNS} would not be enough.
 */
export function countRunsNeeded(a: Units, b: Units, margin: number): number | null {
  const [one, other] = [describeLogs(a), describeLogs(b)];
  const difference = other.mean - one.mean;
  const have = Math.min(a.length, b.length);
  return countMore(have, margin, (more) => {
    const [m, n] = [a.length + more, b.length + more];
    return intervalAround(difference, one.variance / m, other.variance / n, m, n);
  });
}

/** As {@link countRunsNeeded}, for pairs. */
export function countPairsNeeded(pairs: readonly Pair[], margin: number): number | null {
  const { mean, variance } = describeLogRatios(pairs);
  const have = pairs.length;
  return countMore(have, margin, (more) => spanAround(mean, variance / (have + more), have + more - 1));
}

function countMore(have: number, margin: number, intervalWith: (more: number) => Interval): number | null {
  // The spread of one value is unknown.
  if (have < 2) return 2 - have;
  const decides = (more: number): boolean => {
    const [low, high] = intervalWith(more);
    return low > 1 || high < 1 || (low >= 1 / (1 + margin) && high <= 1 + margin);
  };
  if (decides(0)) return 0;
  let [below, enough] = [0, MOST_RUNS - have];
  if (!decides(enough)) return null;
  while (enough - below > 1) {
    const middle = Math.floor((below + enough) / 2);
    if (decides(middle)) enough = middle;
    else below = middle;
  }
  return enough;
}

function intervalAround(
  difference: number,
  squaredErrorA: number,
  squaredErrorB: number,
  countA: number,
  countB: number,
): Interval {
  const squaredError = squaredErrorA + squaredErrorB;
  // Welch and Satterthwaite: degrees of freedom between those of the smaller side and those of both together.
  const freedom = squaredError ** 2 / (squaredErrorA ** 2 / (countA - 1) + squaredErrorB ** 2 / (countB - 1));
  return spanAround(difference, squaredError, freedom);
}

/** The interval of a ratio around its logarithm. */
function spanAround(center: number, squaredError: number, freedom: number): Interval {
  const half = squaredError === 0 ? 0 : studentQuantile(CONFIDENCE, freedom) * Math.sqrt(squaredError);
  return [Math.exp(center - half), Math.exp(center + half)];
}

function describeLogs(values: Units): { mean: number; variance: number } {
  const logs = values.map(Math.log);
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  const squares = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: logs.length < 2 ? 0 : squares / (logs.length - 1) };
}

/** Geometric mean of positive numbers. */
export function geometricMean(values: Units): number {
  // Equal numbers have themselves as their mean, which the logarithm misses in the last digits.
  return Number(Math.exp(describeLogs(values).mean).toPrecision(13));
}
