import { suggest } from "../nearest.ts";
import type { Complaint, RecordRule } from "../rule.ts";
import { isMapping, select } from "../select.ts";
import type { Selected } from "../select.ts";

/** Units that state the metric itself; every metric can besides be stated relative to another adapter's. */
const units: { [metric: string]: readonly string[] } = {
  throughput: ["Mbit/s", "Gbit/s"],
  "throughput-per-cpu": ["Mbit/s", "Gbit/s"],
  "request-rate": ["transactions/s"],
  latency: ["us", "ms"],
  "packet-rate": ["packets/s"],
  "cpu-utilization": ["percent", "percent-of-core"],
  "cpu-saving": ["percent", "percent-of-core"],
  "cpu-per-throughput": [],
  "users-per-cpu": [],
  "operation-rate": ["transactions/s"],
  "packet-size": ["bytes"],
  "packet-rate-threshold": ["packets/s"],
};

/**
 * A row's unit is one that its metric is measured in; a ratio or percentage of another adapter's result names that adapter,
 * and a row without a number has the unit none.
 *
 * Good: `metric: latency`, `unit: us`
 * Good: `metric: throughput`, `unit: percent`, `relativeTo: e1000`; `unit: percent` of a link whose speed is among the conditions.
 * Bad: `metric: latency`, `unit: Mbit/s`
 */
export const unitsFitMetric: RecordRule = {
  name: "units-fit-metric",
  scope: "record",
  fixable: false,
  check: (record) => (record.kind === "dataset" ? select(record.data, "measurements.*").flatMap(checkRow) : []),
};

function checkRow({ path, value: row }: Selected): Complaint[] {
  if (!isMapping(row)) return [];
  const { kind, metric, unit, relativeTo } = row;
  if (typeof unit !== "string" || typeof metric !== "string" || !units[metric]) return [];
  const complain = (message: string, help: string): Complaint[] => [
    {
      path: [...path, "unit"],
      restsOn: [
        [...path, "kind"],
        [...path, "metric"],
        [...path, "relativeTo"],
      ],
      message,
      help,
    },
  ];
  if (kind === "ordinal") {
    return unit === "none"
      ? []
      : complain(`a row without a number has the unit none, found ${unit}`, 'write "unit: none"');
  }
  if (unit === "none")
    return complain("a row with a number needs its unit", `units of ${metric}: ${listUnits(metric)}`);
  if (units[metric].includes(unit)) return [];
  if (unit !== "percent" && unit !== "ratio") {
    return complain(
      `${metric} is not measured in ${unit}`,
      `${suggest(unit, units[metric])} units of ${metric}: ${listUnits(metric)}`.trim(),
    );
  }
  if (relativeTo !== undefined || (unit === "percent" && isOfLink(row))) return [];
  return complain(
    `a ${unit} of ${metric} needs what it is relative to`,
    "add relativeTo with the other adapter's id, or linkGbps under conditions when it is a percentage of the link",
  );
}

/** Throughput is also given as a share of the link's speed. */
function isOfLink({ metric, conditions }: { [key: string]: unknown }): boolean {
  return metric === "throughput" && isMapping(conditions) && conditions["linkGbps"] !== undefined;
}

function listUnits(metric: string): string {
  return [...(units[metric] ?? []), "percent or ratio with relativeTo"].join(", ");
}
