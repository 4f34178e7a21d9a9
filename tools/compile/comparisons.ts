import { writeCanonical } from "./canonical.ts";
import { writeConditions } from "./conditions-text.ts";
import { formatFixed } from "./numbers.ts";
import type { Measurement, RecordOf } from "./records.ts";
import { summarize } from "./samples.ts";

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
}

type Statistic = "value" | "mean" | "median";
type Figures = Partial<Record<Statistic, number>>;

/** Savings, thresholds and sizes are no performance of one adapter, so their ratio would say nothing. */
const comparable: ReadonlySet<Metric> = new Set([
  "throughput", "throughput-per-cpu", "request-rate", "latency", "packet-rate", "cpu-utilization",
  "cpu-per-throughput", "users-per-cpu", "operation-rate",
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

function isComparable(row: Measurement): boolean {
  if (!comparable.has(row.metric) || row.relativeTo !== undefined || row.adapter === "unknown") return false;
  // "more than 10" divided by "more than 10" is not 1.
  return row.kind !== "value" || row.precision === "as-printed" || row.precision === "about";
}

function compare(upper: Measurement, lower: Measurement): Comparison[] {
  const [above, below] = [figuresOf(upper), figuresOf(lower)];
  for (const statistic of ["value", "mean", "median"] as const) {
    const [a, b] = [above[statistic], below[statistic]];
    if (a === undefined || b === undefined || b === 0) continue;
    const display = (isApproximate(upper) || isApproximate(lower) ? "about " : "") + formatFixed(a / b, 2);
    const conditionsText = writeConditions(upper.conditions);
    const ratio = { numerator: upper.id, denominator: lower.id, metric: upper.metric, ratio: Number((a / b).toFixed(2)), display, conditionsText };
    return [statistic === "value" ? ratio : { ...ratio, statistic }];
  }
  return [];
}

function isApproximate(row: Measurement): boolean {
  return row.kind === "value" && row.precision === "about";
}

function contextOf({ metric, workload, unit, conditions }: Measurement): string {
  return writeCanonical([metric, workload, unit, conditions]);
}

function figuresOf(row: Measurement): Figures {
  switch (row.kind) {
    case "value":
      return { value: row.value };
    case "summary":
      return row.summary;
    case "samples":
      return summarize(row.samples);
    case "ordinal":
      return {};
  }
}

const ranks = { emulated: 0, paravirtual: 1, passthrough: 2 };

/** Puts the adapter further from emulation above; among equals the one that lists show first. */
function orderPair(one: Measurement, other: Measurement, findAdapter: FindAdapter): [Measurement, Measurement] {
  const [a, b] = [findAdapter(one.adapter), findAdapter(other.adapter)];
  const difference = ranks[b.kind] - ranks[a.kind] || a.order - b.order;
  return difference <= 0 ? [one, other] : [other, one];
}
