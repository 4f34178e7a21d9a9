import { formatFixed } from "../records/numbers.ts";
import { adapters } from "./adapters.ts";
import type { LabRecord, LabResult } from "./result.ts";
import { groupBy } from "../../advisor/collections.ts";

/** What several repetitions of one adapter under one workload came to. */
export interface Series {
  adapter: string;
  workload: LabRecord["workload"];
  unit: LabRecord["per"]["unit"];
  /** Accesses per packet, transaction or MiB, in the order of the repetitions. */
  accesses: number[];
  reads: number[];
  interrupts: number[];
  /** The whole number that every repetition comes to within 2 %; null where there is none. */
  whole: number | null;
}

/** How far a repetition may be from a whole number to count as it: 2 %, for watchdogs and merged interrupts. */
const tolerance = 0.02;

/** Puts repetitions together, in the order in which adapters and workloads first appear. */
export function summarise({ records }: Pick<LabResult, "records">): Series[] {
  const groups = groupBy(records, ({ adapter, workload }) => `${adapter} ${workload}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const accesses = group.map(({ per }) => per.accesses);
    return [
      {
        adapter: first.adapter,
        workload: first.workload,
        unit: first.per.unit,
        accesses,
        reads: group.map(({ per }) => per.reads),
        interrupts: group.map(({ per }) => per.interrupts),
        whole: canBeWhole(first.adapter, first.workload) ? findWhole(accesses) : null,
      },
    ];
  });
}

/** Only one packet at a time costs a whole number, and only where the model's own timing has no say in it. */
export function canBeWhole(adapter: string, workload: LabRecord["workload"]): boolean {
  const isSparse = workload === "rx1" || workload === "tx1" || workload === "rr1";
  return isSparse && !adapters.some(({ id, isTimingDependent }) => id === adapter && isTimingDependent);
}

/** Finds the whole number that all values mean, or null. */
export function findWhole(values: readonly number[]): number | null {
  const whole = Math.round(median(values));
  return values.every((value) => Math.abs(value - whole) <= Math.max(tolerance * whole, tolerance)) ? whole : null;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = NaN, high = NaN] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}

/** Writes repetitions briefly: the number, or the smallest and the largest. */
export function describeSpread(values: readonly number[], decimals = 2): string {
  const [low, high] = [formatFixed(Math.min(...values), decimals), formatFixed(Math.max(...values), decimals)];
  return low === high ? low : `${low}–${high}`;
}
