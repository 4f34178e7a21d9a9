import type { Measurement } from "../site/compile/records.ts";

/** A cell of a table; undefined is an empty one. */
export type CsvValue = string | number | boolean | undefined;

/** Writes a table as RFC 4180 wants it: lines end in CR LF, text with commas, quotes or line ends is quoted. */
export function writeCsv(columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(writeCell).join(",")}\r\n`).join("");
}

/** Writes the rows of a dataset, one column per field, the same columns for every dataset. */
export function writeDatasetCsv(measurements: readonly Measurement[]): string {
  const rows = measurements.map((row) => {
    const values = flatten(row);
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

function flatten(row: Measurement): Partial<Record<Column, CsvValue>> {
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

function writeCell(value: CsvValue): string {
  if (value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = disarm(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run text that starts like a formula; an apostrophe makes it text again. Where they divide by semicolons or tabs,
 * a cell starts after each of those in a text, too, quoted or not. A number stays a number.
 */
function disarm(text: string): string {
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return text;
  const inside = text.replace(/(^|[;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])/g, "$1$2'");
  return /^[\t\r]/.test(inside) ? `'${inside}` : inside;
}
