/** Summary of the samples of a row. */
export interface SampleSummary {
  mean: number;
  median: number;
  min: number;
  max: number;
  count: number;
}

/** Computes the summary of samples; at least one is needed. */
export function summarize(samples: readonly number[]): SampleSummary {
  const sorted = sort(samples);
  const mean = sorted.reduce((sum, sample) => sum + sample, 0) / sorted.length;
  const [min, max] = [sampleAt(sorted, 1), sampleAt(sorted, sorted.length)];
  return { mean, median: median(sorted), min, max, count: sorted.length };
}

/** The sample in the middle, or the mean of the two there; at least one sample is needed. */
export function median(samples: readonly number[]): number {
  const sorted = sort(samples);
  const middle = (sorted.length + 1) / 2;
  return (sampleAt(sorted, Math.floor(middle)) + sampleAt(sorted, Math.ceil(middle))) / 2;
}

/** Statistics that a summary may hold, from the smallest to the largest. */
export const ascendingStatistics = [
  ...(["min", "p5", "p25", "median", "p75", "p90"] as const),
  ...(["p95", "p99", "p999", "p9999", "p99999", "max"] as const),
] as const;

/** Percentiles that a reported summary may hold, by the names of their fields. */
const percentiles = {
  p5: 5,
  p25: 25,
  p75: 75,
  p90: 90,
  p95: 95,
  p99: 99,
  p999: 99.9,
  p9999: 99.99,
  p99999: 99.999,
} as const;

type Percentiles = { [name in keyof typeof percentiles]: Span };

export type Statistic = keyof SampleSummary | keyof typeof percentiles | "standardDeviation";

/** Where a statistic of samples lies. */
export interface Span {
  low: number;
  high: number;
}

/**
 * Bounds what each statistic of samples can be. Most have one value. The definitions of percentiles differ: the usual ones
 * (Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996: nearest rank, linear and others) take them between the
 * ranks n p and n p + 1. A median is one of the two middle samples or between them; a deviation is divided by n or by n - 1.
 */
export function boundStatistics(samples: readonly number[]): { [S in Statistic]: Span } {
  const sorted = sort(samples);
  const { mean, min, max, count } = summarize(samples);
  const middle = (count + 1) / 2;
  const at = (percent: number): Span => {
    const rank = (count * percent) / 100;
    return { low: interpolate(sorted, rank), high: interpolate(sorted, rank + 1) };
  };
  const squares = samples.reduce((sum, sample) => sum + (sample - mean) ** 2, 0);
  return {
    min: exactly(min),
    max: exactly(max),
    mean: exactly(mean),
    count: exactly(count),
    median: { low: sampleAt(sorted, Math.floor(middle)), high: sampleAt(sorted, Math.ceil(middle)) },
    ...(Object.fromEntries(Object.entries(percentiles).map(([name, percent]) => [name, at(percent)])) as Percentiles),
    standardDeviation: { low: Math.sqrt(squares / count), high: Math.sqrt(squares / Math.max(1, count - 1)) },
  };
}

function exactly(value: number): Span {
  return { low: value, high: value };
}

function sort(samples: readonly number[]): number[] {
  return [...samples].sort((a, b) => a - b);
}

/** The value at a rank between two samples, on the line between them; the first and the last sample beyond the ends. */
function interpolate(sorted: readonly number[], rank: number): number {
  const inside = Math.min(Math.max(rank, 1), sorted.length);
  const [below, above] = [sampleAt(sorted, Math.floor(inside)), sampleAt(sorted, Math.ceil(inside))];
  return below + (above - below) * (inside - Math.floor(inside));
}

/** Ranks count from 1. */
function sampleAt(sorted: readonly number[], rank: number): number {
  const sample = sorted[rank - 1];
  if (sample === undefined) throw new Error("a summary requires at least one sample");
  return sample;
}
