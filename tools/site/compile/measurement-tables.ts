import { createHash } from "node:crypto";
import { parquetWriteBuffer } from "hyparquet-writer";
import { isMapping } from "../../check/select.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import { type CsvValue, writeCsv } from "../../../advisor/csv.ts";
import { yearOf } from "./evidence.ts";
import type { Atlas, Measurement } from "./records.ts";
import { type ApiHeader, licenceUrl } from "./site/meta.ts";

/** Columns about the study of a row. */
const studyColumns = ["dataset", "platform", "source", "year", "grade"] as const;

/** Descriptions of columns that have no field of the same name in records. */
const descriptions: Readonly<Record<string, string>> = {
  dataset: "Id of the dataset that the row is from.",
  platform: "Id of the platform. A study may cover a platform that the advisor does not support.",
  source: "Id of the source that published the dataset.",
  year: "Year in which the source was published.",
  id: "ID of the row within its dataset.",
  kind: "Kind of row. value: one number; summary: statistics as reported; samples: every sample; relative: a ratio or difference; ordinal: an order without a number.",
  hypervisor: "Hypervisor with its version: that of the row, else that of the testbed.",
  topology: "Location of the two ends: that of the row, else that of the testbed.",
  workload: "Workload of the measurement, from a fixed list.",
  conditionsWorkload: "Application workload in words.",
  packetRate: "Packet rate in packets per second.",
  samples: "Samples in the row's unit in the order of measurement, separated by spaces.",
  intervalPercent: "Confidence level of the interval, in percent.",
  intervalLow: "Lower end of the confidence interval.",
  intervalHigh: "Upper end of the confidence interval.",
  relativeTo: "What a relative or ordinal row is compared with: the id of an adapter, or a word such as native.",
  offloadsOn: "Offloads of the guest's adapter that were on, separated by spaces.",
  offloadsOff: "Offloads of the guest's adapter that were off, separated by spaces.",
  locator: "Place in the source.",
  note: "Remark on the row.",
};

interface FilledColumn {
  name: string;
  type: "string" | "number" | "integer" | "boolean";
  values: CsvValue[];
}

/** Every measurement of every dataset: as CSV, as Parquet, and the Data Package that describes the columns. */
export function writeAllMeasurements(
  atlas: Atlas,
  header: ApiHeader,
  datasetSchema: JsonSchema,
): { csv: string; parquet: Uint8Array; package: object } {
  const columns = listColumns(atlas, datasetSchema);
  const [first] = columns;
  const csv = writeCsv(
    columns.map(({ name }) => name),
    (first?.values ?? []).map((_, row) => columns.map(({ values }) => values[row])),
  );
  const parquet = parquetWriteBuffer({
    columnData: columns.map(({ name, type, values }) => ({
      name,
      data: values.map((value) => (type === "integer" && typeof value === "number" ? BigInt(value) : (value ?? null))),
      type: parquetTypes[type],
      nullable: true,
    })),
    kvMetadata: Object.entries(header).map(([key, value]) => ({ key, value: String(value) })),
  });
  return {
    csv,
    parquet: new Uint8Array(parquet),
    package: describePackage({ columns, csv, header, describe: describer(datasetSchema) }),
  };
}

const parquetTypes = { string: "STRING", number: "DOUBLE", integer: "INT64", boolean: "BOOLEAN" } as const;

/** The columns that have a value in some row. */
function listColumns(atlas: Atlas, datasetSchema: JsonSchema): FilledColumn[] {
  const isWhole = (name: string): boolean => name === "year" || listFields(datasetSchema, name).some(takesIntegers);
  const rows = atlas.datasets.flatMap((dataset) => {
    const { id, platform, source, grade, testbed } = dataset;
    const study = { dataset: id, platform, source, grade, year: yearOf(atlas.find("sources", source)) };
    return dataset.measurements.map((row): Record<string, CsvValue> => {
      const values = flattenMeasurement(row);
      const { hypervisor = testbed.hypervisor, topology = testbed.topology } = values;
      return { ...values, ...study, hypervisor, topology };
    });
  });
  return [...studyColumns, ...datasetColumns].flatMap((name): FilledColumn[] => {
    const values = rows.map((row) => row[name]);
    const types = new Set(values.flatMap((value) => (value === undefined ? [] : [typeof value])));
    if (types.size === 0) return [];
    const [type] = types.size === 1 ? (types as Set<FilledColumn["type"]>) : (["string"] as const);
    // A column with text and numbers has the type text.
    const written = type === "string" ? values.map((value) => value?.toString()) : values;
    return [
      { name, type: type === "number" && isWhole(name) ? "integer" : (type as FilledColumn["type"]), values: written },
    ];
  });
}

