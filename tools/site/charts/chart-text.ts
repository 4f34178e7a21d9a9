import { groupDigits, joinWords } from "../../../advisor/text.ts";
import { writeCsv } from "../../../advisor/csv.ts";
import { roundToData } from "../../records/numbers.ts";
import type { ChartRow, ChartWords, TableColumn } from "./chart.ts";
import { listCompareSources } from "./compare-rows.ts";
import { type ChartKnowledge, findRecord, type KnownSource } from "./knowledge.ts";
import { listDatasets, listTimelineSources } from "./rows.ts";

/** Lists the ids of the sources that stand behind a chart, each once. */
export function listSources({ data }: ChartWords, rows: readonly ChartRow[], knowledge: ChartKnowledge): string[] {
  if (data.kind === "compare") return listCompareSources(data, knowledge);
  if (data.kind === "timeline") return listTimelineSources(data, knowledge);
  return [...new Set(listDatasets(rows).map((id) => findRecord(knowledge.datasets, id, "dataset").source))];
}

/** Most sources that the line under a chart names one by one. */
const mostNamed = 3;

/** Writes the line under a chart that says where it comes from. */
export function writeSourceLine(ids: readonly string[], knowledge: ChartKnowledge): string {
  const sources = ids.map((id) => findRecord(knowledge.sources, id, "source"));
  if (sources.length <= mostNamed)
    return `${sources.length === 1 ? "Source" : "Sources"}: ${sources.map(nameSource).join("; ")}.`;
  const publishers = [...new Set(sources.map(({ publisher }) => publisher))];
  return `Sources: ${sources.length} documents of ${joinWords(publishers, "and")}.`;
}

/** Writes how often the drawn values were measured. */
export function writeRunsText({ data }: ChartWords, rows: readonly ChartRow[], knowledge: ChartKnowledge): string {
  if (data.kind === "compare" || data.kind === "timeline") return "Based on documentation, not measurement.";
  const counts = listDatasets(rows).map((id) => findRecord(knowledge.datasets, id, "dataset").method.runs);
  const stated = counts.filter((count) => count !== undefined);
  if (stated.length === 0) return "The number of runs is not stated.";
  const [least, most] = [Math.min(...stated), Math.max(...stated)];
  const runs =
    most === 1
      ? "One run of each configuration"
      : `${least === most ? most : `${least} to ${most}`} runs of each configuration`;
  const silent = counts.length - stated.length;
  return silent === 0
    ? `${runs}.`
    : `${runs}; ${silent} of ${counts.length} studies ${silent === 1 ? "does" : "do"} not state how many.`;
}

function nameSource({ title, authors, publisher, published }: KnownSource): string {
  const by = authors.filter((author) => author !== publisher).join(", ");
  return `${by === "" ? publisher : `${by}, ${publisher}`}, ${title}, ${published.slice(0, 4)}`;
}

/** Returns the rows of a chart's table: those that are drawn, or one per feature for a compatibility table. */
export function listTableRows({ data }: ChartWords, rows: readonly ChartRow[]): ChartRow[] {
  if (data.kind === "samples") return listOnePerReference(rows);
  if (data.kind !== "compare") return [...rows];
  return [...new Set(rows.map(({ feature }) => feature))].map((feature) => {
    const cells = rows.filter((row) => row.feature === feature);
    const featureName = cells[0]?.featureName ?? null;
    return Object.fromEntries([
      ["featureName", featureName],
      ...cells.map((cell) => [String(cell.adapter), writeCell(cell)]),
    ]) as ChartRow;
  });
}

/** Samples of one row stand in one row of the table. */
function listOnePerReference(rows: readonly ChartRow[]): ChartRow[] {
  const references = [...new Set(rows.map(({ reference }) => reference))];
  return references.map((reference) => {
    const samples = rows.filter((row) => row.reference === reference);
    return { ...samples[0], samples: samples.map(({ value }) => groupDigits(Number(value))).join("; ") };
  });
}

/** Writes each cell as the source prints it: its digits in groups, its own qualifier, words where there is no number. Only what the atlas computed is rounded. */
export function writeTable(columns: readonly TableColumn[], rows: readonly ChartRow[]): Record<string, string>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ key }) => [key, writeValue(key, row)])));
}

/** Writes the table as CSV with plain numbers and, first, where each row comes from. */
export function writeChartCsv(columns: readonly TableColumn[], rows: readonly ChartRow[]): string {
  const origin = ["reference", "precision"].filter((key) =>
    rows.some((row) => row[key] !== undefined && row[key] !== null),
  );
  const keys = [...origin, ...columns.map(({ key }) => key).filter((key) => !origin.includes(key))];
  return writeCsv(
    keys,
    rows.map((row) => keys.map((key) => row[key] ?? undefined)),
  );
}

function writeValue(key: string, row: ChartRow): string {
  const value = row[key];
  if (typeof value === "number")
    return (
      (key === "value" ? qualify(row.precision) : "") +
      groupDigits(key === "mean" && row.result === "computed" ? roundToData(value, spreadOf(row)) : value)
    );
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value || (key === "value" ? "no number" : "not stated");
}

function spreadOf({ min, max }: ChartRow): number | undefined {
  return typeof min === "number" && typeof max === "number" ? max - min : undefined;
}

function qualify(precision: ChartRow[string] | undefined): string {
  return typeof precision !== "string" || precision === "as-printed" ? "" : `${precision.replace("-", " ")} `;
}

function writeCell({ word, version, isDisputed }: ChartRow): string {
  const notes = [...(version ? [version] : []), ...(isDisputed ? ["disputed"] : [])];
  return notes.length > 0 ? `${word} (${notes.join("; ")})` : String(word);
}
