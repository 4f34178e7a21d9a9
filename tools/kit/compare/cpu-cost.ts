import { groupBy } from "../../../advisor/collections.ts";
import type { ImportedRow } from "../import/row.ts";

/** What a unit of traffic cost the processors of one end. */
interface CpuCost {
  metric: string;
  unit: string;
  value: number;
}

/** Rates that a cost is formed with: for each metric the name of the cost and the rate in the cost's unit of traffic. */
const RATES = {
  throughput: { name: "cpu per Gbit", perUnit: 1 / 1000, whole: "percent per Gbit/s", ofCores: "s/Gbit", factor: 0.01 },
  "packet-rate": {
    name: "cpu per packet",
    perUnit: 1e-6,
    whole: "percent per million packets/s",
    ofCores: "µs/packet",
    factor: 0.01,
  },
} as const;

/**
 * What traffic cost, for every row that says how busy the processors of an end were while a rate was measured: an adapter that
 * carries twice as much may keep them busier and still be the cheaper one.
 */
export function listCpuCosts(rows: readonly ImportedRow[]): Map<ImportedRow, CpuCost[]> {
  const costs = new Map<ImportedRow, CpuCost[]>();
  for (const run of groupBy(rows, describeRun).values()) {
    const busy = run.filter(({ metric, statistic }) => metric === "cpu-utilization" && statistic === undefined);
    for (const own of groupBy(busy, ({ side }) => side).values())
      own.forEach((row, at) => {
        const cost = (Object.keys(RATES) as (keyof typeof RATES)[]).flatMap((metric) => {
          const rate = addFlows(run, metric, own.length, at);
          return rate === undefined ? [] : [makeCost(row, metric, rate)];
        });
        if (cost.length > 0) costs.set(row, cost);
      });
  }
  return costs;
}

function describeRun({ series, workload, conditions, run, tool }: ImportedRow): string {
  return JSON.stringify([series, workload, conditions, run, tool.name]);
}

/** The rate of the run at a position, both directions together; undefined if the runs cannot be told apart. */
function addFlows(
  run: readonly ImportedRow[],
  metric: keyof typeof RATES,
  count: number,
  at: number,
): number | undefined {
  const rates = run.filter((row) => row.metric === metric && row.statistic === undefined);
  const flows = [...groupBy(rates, ({ flow }) => flow).values()];
  if (flows.length === 0 || flows.some((flow) => flow.length !== count)) return undefined;
  const sum = flows.reduce((total, flow) => total + (flow[at] as ImportedRow).value, 0);
  return sum > 0 ? sum : undefined;
}

function makeCost({ unit, value, side }: ImportedRow, metric: keyof typeof RATES, rate: number): CpuCost {
  const { name, perUnit, whole, ofCores, factor } = RATES[metric];
  const isOfCores = unit === "percent-of-core";
  return {
    metric: side ? `${name} of the ${side}` : name,
    unit: isOfCores ? ofCores : whole,
    // A percent of a core is a hundredth of a second each second; a packet's share is in microseconds.
    value: (value * (isOfCores ? factor : 1)) / (rate * perUnit),
  };
}
