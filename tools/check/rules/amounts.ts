// Rules about the size of numbers: what their metric, their link and their unit allow.

import { hasDoubtfulFigures } from "../quoted-numbers.ts";
import { type Figure, findLargest, listAmounts, listRows, placesOfCondition, type Row } from "../rows.ts";
import type { Complaint, RecordRule, Words } from "../rule.ts";
import { select } from "../select.ts";
import { scaleOf } from "../unit-table.ts";
import type { Path } from "../../records/record.ts";

/**
 * A number is one that its metric can have: none is negative, a part of a whole is at most 100 %, and processors do no more
 * work than there are. In percent-of-core a machine may use 100 for each virtual CPU and for each queue (one where none is
 * stated), as each keeps a thread of the host busy; where the virtual CPUs are not stated, what the largest hosts have.
 * A single zero where nothing is no result stands for a number that nobody knows.
 */
export const valuesInRange: RecordRule = {
  name: "values-in-range",
  summary: "Numbers are possible values of their metric.",
  scope: "dataset",
  check: ({ data }) =>
    listRows(data).map((row) => {
      const negative = findNegative(row);
      return negative ? complainOfNegative(row, negative) : hasDoubtfulFigures(row) ? undefined : checkRow(row);
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

function complainOfNegative(row: Row, negative: Figure): Complaint | undefined {
  return complain(row, negative, {
    message: `${negative.number} is negative, but ${String(row.row.metric)} cannot be negative`,
    help: "compare it with the source; for a difference to another result, use a row of kind relative",
  });
}

function checkRow(row: Row): Complaint | undefined {
  const { kind, metric } = row.row;
  const amounts = listAmounts(row.row);
  const largest = findLargest(amounts);
  if (!largest) return undefined;
  if (kind === "value" && largest.number === 0 && neverZero.has(metric))
    return complain(row, largest, {
      message: `0 is not a valid ${String(metric)}`,
      help: "remove the row if the source states no number; record a failure as a finding",
    });
  const limit = findLimit(row);
  if (!limit || largest.number <= limit.most) return undefined;
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

function complain(row: Row, { field }: Figure, words: Words): Complaint | undefined {
  const restsOn = [
    ...["kind", "metric", "unit", "form"].map((name) => [...row.path, name]),
    ...["vcpus", "queues"].flatMap((name) => placesOfCondition(row, name)),
  ];
  return { path: [...row.path, ...field], restsOn, ...words };
}

/**
 * No throughput and no packet rate is beyond what the physical link carries: its speed in one direction, twice that in both,
 * and as many frames as fit with the preamble before and the gap behind each. One per cent is allowed for rounding.
 * Traffic that stays on one host passes no link. The link is the one among the conditions, else the fastest port of a testbed
 * whose topology shows that the traffic left the host.
 */
export const withinLineRate: RecordRule = {
  name: "within-line-rate",
  summary: "No number exceeds the line rate of its link.",
  scope: "dataset",
  check: ({ data }) =>
    listRows(data)
      .filter((row) => !hasDoubtfulFigures(row))
      .map((row) => {
        const excess = findExcess(row, data);
        return excess && complainOfExcess(row, excess);
      }),
};

function complainOfExcess({ path, row }: Row, { figure, limit, places }: Excess): Complaint {
  return {
    path: [...path, ...figure.field],
    restsOn: [[...path, "unit"], [...path, "metric"], ...places],
    message: `${figure.number} ${String(row.unit)} is more than ${limit}`,
    help:
      "compare number and unit with the source, and check the conditions: topology: same-host for traffic within one " +
      "host, direction: both for both directions together, linkGbps for another link or the sum of bonded links",
  };
}

/** IEEE Std 802.3, clauses 3 and 4: 7 bytes of preamble and 1 start delimiter before each frame, 12 bytes of gap behind it. */
const overheadBytes = 7 + 1 + 12;
/** IEEE Std 802.3, clause 4: the smallest frame, with its check sequence. */
const smallestFrameBytes = 64;
const rounding = 1.01;

/** A number of a row that is more than its link carries. */
interface Excess {
  figure: Figure;
  /** What the link carries, in words. */
  limit: string;
  /** The values that say which link it is. */
  places: readonly Path[];
}

/** Finds the largest number of a row that is beyond its link, where the link is known. */
export function findExcess(row: Row, dataset: unknown): Excess | undefined {
  const gbps = row.row.kind === "relative" ? undefined : findLink(row, dataset);
  const figure = findLargest(listAmounts(row.row));
  const limit = gbps === undefined ? undefined : limitOf(row, gbps);
  if (!limit || !figure || figure.number * scaleOf(row.row.unit).factor <= limit.perSecond * rounding) return undefined;
  const conditions = ["linkGbps", "topology", "direction", "packetBytes"].flatMap((name) =>
    placesOfCondition(row, name),
  );
  return { figure, limit: limit.words, places: [["testbed", "topology"], ["testbed", "linkGbps"], ...conditions] };
}

function findLink(row: Row, dataset: unknown): number | undefined {
  const [stated] = select(dataset, "testbed.topology");
  const topology = row.conditions.topology ?? stated?.value;
  if (topology === "same-host") return undefined;
  const own = row.conditions.linkGbps;
  if (typeof own === "number") return own;
  // With an unknown topology, the traffic may have passed no port at all.
  if (topology !== "two-hosts" && topology !== "vm-to-native") return undefined;
  const ports = select(dataset, "testbed.linkGbps.*").flatMap(({ value }) =>
    typeof value === "number" ? [value] : [],
  );
  return ports.length > 0 ? Math.max(...ports) : undefined;
}

/** What a link carries, in bits or packets per second, and in words. */
function limitOf({ row, conditions }: Row, gbps: number): { perSecond: number; words: string } | undefined {
  const directions = conditions.direction === "both" ? 2 : 1;
  const link = `a link of ${gbps} Gbit/s carries${directions === 2 ? " in both directions" : ""}`;
  const bits = gbps * 1e9 * directions;
  if (row.metric === "throughput") return { perSecond: bits, words: link };
  if (row.metric !== "packet-rate") return undefined;
  const stated = conditions.packetBytes;
  const frame = typeof stated === "number" ? Math.max(stated, smallestFrameBytes) : smallestFrameBytes;
  const perSecond = bits / 8 / (frame + overheadBytes);
  return { perSecond, words: `${link}: ${(perSecond / 1e6).toPrecision(4)} Mpackets/s of ${frame} bytes` };
}

/**
 * A unit says all there is to know about a number: a ratio or percentage of another result has none,
 * and a percentage of the link's speed comes with that speed. Which units a metric has, the schema says.
 */
export const unitsFitMetric: RecordRule = {
  name: "units-fit-metric",
  summary: "A ratio or percentage has no unit, and a share of the link comes with the speed of the link.",
  scope: "dataset",
  check: ({ data }) => listRows(data).flatMap((row) => [checkRelative(row), checkLinkUtilization(row)]),
};

function checkRelative({ path, row }: Row): Complaint | undefined {
  if (row.kind !== "relative" || typeof row.unit !== "string") return undefined;
  const form = String(row.form);
  if (form.startsWith("difference")) return undefined;
  return {
    path: [...path, "unit"],
    restsOn: [[...path, "form"]],
    message: `a row of the form ${form} has no unit`,
    help: "remove it, or write difference-more or difference-less as the form",
  };
}

function checkLinkUtilization(row: Row): Complaint | undefined {
  if (row.row.metric !== "link-utilization" || row.conditions.linkGbps !== undefined) return undefined;
  return {
    path: [...row.path, "metric"],
    restsOn: [["conditions"], [...row.path, "conditions"], ...placesOfCondition(row, "linkGbps")],
    message: "a share of the link needs the link's speed",
    help: "add linkGbps under conditions",
  };
}
