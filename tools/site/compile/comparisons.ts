import { isAdapterId } from "./display.ts";
import { writeCanonical } from "../../records/objects.ts";
import { writeConditions } from "./conditions-text.ts";
import { writeRatio } from "../../records/numbers.ts";
import type { Measurement, RecordOf } from "./records.ts";
import { summarize } from "../../records/samples.ts";

type Metric = Measurement["metric"];
type FindAdapter = (id: string) => RecordOf<"adapters">;

/** The ratio of two rows of one study that differ in nothing but the adapter. */
export interface Comparison {
  numerator: string;
  denominator: string;
  metric: Metric;
  /** Which figure of the rows was compared, where they have several. */
  statistic?: Exclude<Statistic, "value">;
  ratio: number;
  display: string;
  conditionsText: string;
  spread?: RatioSpread;
}

/** How far single runs set the ratio: from the lowest over the highest to the highest over the lowest. */
export interface RatioSpread {
  low: number;
  high: number;
  /** Whether the runs themselves are known, or only the ends that the source reports. */
  basis: "samples" | "reported";
}

type Statistic = "value" | "mean" | "median";
type Figures = Partial<Record<Statistic, number>>;

/** Savings, thresholds, sizes and counts (counts.ts) are no performance of one adapter, so their ratio would say nothing. */
const comparable: ReadonlySet<Metric> = new Set([
  "throughput",
  "request-rate",
  "operation-rate",
  "packet-rate",
  "latency",
  "packet-loss",
  "cpu-utilization",
  "cpu-per-throughput",
  "users-per-cpu",
  "benchmark-score",
  "duration",
]);

/** Forms the ratios within one dataset: equal metric, workload, unit and conditions, different adapters. */
export function compareRows(rows: readonly Measurement[], findAdapter: FindAdapter): Comparison[] {
  const candidates = rows.filter(isComparable);
  return candidates.flatMap((row, index) =>
    candidates.slice(index + 1).flatMap((other) => {
      if (row.adapter === other.adapter || contextOf(row) !== contextOf(other)) return [];
      const [upper, lower] = orderPair(row, other, findAdapter);
      return compare(upper, lower);
    }),
  );
}

/** A row with figures of its own. */
export type Absolute = Extract<Measurement, { unit: string }>;

function isComparable(row: Measurement): row is Absolute {
  if (row.kind === "relative" || row.kind === "ordinal") return false;
  if (!comparable.has(row.metric) || !isAdapterId(row.adapter)) return false;
  // "more than 10" divided by "more than 10" is not 1.
  return row.kind !== "value" || row.precision === "as-printed" || row.precision === "about";
}

/** Divides one row by another; nothing where they share no figure or the other is zero. */
export function compare(upper: Absolute, lower: Absolute): Comparison[] {
  const [above, below] = [figuresOf(upper), figuresOf(lower)];
  for (const statistic of ["value", "mean", "median"] as const) {
    const [a, b] = [above[statistic], below[statistic]];
    if (a === undefined || b === undefined || b === 0) continue;
    const display = (isApproximate(upper) || isApproximate(lower) ? "about " : "") + writeRatio(a / b);
    const conditionsText = writeConditions(upper.conditions);
    const spread = divideRanges(upper, lower);
    const ratio = {
      numerator: upper.id,
      denominator: lower.id,
      metric: upper.metric,
      ratio: round(a / b),
      display,
      conditionsText,
      ...(spread ? { spread } : {}),
    };
    return [statistic === "value" ? ratio : { ...ratio, statistic }];
  }
  return [];
}

/** Known only where both rows tell their lowest and their highest run. */
function divideRanges(upper: Absolute, lower: Absolute): RatioSpread | undefined {
  const [above, below] = [rangeOf(upper), rangeOf(lower)];
  if (!above || !below || below.min <= 0) return undefined;
  const basis = upper.kind === "samples" && lower.kind === "samples" ? "samples" : "reported";
  return { low: round(above.min / below.max), high: round(above.max / below.min), basis };
}

function rangeOf(row: Absolute): { min: number; max: number } | undefined {
  if (row.kind === "value") return undefined;
  const { min, max } = row.kind === "samples" ? summarize(row.samples) : row.summary;
  return min === undefined || max === undefined ? undefined : { min, max };
}

function round(ratio: number): number {
  return Number(ratio.toFixed(2));
}

function isApproximate(row: Absolute): boolean {
  return row.kind === "value" && row.precision === "about";
}

function contextOf({ metric, workload, unit, conditions }: Absolute): string {
  return writeCanonical([metric, workload, unit, conditions]);
}

function figuresOf(row: Absolute): Figures {
  switch (row.kind) {
    case "value":
      return { value: row.value };
    case "summary":
      return row.summary;
    case "samples":
      return summarize(row.samples);
  }
}

const ranks = { emulated: 0, paravirtual: 1, passthrough: 2 };

/** Puts the adapter further from emulation above; among equals the one that lists show first. */
function orderPair(one: Absolute, other: Absolute, findAdapter: FindAdapter): [Absolute, Absolute] {
  const [a, b] = [findAdapter(one.adapter), findAdapter(other.adapter)];
  const difference = ranks[b.kind] - ranks[a.kind] || a.order - b.order;
  return difference <= 0 ? [one, other] : [other, one];
}
