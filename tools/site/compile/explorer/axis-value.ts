import type { Measurement } from "../records.ts";
import { summarize } from "../../../records/samples.ts";

/** A result as a place on an axis, in the unit that all rows of its metric share. */
export interface AxisValue {
  unit: string;
  value: number;
  low?: number;
  high?: number;
}

/** Units that say the same in other sizes, per metric: the one that axes have, and how much of it each unit is. */
const scales: Partial<Record<Measurement["metric"], { unit: string; factors: Record<string, number> }>> = {
  throughput: { unit: "Gbit/s", factors: { "kbit/s": 1e-6, "Mbit/s": 1e-3, "Gbit/s": 1, "kB/s": 8e-6, "MB/s": 8e-3 } },
  "packet-rate": { unit: "Mpackets/s", factors: { "packets/s": 1e-6, "kpackets/s": 1e-3, "Mpackets/s": 1 } },
  latency: { unit: "us", factors: { us: 1, ms: 1e3, s: 1e6 } },
  duration: { unit: "s", factors: { ms: 1e-3, s: 1 } },
};

/** Places a row on its axis; undefined for an order, a ratio and a summary without a middle, which have none. */
export function toAxisValue(row: Measurement): AxisValue | undefined {
  const figures = figuresOf(row);
  if (!figures || !("unit" in row) || row.unit === undefined) return undefined;
  const scale = scales[row.metric];
  const factor = scale?.factors[row.unit];
  const convert = (value: number): number => (factor === undefined ? value : Number((value * factor).toPrecision(12)));
  const { value, low, high } = figures;
  const spread =
    low === undefined || high === undefined || low === high ? {} : { low: convert(low), high: convert(high) };
  return { unit: scale && factor !== undefined ? scale.unit : row.unit, value: convert(value), ...spread };
}

interface Figures {
  value: number;
  low?: number | undefined;
  high?: number | undefined;
}

/** The middle is the mean where there is one; the spread is that of all samples, else the interval that the source states. */
function figuresOf(row: Measurement): Figures | undefined {
  switch (row.kind) {
    case "value":
      return { value: row.value };
    case "samples": {
      const { mean, min, max } = summarize(row.samples);
      return { value: mean, low: min, high: max };
    }
    case "summary": {
      const { mean, median, min, max, confidenceInterval } = row.summary;
      const value = mean ?? median;
      if (value === undefined) return undefined;
      return min !== undefined && max !== undefined ? { value, low: min, high: max } : { value, ...confidenceInterval };
    }
    case "relative":
    case "ordinal":
      return undefined;
  }
}
