import { hasDoubtfulFigures } from "../quoted-numbers.ts";
import { type Figure, findLargest, listAmounts, listRows, placesOfCondition, type Row } from "../rows.ts";
import type { Complaint, RecordRule, Words } from "../rule.ts";

/**
 * A number is one that its metric can have: none is negative, a part of a whole is at most 100 %, and processors do no more
 * work than there are. In percent-of-core a machine may use 100 for each virtual CPU and for each queue (one where none is
 * stated), as each keeps a thread of the host busy; where the virtual CPUs are not stated, what the largest hosts have.
 * A single zero where nothing is no result stands for a number that nobody knows.
 *
 * Good: `metric: cpu-utilization`, `unit: percent-of-core`, `value: 180` with `vcpus: 2`; `metric: packet-loss`, `value: 0`.
 * Bad: `metric: cpu-utilization`, `unit: percent`, `value: 180`; `metric: latency`, `value: 0`.
 */
export const valuesInRange: RecordRule = {
  name: "values-in-range",
  summary: "Numbers are possible values of their metric.",
  scope: "dataset",
  check: ({ data }) =>
    listRows(data).flatMap((row) => {
      const negative = findNegative(row);
      return negative ? complainOfNegative(row, negative) : hasDoubtfulFigures(row) ? [] : checkRow(row);
    }),
};

/** The first amount of a row that is below zero. */
export function findNegative({ row }: Row): Figure | undefined {
  return listAmounts(row).find(({ number }) => number < 0);
}

/** Metrics of which nothing at all is no result; a loss, a load or a count may well be nothing. */
const neverZero = new Set<unknown>([
  "throughput",
  "request-rate",
  "operation-rate",
  "latency",
  "users-per-cpu",
  "benchmark-score",
  "system-calls",
  "duration",
  "packet-size",
  "packet-rate-threshold",
]);

/** More logical processors than the hosts of today have. */
const mostCores = 1024;

function complainOfNegative(row: Row, negative: Figure): Complaint[] {
  return complain(row, negative, {
    message: `${negative.number} is negative, but ${String(row.row.metric)} cannot be negative`,
    help: "compare it with the source; for a difference to another result, use a row of kind relative",
  });
}

function checkRow(row: Row): Complaint[] {
  const { kind, metric } = row.row;
  const amounts = listAmounts(row.row);
  const largest = findLargest(amounts);
  if (!largest) return [];
  if (kind === "value" && largest.number === 0 && neverZero.has(metric))
    return complain(row, largest, {
      message: `0 is no ${String(metric)}`,
      help: "remove the row if the source states no number; record a failure as a finding",
    });
  const limit = findLimit(row);
  if (!limit || largest.number <= limit.most) return [];
  return complain(row, largest, { message: `${largest.number} is more than ${limit.what}`, help: limit.help });
}

interface Limit {
  most: number;
  what: string;
  help: string;
}

function findLimit({ row, conditions }: Row): Limit | undefined {
  if (row.form === "percent-less")
    return {
      most: 100,
      what: "the whole of the other result",
      help: "if the other result is the smaller one, use percent-more or ratio",
    };
  if (row.kind === "relative" && !String(row.form).startsWith("difference")) return undefined;
  if (row.unit === "percent")
    return {
      most: 100,
      what: "100 percent",
      help: "compare it with the source; a load summed over several cores is percent-of-core",
    };
  if (row.unit !== "percent-of-core") return undefined;
  const { vcpus, queues } = conditions;
  const help = "compare it with the source; one core has at most 100 percent-of-core";
  if (typeof vcpus !== "number") return { most: 100 * mostCores, what: `${mostCores} cores can do`, help };
  const threads = vcpus + (typeof queues === "number" ? queues : 1);
  return { most: 100 * threads, what: `the ${100 * threads} of vcpus ${vcpus} and queues ${threads - vcpus}`, help };
}

function complain(row: Row, { field }: Figure, words: Words): Complaint[] {
  const restsOn = [
    ...["kind", "metric", "unit", "form"].map((name) => [...row.path, name]),
    ...["vcpus", "queues"].flatMap((name) => placesOfCondition(row, name)),
  ];
  return [{ path: [...row.path, ...field], restsOn, ...words }];
}
