import { roundSummary } from "../compile/display.ts";
import { formatNumber } from "../../records/numbers.ts";
import { addAxisLabels } from "./axis-labels.ts";
import type { AuthoredChart, ChartData, ChartRow, RowReference } from "./chart.ts";
import { listCompareRows } from "./compare-rows.ts";
import { findRecord } from "./knowledge.ts";
import type { ChartKnowledge, KnownMeasurement } from "./knowledge.ts";
import { listPingRows } from "./ping-rows.ts";
import { listRatioRows } from "./ratio-rows.ts";
import { listSettingRows } from "./setting-rows.ts";
import { listSampleRows, listStudyRows } from "./study-rows.ts";
import { paintAdapter, paintRole } from "./theme.ts";
import type { Paint } from "./theme.ts";
import { listTimelineRows } from "./timeline-rows.ts";
import { shortenName } from "./words.ts";

/** Lists the rows of a chart; every value in them comes from the compiled knowledge. */
export function listRows({ words, spec }: AuthoredChart, knowledge: ChartKnowledge): ChartRow[] {
  const { data } = words;
  return addAxisLabels(
    spec,
    listRowsOf(data, knowledge).map((row, order) => ({ ...row, order })),
  );
}

function listRowsOf(data: ChartData, knowledge: ChartKnowledge): ChartRow[] {
  switch (data.kind) {
    case "compare":
      return listCompareRows(data, knowledge);
    case "pings":
      return listPingRows(data, knowledge);
    case "ratios":
      return listRatioRows(data, knowledge);
    case "settings":
      return listSettingRows(knowledge);
    case "values":
    case "relatives":
      return listStudyRows(data, knowledge);
    case "samples":
      return listSampleRows(data, knowledge);
    case "timeline":
      return listTimelineRows(data, knowledge);
    case "records":
      return data.rows.map((reference) => makeRow(reference, knowledge));
  }
}

/** Adds each row's colour: that of its role or its support, else of the adapter that is ahead, else of its adapter. */
export function colourRows(rows: readonly ChartRow[], paint: Paint): ChartRow[] {
  return rows.map((row) => ({ ...row, colour: colourOf(row, paint) }));
}

function colourOf({ painted, support, winner, adapter }: ChartRow, paint: Paint): string {
  if (typeof painted === "string") return paintRole(painted, paint);
  if (typeof support === "string") return paintRole(support, paint);
  if (typeof winner === "string") return paintAdapter(winner, paint);
  return paintAdapter(String(adapter), paint);
}

function makeRow(reference: RowReference, knowledge: ChartKnowledge): ChartRow {
  const fields =
    reference.measurement === undefined
      ? readFinding(reference.finding ?? "", knowledge)
      : readMeasurement(reference.measurement, knowledge);
  const { label = shortenName(String(fields.adapterName)), group = "", words = "" } = reference;
  return { ...fields, label, group, words };
}

function readMeasurement(reference: string, knowledge: ChartKnowledge): ChartRow {
  const [datasetId = "", rowId = ""] = reference.split("/");
  const dataset = findRecord(knowledge.datasets, datasetId, "dataset");
  const row = findRecord(dataset.measurements, rowId, `row of ${datasetId}`);
  const { adapter, adapterName, workload, metric, display, conditionsText, conditions } = row;
  const { offloadsOn, offloadsOff, ...plain } = conditions;
  return {
    reference,
    adapter,
    adapterName,
    workload,
    metric,
    unit: "unit" in row ? (row.unit ?? null) : null,
    display,
    conditionsText,
    relativeTo: "relativeTo" in row ? (row.relativeTo ?? null) : null,
    ...plain,
    offloadsOn: offloadsOn?.join(" ") ?? null,
    offloadsOff: offloadsOff?.join(" ") ?? null,
    // Conditions say the link of one row where it differs; the testbed says it for all.
    linkGbps: conditions.linkGbps ?? dataset.testbed.linkGbps?.at(-1) ?? null,
    ...readResult(row, knowledge),
  };
}

function readResult(row: KnownMeasurement, knowledge: ChartKnowledge): ChartRow {
  switch (row.kind) {
    case "value":
      return { result: "stated", value: row.value, precision: row.precision };
    case "summary":
      return { result: "reported", ...withoutInterval(row.summary), ...writeMean(row.summary) };
    case "samples":
      return { result: "computed", ...row.computed };
    case "relative":
      return { result: "relative", value: row.value, form: row.form, precision: row.precision };
    case "ordinal":
      return { result: "order", relation: row.relation, ...nameWinner(row, knowledge) };
  }
}

/** The mean as drawings write it; the number itself keeps the digits of the source. */
function writeMean(summary: Extract<KnownMeasurement, { kind: "summary" }>["summary"]): ChartRow {
  const { mean } = roundSummary(summary);
  return mean === undefined ? {} : { meanText: formatNumber(mean) };
}

/** The two ends of an interval stand beside the other figures, as a chart's fields must. */
function withoutInterval({
  confidenceInterval,
  ...figures
}: Extract<KnownMeasurement, { kind: "summary" }>["summary"]): ChartRow {
  return { ...figures, intervalLow: confidenceInterval?.low ?? null, intervalHigh: confidenceInterval?.high ?? null };
}

function nameWinner(row: Extract<KnownMeasurement, { kind: "ordinal" }>, { adapters }: ChartKnowledge): ChartRow {
  const winner = {
    better: row.adapter,
    "smaller-gain": row.adapter,
    worse: row.relativeTo,
    similar: null,
    mixed: null,
  }[row.relation];
  const winnerName = adapters.find(({ id }) => id === winner)?.name;
  return { winner, word: winnerName === undefined ? row.relation : `${shortenName(winnerName)} ahead` };
}

function readFinding(id: string, { findings, adapters }: ChartKnowledge): ChartRow {
  const { adapters: about, claim } = findRecord(findings, id, "finding");
  const adapter = about[0] ?? "unknown";
  const adapterName = adapters.find((candidate) => candidate.id === adapter)?.name ?? "not named";
  return { reference: id, adapter, adapterName, result: "statement", display: claim, conditionsText: "" };
}
