import { groupDigits } from "../../../advisor/text.ts";
import { writeCanonical } from "../../records/objects.ts";
import type { Measurement } from "./records.ts";
import { summarize } from "../../records/samples.ts";

type Metric = Measurement["metric"];

/**
 * Metrics that count what a driver does to its device. They explain why one adapter costs more than another, but not how fast it
 * is. So they have no ratios, a heading of their own, and no effect on the confidence of advice.
 */
const counted: ReadonlySet<Metric> = new Set(["register-accesses", "interrupts"]);

/** The metrics that count. */
export const countMetrics: readonly Metric[] = [...counted];

/** Numbers of rows that measure performance and of rows that count registers and interrupts. They are never added up. */
export function splitRows(rows: readonly { metric: Metric }[]): { performance: number; mechanism: number } {
  const mechanism = rows.filter(({ metric }) => isCount(metric)).length;
  return { performance: rows.length - mechanism, mechanism };
}

/** Whether a metric counts operations of a driver instead of performance. */
export function isCount(metric: Metric): boolean {
  return counted.has(metric);
}

/** The same for any name of a metric, known or unknown. */
export function isCountName(name: unknown): boolean {
  return [...counted].some((metric) => metric === name);
}

/** Fields of a row that the functions below need. Compiled and authored rows have them. */
type Row = Measurement;

/** The rows of one adapter in one configuration. */
export interface Configuration<R extends Row = Row> {
  adapter: string;
  /** What is particular to it, in words; null for the adapter as it comes. */
  variant: string | null;
  rows: R[];
}

/** Sorts the counts of a dataset by adapter and configuration, in the order in which they first appear. */
export function listConfigurations<R extends Row>(rows: readonly R[]): Configuration<R>[] {
  const found = new Map<string, Configuration<R>>();
  for (const row of rows.filter(({ metric }) => isCount(metric))) {
    const variant = row.conditions.tuning ?? null;
    const key = writeCanonical([row.adapter, variant]);
    const known = found.get(key);
    if (known) known.rows.push(row);
    else found.set(key, { adapter: row.adapter, variant, rows: [row] });
  }
  return [...found.values()];
}

/** Finds the number of register accesses per ping: all accesses, or only reads. */
export function findPing<R extends Row>({ rows }: Configuration<R>, access?: "read"): R | undefined {
  return listPing(rows).find(({ conditions }) => conditions.register === undefined && conditions.access === access);
}

/** Lists the rows of a ping that count a single register. */
export function listRegisters<R extends Row>({ rows }: Configuration<R>): R[] {
  return listPing(rows).filter(({ conditions }) => conditions.register !== undefined);
}

/** Finds the number of register accesses per single packet, received or sent: all accesses, or only reads. */
export function findOnePacket<R extends Row>(
  { rows }: Configuration<R>,
  direction: "receive" | "transmit",
  access?: "read",
): R | undefined {
  return rows.find(
    ({ workload, metric, conditions }) =>
      workload === "single-packets" &&
      metric === "register-accesses" &&
      conditions.direction === direction &&
      conditions.access === access &&
      conditions.register === undefined &&
      conditions.workload === undefined,
  );
}

function listPing<R extends Row>(rows: readonly R[]): R[] {
  return rows.filter(
    ({ workload, metric, conditions }) =>
      workload === "ping" && metric === "register-accesses" && conditions.workload === undefined,
  );
}

/** A count with its minimum and maximum over the repetitions. Both are equal for a single number. */
interface Spread {
  low: number;
  middle: number;
  high: number;
}

/** Returns the spread of the repetitions of a row. Undefined for rows without numbers of their own. */
export function spreadOf(row: Row): Spread | undefined {
  if (row.kind === "value") return { low: row.value, middle: row.value, high: row.value };
  if (row.kind !== "samples") return undefined;
  const { min, median, max } = summarize(row.samples);
  return { low: min, middle: median, high: max };
}

/** Formats a count: a whole number, or the range of the repetitions. */
export function writeSpread({ low, high }: Spread, decimals = 2): string {
  const [from, to] = [low, high].map((value) => groupDigits(Number(value.toFixed(decimals))));
  return from === to ? `${from}` : `${from} to ${to}`;
}
