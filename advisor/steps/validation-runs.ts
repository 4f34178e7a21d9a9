import type { Advice } from "../explain/advice.ts";

/** Difference that does not matter, as a part of one; also the default of the kit's comparison. */
export const MARGIN = 0.05;
/** Fewer repetitions say nothing about their spread. */
export const LEAST_RUNS = 5;
/** How much repetitions are reckoned to vary, as a part of one. Many hosts are quieter, so the kit may stop earlier. */
export const NOISE = 0.05;
/** A search for the highest rate varies by what it resolves. */
export const SEARCH_NOISE = 0.02;
/** Quantile of the normal distribution for a two-sided interval of 95 %. */
const Z_INTERVAL = 1.96;
/** Quantiles that make nine of ten sessions decide: for a difference, and for an interval that lies within a margin on both sides. */
const Z_POWER = { difference: 1.282, equivalence: 1.645 };

/** What the comparison has to show: that one adapter is ahead by an effect, or that both are alike within a margin. */
export type Aim = keyof typeof Z_POWER;

/**
 * Repetitions of each adapter after which Welch's test on logarithms decides in nine of ten sessions, by the usual formula for
 * two means with Guenther's correction for the unknown spread.
 * @param effect relative difference that is expected, such as 0.2, or the margin
 * @param noise relative spread of the repetitions
 */
export function countRuns(effect: number, noise: number, aim: Aim): number {
  const spread = Math.log1p(noise ** 2);
  const distance = Math.log1p(effect);
  const quantiles = Z_INTERVAL + Z_POWER[aim];
  return Math.max(LEAST_RUNS, Math.ceil((2 * quantiles ** 2 * spread) / distance ** 2 + Z_INTERVAL ** 2 / 4));
}

/**
 * The smallest ratio that studies measured between two adapters in some metrics, in favour of the first; undefined if there is
 * none, or if studies do not agree that the first is ahead by more than the margin.
 */
export function findExpectedRatio(
  measured: Advice["effects"]["measured"],
  adapter: string,
  rival: string,
  metrics: readonly string[],
): number | undefined {
  const lows = measured.flatMap((ratio) => {
    if (!metrics.includes(ratio.metric)) return [];
    if (ratio.adapter === adapter && ratio.over === rival) return [ratio.low];
    return ratio.adapter === rival && ratio.over === adapter ? [1 / ratio.high] : [];
  });
  const least = Math.min(...lows);
  return lows.length > 0 && least > 1 + MARGIN ? least : undefined;
}