/** Whether a field takes whole numbers alone, by its schema: a column does not get another type with another row. */
function takesIntegers({ type, enum: values }: JsonSchema): boolean {
  return type === "integer" || (Array.isArray(values) && values.every(Number.isInteger));
}

/** The fields of a dataset that are called the same as a column. */
function listFields(datasetSchema: JsonSchema, column: string): JsonSchema[] {
  return [datasetSchema, ...Object.values(datasetSchema.$defs ?? {})].flatMap((one) =>
    isMapping(one) && isMapping(one.properties) && isMapping(one.properties[column]) ? [one.properties[column]] : [],
  );
}

/** Finds the description of a column in the schema of datasets, by the name of the field. */
function describer(datasetSchema: JsonSchema): (column: string) => string {
  return (column) => {
    const found = listFields(datasetSchema, column).find(({ description }) => typeof description === "string");
    const text = descriptions[column] ?? (found === undefined ? undefined : String(found.description));
    if (text === undefined) throw new Error(`tools/site/compile/measurement-tables.ts: describe the column ${column}`);
    return text;
  };
}

/** A Data Package, version 2 (datapackage.org), of the table as CSV. */
function describePackage({
  columns,
  csv,
  header,
  describe,
}: {
  columns: readonly FilledColumn[];
  csv: string;
  header: ApiHeader;
  describe: (column: string) => string;
}): object {
  return {
    $schema: "https://datapackage.org/profiles/2.0/datapackage.json",
    name: "vnic-atlas-measurements",
    title: "vNIC Atlas: measurements of virtual network adapters",
    description:
      "Every measurement of vNIC Atlas, one row each. Compare rows only within one dataset: testbeds differ.",
    version: `${header.knowledgeRelease}+${header.knowledgeVersion}`,
    licenses: [{ name: "CC-BY-4.0", title: header.licence, path: licenceUrl }],
    resources: [
      {
        name: "measurements",
        type: "table",
        path: "/api/v1/measurements.csv",
        format: "csv",
        mediatype: "text/csv",
        encoding: "utf-8",
        bytes: Buffer.byteLength(csv),
        hash: `sha256:${createHash("sha256").update(csv).digest("hex")}`,
        schema: {
          fields: columns.map(({ name, type }) => ({ name, type, description: describe(name) })),
          missingValues: [""],
          primaryKey: ["dataset", "id"],
        },
      },
    ],
  };
}

/** Writes the rows of a dataset, one column per field, the same columns for every dataset. */
export function writeDatasetCsv(measurements: readonly Measurement[]): string {
  const rows = measurements.map((row) => {
    const values = flattenMeasurement(row);
    return datasetColumns.map((column) => values[column]);
  });
  return writeCsv(datasetColumns, rows);
}

/** Columns of a dataset's table: what was measured, its figures, what it is compared with, its conditions, its place. */
export const datasetColumns: readonly string[] = [
  "id adapter workload metric unit kind value precision form restates",
  "mean median min p5 p25 p75 p90 p95 p99 p999 p9999 p99999 max standardDeviation count",
  "intervalPercent intervalLow intervalHigh samples relation extent relativeTo baseline",
  "guest guestKernel bitness hypervisor hardwareVirtualization driver backend vcpus queues topology linkGbps direction",
  "socketBytes messageBytes packetBytes packetRate streams mtu offloadsOn offloadsOff coalescing register access tool",
  "latencyPath tuning conditionsWorkload",
  "guestCpuPercent hostCpuPercent peerCpuPercent lossPercent droppedPackets retransmits quote quotedAs locator note",
].flatMap((line) => line.split(" "));

/** The fields of a row as cells, by column. */
function flattenMeasurement(row: Measurement): Partial<Record<string, CsvValue>> {
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
