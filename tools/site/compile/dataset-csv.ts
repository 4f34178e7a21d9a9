import { type CsvValue, writeCsv } from "../../records/csv.ts";
import type { Measurement } from "./records.ts";

/** Writes the rows of a dataset, one column per field, the same columns for every dataset. */
export function writeDatasetCsv(measurements: readonly Measurement[]): string {
  const rows = measurements.map((row) => {
    const values = flattenMeasurement(row);
    return datasetColumns.map((column) => values[column]);
  });
  return writeCsv(datasetColumns, rows);
}

/** Columns of a dataset's table. */
export const datasetColumns = [
  "id",
  "adapter",
  "workload",
  "metric",
  "unit",
  "kind",
  "value",
  "precision",
  "form",
  "mean",
  "median",
  "min",
  "p5",
  "p25",
  "p75",
  "p90",
  "p95",
  "p99",
  "p999",
  "p9999",
  "p99999",
  "max",
  "standardDeviation",
  "count",
  "intervalPercent",
  "intervalLow",
  "intervalHigh",
  "samples",
  "relation",
  "extent",
  "relativeTo",
  "baseline",
  "guest",
  "guestKernel",
  "bitness",
  "hypervisor",
  "hardwareVirtualization",
  "driver",
  "backend",
  "vcpus",
  "queues",
  "topology",
  "linkGbps",
  "direction",
  "socketBytes",
  "messageBytes",
  "packetBytes",
  "packetRate",
  "streams",
  "mtu",
  "offloadsOn",
  "offloadsOff",
  "coalescing",
  "register",
  "access",
  "tool",
  "latencyPath",
  "tuning",
  "conditionsWorkload",
  "guestCpuPercent",
  "hostCpuPercent",
  "peerCpuPercent",
  "lossPercent",
  "droppedPackets",
  "retransmits",
  "quote",
  "quotedAs",
  "locator",
  "note",
] as const;

type Column = (typeof datasetColumns)[number];

/** The fields of a row as cells, by column. */
export function flattenMeasurement(row: Measurement): Partial<Record<Column, CsvValue>> {
  const { conditions, observed, ...own } = row;
  const { workload: conditionsWorkload, offloadsOn, offloadsOff, ...others } = conditions;
  const { summary, samples, rows: _, ...plain } = { summary: undefined, samples: undefined, rows: undefined, ...own };
  const { confidenceInterval: interval, ...statistics } = summary ?? {};
  return {
    ...others,
    conditionsWorkload,
    offloadsOn: offloadsOn?.join(" "),
    offloadsOff: offloadsOff?.join(" "),
    ...observed,
    ...statistics,
    intervalPercent: interval?.levelPercent,
    intervalLow: interval?.low,
    intervalHigh: interval?.high,
    samples: samples?.join(" "),
    ...plain,
  };
}
