import { groupDigits } from "../../../advisor/text.ts";
import { round, roundToData } from "../../records/numbers.ts";
import { addAxisLabels } from "./axis-labels.ts";
import type { AuthoredChart, ChartData, ChartRow, PingData, RowReference, TimelineData } from "./chart.ts";
import { findTable, listCompareRows } from "./compare-rows.ts";
import { shortenMeasured } from "../compile/words.ts";
import { findRecord, namePlatform, shortenName } from "./knowledge.ts";
import type { ChartKnowledge, KnownMeasurement } from "./knowledge.ts";
import { describeRatio, gains, listRatioRows, sortRatios } from "./ratio-rows.ts";
import { listSampleRows, listStudyRows } from "./study-rows.ts";
import { type Paint, paintAdapter, paintRole } from "./theme.ts";
import { findPing, listConfigurations, spreadOf, writeSpread } from "../compile/counts.ts";

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
      return data.strongest ? keepStrongest(listSettingRows(knowledge)) : listSettingRows(knowledge);
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
  const fields = readMeasurement(reference.measurement, knowledge);
  const { label = shortenName(String(fields.adapterName)), group = "" } = reference;
  return { ...fields, label, group };
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

/** The mean as drawings write it, no finer than its spread; the number itself and every table keep the digits of the source. */
function writeMean({ mean, min, max }: Extract<KnownMeasurement, { kind: "summary" }>["summary"]): ChartRow {
  if (mean === undefined) return {};
  return { meanText: groupDigits(roundToData(mean, min === undefined || max === undefined ? undefined : max - min)) };
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

/** Counts are of hundreds of packets: more decimals mean nothing. */
const decimals = 2;

/** Lists one row per adapter and configuration: how often one ping has registers accessed, the most first. */
function listPingRows({ dataset: id }: PingData, { datasets, adapters }: ChartKnowledge): ChartRow[] {
  const dataset = findRecord(datasets, id, "dataset");
  const rows = listConfigurations(dataset.measurements).flatMap((configuration) => {
    const { adapter, variant } = configuration;
    const [row, ofReads] = [findPing(configuration), findPing(configuration, "read")];
    const [all, reads] = [row && spreadOf(row), ofReads && spreadOf(ofReads)];
    if (!row || !all || !reads) return [];
    const adapterName = findRecord(adapters, adapter, "adapter").name;
    const label = [shortenName(adapterName), ...(variant === null ? [] : [variant])].join(", ");
    return [
      {
        reference: `${id}/${row.id}`,
        adapter,
        adapterName,
        label,
        variant: variant ?? "as it comes",
        reads: round(reads.middle, decimals),
        writes: round(all.middle - reads.middle, decimals),
        value: round(all.middle, decimals),
        low: round(all.low, decimals),
        high: round(all.high, decimals),
        display: writeSpread(all, 1),
        painted: "muted",
      },
    ];
  });
  return rows.sort((a, b) => b.value - a.value);
}

/** Lists one row per setting that a study changed on one adapter while all else stayed as it was. */
function listSettingRows(knowledge: ChartKnowledge): ChartRow[] {
  const rows = knowledge.datasets.flatMap((dataset) =>
    dataset.settings
      .filter(({ metric }) => gains.has(metric))
      .map(({ numerator, denominator, ratio, setting, particularText, spread, ...effect }): ChartRow => {
        const row = findRecord(dataset.measurements, numerator, `row of ${dataset.id}`);
        // What follows the name of the setting is a condition of its own, such as a tunnel.
        const [what = "", ...also] = setting.split(", ");
        const measured = `${shortenMeasured(row.workload)} ${shortenMeasured(row.metric)}`;
        const held = [measured, ...also, ...particularText.split(", ")].filter((part) => part !== "");
        return {
          reference: `${dataset.id}/${numerator}`,
          adapter: row.adapter,
          adapterName: row.adapterName,
          setting,
          base: effect.base,
          platform: dataset.platform,
          workload: row.workload,
          metric: row.metric,
          year: dataset.year,
          study: `${dataset.sourceRecord.publisher} ${dataset.year}`,
          result: denominator === undefined ? "stated-ratio" : "ratio",
          group: `${shortenName(row.adapterName)} on ${namePlatform(dataset.platform, knowledge)}: ${what}, ${dataset.year}`,
          label: held.join(", "),
          ...describeRatio(ratio, effect.display, spread, dataset),
          conditionsText: effect.conditionsText,
        };
      }),
  );
  return sortRatios(rows.map((row) => ({ ...row, label: dropShared(row, rows) })));
}

/** The first row of each group, which is its largest. */
function keepStrongest(rows: readonly ChartRow[]): ChartRow[] {
  return rows.filter(({ group }, index) => rows.findIndex((row) => row.group === group) === index);
}

/** Leaves out of a label the conditions that all rows below its heading share. */
function dropShared({ label, group }: ChartRow, rows: readonly ChartRow[]): string {
  const others = rows.filter((row) => row.group === group).map((row) => String(row.label).split(", "));
  const own = String(label)
    .split(", ")
    .filter((part) => !others.every((parts) => parts.includes(part)));
  return others.length === 1 || own.length === 0 ? String(label) : own.join(", ");
}

/** Lists one row per adapter and mode of a platform: over which of its releases there is one, the oldest first. */
function listTimelineRows({ platform }: TimelineData, { compare, adapters }: ChartKnowledge): ChartRow[] {
  const { adapters: own, modes, releases } = findTable(compare, platform);
  const rows = [...own, ...modes].map((column): ChartRow => {
    const { first = 0, last = releases.length - 1, version, adapter, mode, fullName } = column;
    // An adapter from before the first release that is listed has been there from the start.
    const isStated = version?.includes("since") ?? false;
    const since = releases[first];
    return {
      adapter,
      adapterName: adapters.find(({ id }) => id === adapter)?.name ?? adapter,
      mode: mode ?? null,
      painted: "muted",
      label: mode === undefined ? shortenName(fullName) : fullName,
      from: first,
      to: last + 1,
      start: isStated ? "stated" : "unknown",
      since: isStated && since ? since.name : "not stated",
      version: isStated
        ? (version ?? "")
        : [...(version === undefined ? [] : [version]), "first release not stated"].join(", "),
    };
  });
  return rows.sort(
    (a, b) => Number(a.start === "unknown") - Number(b.start === "unknown") || Number(a.from) - Number(b.from),
  );
}

/** Lists the ids of the sources of the platform's adapters, each once. */
export function listTimelineSources({ platform }: TimelineData, { adapters }: ChartKnowledge): string[] {
  return [
    ...new Set(adapters.flatMap(({ platforms }) => platforms[platform]?.sources ?? []).map(({ source }) => source)),
  ];
}

/** Lists the ids of the datasets whose rows are drawn, each once. */
export function listDatasets(rows: readonly ChartRow[]): string[] {
  const references = rows.flatMap(({ reference }) =>
    typeof reference === "string" && reference.includes("/") ? [reference] : [],
  );
  return [...new Set(references.map((reference) => reference.split("/")[0] ?? ""))];
}

/** Results that a reader sets side by side; a ratio or an order was formed within its own study. */
const sideBySide = new Set<unknown>(["stated", "reported", "computed"]);

/** Says what keeps the rows of a chart from being compared: adapters stand side by side only within one study that compares them. */
export function findUnfairRows(rows: readonly ChartRow[], { datasets }: ChartKnowledge): string[] {
  const results = rows.filter(({ result }) => sideBySide.has(result));
  if (new Set(results.map(({ adapter }) => adapter)).size < 2) return [];
  const drawn = listDatasets(results);
  if (drawn.length > 1) return [`sets adapters of several studies side by side: ${drawn.join(", ")}`];
  return drawn
    .map((id) => findRecord(datasets, id, "dataset"))
    .filter(({ grade }) => grade !== "comparison")
    .map(({ id, grade }) => `sets adapters of ${id} side by side, a study of the grade ${grade}`);
}
