import type { FacetName, StudyRatio } from "./measurement-file.ts";
import { textAt, type Measurements } from "./measurements.ts";
import { groupBy } from "../../../advisor/collections.ts";

/** What two studies have both measured with one adapter: rows of which all conditions are the same, and the rest of either. */
export interface Shared {
  adapter: string;
  metric: string;
  workload: string;
  part: string;
  alike: [a: number, b: number][];
  restOfA: number[];
  restOfB: number[];
}

/** Puts the rows of two studies side by side that are of the same adapter, metric, workload and part of a count. */
export function pairRows(measurements: Measurements, a: string, b: string): Shared[] {
  const { facets, texts } = measurements;
  const [ofA, ofB] = [a, b].map((id) => groupRows(measurements, id));
  return [...(ofA ?? [])].flatMap(([key, rows]) => {
    const others = ofB?.get(key);
    const [first] = rows;
    if (!others || first === undefined) return [];
    const sign = (row: number): string =>
      `${textAt(texts.unit, row)}\n${textAt(facets.kind, row)}\n${textAt(texts.conditions, row)}`;
    const left = groupBy(others, sign);
    const alike: [number, number][] = [];
    const restOfA = rows.filter((row) => {
      const match = left.get(sign(row))?.shift();
      if (match !== undefined) alike.push([row, match]);
      return match === undefined;
    });
    const matched = new Set(alike.map(([, row]) => row));
    const [adapter, metric, workload, part] = sharedFacets.map((name) => textAt(facets[name], first)) as [
      string,
      string,
      string,
      string,
    ];
    return [{ adapter, metric, workload, part, alike, restOfA, restOfB: others.filter((row) => !matched.has(row)) }];
  });
}

const sharedFacets: readonly FacetName[] = ["adapter", "metric", "workload", "part"];

function groupRows({ facets, count }: Measurements, study: string): Map<string, number[]> {
  const place = facets.study.values.indexOf(study);
  // An adapter that is not named may be another one in the other study.
  const rows = Array.from({ length: count }, (_, row) => row).filter(
    (row) => facets.study.codes[row] === place && textAt(facets.adapter, row) !== "unknown",
  );
  return groupBy(rows, (row) => sharedFacets.map((name) => textAt(facets[name], row)).join("\n"));
}

/** How what two studies measured under the same conditions agrees; `times` is what the other has of the one's value, where both are above zero. */
export interface Agreement {
  verdict: "same" | "within the spread" | "differs";
  times?: number;
}

/** Compares two rows of which all conditions, unit and kind are the same. */
export function compareValues({ numbers, texts }: Measurements, one: number, other: number): Agreement {
  const [a, b] = [one, other].map((row) =>
    rangeOf(numbers.value[row] ?? NaN, numbers.low[row] ?? NaN, numbers.high[row] ?? NaN),
  ) as [Range, Range];
  // An order or a ratio has no number of its own, only its words.
  if (Number.isNaN(a.value) || Number.isNaN(b.value))
    return { verdict: textAt(texts.result, one) === textAt(texts.result, other) ? "same" : "differs" };
  if (a.value === b.value) return { verdict: "same" };
  const times = a.value > 0 && b.value > 0 ? { times: b.value / a.value } : {};
  return { verdict: overlap(a, b) ? "within the spread" : "differs", ...times };
}

/** How two studies agree on two adapters: by how much, at least on which is ahead, or not even on that. */
export type RatioVerdict = "same" | "same order" | "differs";

/** Compares the ratios of the same adapters; each was formed within its study, so other testbeds do not forbid it. */
export function compareRatios(one: StudyRatio, other: StudyRatio): RatioVerdict {
  if (overlap(one, other)) return "same";
  const [lowest, highest] = [Math.min(one.low, other.low), Math.max(one.high, other.high)];
  return lowest >= 1 || highest <= 1 ? "same order" : "differs";
}

/** Puts a difference into words, no finer than a reader can use it. */
export function writeDifference(times: number): string {
  if (times >= 2) return `${Number(times.toPrecision(2))} times as much`;
  const percent = Math.abs(times - 1) * 100;
  return `${percent < 1 ? "less than 1" : Number(percent.toPrecision(2))} % ${times > 1 ? "more" : "less"}`;
}

/** How far apart two values are, whichever is the larger. */
export function distanceOf({ verdict, times }: Agreement): number {
  return verdict === "differs" ? (times === undefined ? Infinity : Math.abs(Math.log(times))) : -1;
}

interface Range {
  value: number;
  low: number;
  high: number;
}

/** A value without a spread spans nothing. */
function rangeOf(value: number, low: number, high: number): Range {
  return { value, low: Number.isNaN(low) ? value : low, high: Number.isNaN(high) ? value : high };
}

function overlap(a: { low: number; high: number }, b: { low: number; high: number }): boolean {
  return a.low <= b.high && b.low <= a.high;
}
