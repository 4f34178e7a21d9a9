import { formatNumber, roundToData } from "../../records/numbers.ts";
import { writeCsv } from "../../records/csv.ts";
import type { ChartRow, ChartWords, TableColumn } from "./chart.ts";

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
    return { ...samples[0], samples: samples.map(({ value }) => formatNumber(Number(value))).join("; ") };
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
      formatNumber(key === "mean" && row.result === "computed" ? roundToData(value, spreadOf(row)) : value)
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
