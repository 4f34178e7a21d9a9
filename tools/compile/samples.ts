/** What a row's samples come to. */
export interface SampleSummary { mean: number; median: number; min: number; max: number; count: number }

/** Computes the summary of samples; at least one is needed. */
export function summarize(samples: readonly number[]): SampleSummary {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined || min === undefined || max === undefined) {
    throw new Error("a summary needs at least one sample");
  }
  const mean = sorted.reduce((sum, sample) => sum + sample, 0) / sorted.length;
  return { mean, median: (low + high) / 2, min, max, count: sorted.length };
}
