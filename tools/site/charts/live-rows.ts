import type { Detail, RegisterCount, Row } from "../../../assets/ts/charts/row.ts";
import type { Flow } from "../../../assets/ts/charts/view.ts";
import { formatQuantity } from "../../records/numbers.ts";
import { hashContent } from "../../records/write-files.ts";
import { listConfigurations, listRegisters, spreadOf, writeSpread } from "../compile/counts.ts";
import { nameMeasured } from "../compile/words.ts";
import type { ChartRow, ChoiceField } from "./chart.ts";
import { findRecord, namePlatform, shortenName } from "./knowledge.ts";
import type { ChartKnowledge, KnownDataset, KnownMeasurement } from "./knowledge.ts";
import type { LiveDrawing } from "./live-flow.ts";

/** A chart in one size as assets/ts/charts/start-charts.ts loads it. */
interface LiveFile {
  spec: Flow;
  rows: Row[];
}

/** Writes the file of a chart that answers; its name changes with its content, so that it may be kept for ever. */
export function writeLive(
  name: string,
  { spec, rows }: LiveDrawing,
  plain: readonly ChartRow[],
  knowledge: ChartKnowledge,
): { path: string; text: string } {
  const described = rows.map((row, index) => ({ ...row, ...describeRow(plain[index] ?? row, knowledge) }));
  const text = `${JSON.stringify({ spec, rows: described } satisfies LiveFile)}\n`;
  return { path: `/charts/live/${name}.${hashContent(text)}.json`, text };
}

function describeRow(row: ChartRow, knowledge: ChartKnowledge): Pick<Row, "details" | "registers"> {
  const details = listDetails(row, knowledge);
  return typeof row.reads === "number" ? { details, registers: listRegisterCounts(row, knowledge) } : { details };
}

/** Lists by which values of which fields a reader may choose rows; a pair of adapters is found by either of them. */
export function listChoice(
  fields: readonly ChoiceField["field"][],
  rows: readonly ChartRow[],
  knowledge: ChartKnowledge,
): ChoiceField[] {
  return fields.map((field) => {
    const values = [...new Set(rows.flatMap((row) => [row[field], ...(field === "adapter" ? [row.over] : [])]))].filter(
      (value) => typeof value === "string",
    );
    const nameOf = (value: string): string => {
      switch (field) {
        case "platform":
          return namePlatform(value, knowledge);
        case "workload":
          return nameMeasured(value);
        case "adapter":
          return shortenName(knowledge.adapters.find(({ id }) => id === value)?.name ?? value);
      }
    };
    return { field, options: values.map((value) => ({ value, name: nameOf(value) })) };
  });
}

/** Lists the registers behind a count of pings, in the order of the dataset: which, how it is accessed, how often, what for. */
export function listRegisterCounts({ reference }: ChartRow, { datasets }: ChartKnowledge): RegisterCount[] {
  const [id = "", place] = String(reference).split("/");
  const { measurements } = findRecord(datasets, id, "dataset");
  const configuration = listConfigurations(measurements).find(({ rows }) => rows.some((row) => row.id === place));
  return (configuration ? listRegisters(configuration) : []).flatMap((row) => {
    const spread = spreadOf(row);
    if (!spread) return [];
    const { register = "", access = "" } = row.conditions;
    return [{ register, access, times: writeSpread(spread), purpose: row.note ?? "" }];
  });
}

/** Lists the details that pointing at a row shows: adapter and result, then the conditions of the measurement. */
export function listDetails(row: ChartRow, knowledge: ChartKnowledge): Detail[] {
  if (typeof row.support === "string") return listCellDetails(row);
  const [id = "", place = ""] = String(row.reference ?? "").split("/");
  if (id === "")
    return compact([
      ["Adapter", firstLine(row.label ?? row.adapterName)],
      ["Since", String(row.since ?? "")],
      ["As documented", String(row.version ?? "")],
    ]);
  return listMeasurementDetails(row, findRecord(knowledge.datasets, id, "dataset"), place);
}

function listMeasurementDetails(row: ChartRow, dataset: KnownDataset, place: string): Detail[] {
  const measurement = findRecord(dataset.measurements, place, `row of ${dataset.id}`);
  const { conditionsText, workload, metric, locator, note } = measurement;
  const { runs } = dataset.method;
  const { publisher } = dataset.sourceRecord;
  return compact([
    ["Result", describeResult(row, measurement)],
    ["Measured", [nameMeasured(workload), nameMeasured(metric)].filter((word) => word !== "other").join(", ")],
    ["Conditions", conditionsText],
    ["Guest", measurement.conditions.guest === undefined ? dataset.testbed.guests.join("; ") : ""],
    ["Platform", dataset.testbed.hypervisor],
    ["Spread", isRatio(row) ? String(row.spreadText ?? "") : describeSpread(measurement)],
    ["Runs", runs === undefined ? "number not stated" : String(runs)],
    ["Note", note ?? ""],
    ["Source", `${publisher}, ${dataset.year}${locator === undefined ? "" : `, ${locator}`}`],
  ]);
}

/** A row that is more or less than one measurement says what it is: the counts of a ping, a ratio of two, a single sample. */
function describeResult(row: ChartRow, measurement: KnownMeasurement): string {
  const { adapterName, display } = measurement;
  const { reads, writes, sample, unit } = row;
  if (typeof reads === "number")
    return `${String(row.label)}: ${String(row.display)} register accesses per ping (${reads} reads, ${String(writes)} writes)`;
  if (isRatio(row)) return `${firstLine(row.pair ?? row.label)}: ${String(row.display)} times`;
  if (typeof sample === "number")
    return `${firstLine(row.label)}: ${formatQuantity(Number(row.value), String(unit))}, sample ${sample}`;
  return `${adapterName}: ${display}`;
}

function isRatio({ result }: ChartRow): boolean {
  return result === "ratio" || result === "stated-ratio";
}

/** Labels of a drawing may have more than one line; the first says whose it is. */
function firstLine(label: ChartRow[string] | undefined): string {
  return String(label ?? "").split("\n")[0] ?? "";
}

/** Numbers of a spread stand in the result itself; here is said where they come from, or that there are none. */
function describeSpread(row: KnownMeasurement): string {
  switch (row.kind) {
    case "value":
      return "one number, no spread given";
    case "summary":
      return "the source's summary, without single runs";
    case "samples":
      return `computed from ${row.samples.length} samples`;
    case "relative":
    case "ordinal":
      return "";
  }
}

function listCellDetails({ adapterName, featureName, word, version, note, basis }: ChartRow): Detail[] {
  return compact([
    ["Cell", `${String(adapterName)}, ${String(featureName)}: ${String(word)}`],
    ["Since", String(version ?? "")],
    ["Note", String(note ?? "")],
    ["Basis", bases[String(basis)] ?? ""],
  ]);
}

const bases: Record<string, string> = {
  stated: "a source states it",
  implied: "it follows from what a source states",
  inferred: "inferred; no source states it",
};

function compact(details: Detail[]): Detail[] {
  return details.filter(([, text]) => text !== "");
}
