import type { AuthoredChart, ChartRow, ChartSpec, ChartWords } from "../../site/charts/chart.ts";
import { expandCharts } from "../../site/charts/expand-charts.ts";
import type { ChartKnowledge } from "../../site/charts/knowledge.ts";
import { listRows } from "../../site/charts/rows.ts";
import {
  listSources,
  listTableRows,
  writeRunsText,
  writeSourceLine,
  writeTable,
} from "../../site/charts/chart-text.ts";
import { isMapping } from "../../check/select.ts";
import { writeCanonical } from "../../records/objects.ts";
import { buildCompareTables } from "../../site/compile/compare-table.ts";
import { compileDatasets } from "../../site/compile/site/datasets.ts";
import { compileSources } from "../../site/compile/site/sources.ts";
import type { Rename } from "./compare-records.ts";
import type { CompiledSide } from "./sides.ts";
import { keysOf } from "./values.ts";
import { join, own, say, type Sentence } from "./sentence.ts";

export interface ChartChange {
  id: string;
  title: string;
  change: "added" | "changed" | "removed" | "not-compared";
  sentences: Sentence[];
}

/** Compiles the charts of both sides and tells which of them show something else. */
export function compareCharts(before: CompiledSide, after: CompiledSide, renames: readonly Rename[]): ChartChange[] {
  const [earlier, later] = [renameRows(compileCharts(before), renames), compileCharts(after)];
  return keysOf(earlier, later)
    .sort()
    .flatMap((id) => compareChart(id, earlier.get(id), later.get(id)));
}

type Compiled = Shown | { title: string; missing: string };

/** What a reader of a chart sees of the records. */
interface Shown {
  title: string;
  columns: { key: string; title: string; unit?: string }[];
  /** The rows of its table, each with the reference of its measurement, which holds wherever the row moves to. */
  table: TableRow[];
  /** The values that are drawn. */
  rows: ChartRow[];
  sourceLine: string;
  runsText: string;
  words: Record<string, unknown>;
  spec: string;
}

interface TableRow {
  reference: string | undefined;
  cells: Record<string, string>;
}

/** Gives the rows of a renamed dataset the references that they have now. */
function renameRows(charts: Map<string, Compiled>, renames: readonly Rename[]): Map<string, Compiled> {
  const ids = new Map(renames.filter(({ to }) => to.kind === "dataset").map(({ from, to }) => [from.id, to.id]));
  if (ids.size === 0) return charts;
  const rename = (_key: string, value: unknown): unknown => {
    const [, id = "", row] = (typeof value === "string" && /^([^/]+)\/([^/]+)$/.exec(value)) || [];
    const now = ids.get(id);
    return now === undefined ? value : `${now}/${row}`;
  };
  return new Map(JSON.parse(JSON.stringify([...charts]), rename) as [string, Compiled][]);
}

function compareChart(id: string, before: Compiled | undefined, after: Compiled | undefined): ChartChange[] {
  const title = (after ?? before)?.title ?? id;
  const makeChange = (change: ChartChange["change"], sentences: Sentence[]): ChartChange[] => [
    { id, title, change, sentences },
  ];
  const missing = [before, after].flatMap((chart) => (chart && "missing" in chart ? [say`${chart.missing}`] : []));
  if (missing.length > 0) return makeChange("not-compared", missing);
  if (!before || "missing" in before) return after ? makeChange("added", []) : [];
  if (!after || "missing" in after) return makeChange("removed", []);
  const sentences = describeChart(before, after);
  return sentences.length > 0 ? makeChange("changed", sentences) : [];
}

function describeChart(before: Shown, after: Shown): Sentence[] {
  const table = describeTable(before, after);
  const drawn =
    writeCanonical(before.rows) === writeCanonical(after.rows) || table.length > 0 ? [] : [say`drawn values change`];
  // The description for readers who do not see the chart says the same as title and caption.
  const words = Object.entries(after.words).filter(
    ([key, text]) => key !== "description" && writeCanonical(before.words[key]) !== writeCanonical(text),
  );
  return [
    ...table,
    ...drawn,
    ...(before.sourceLine === after.sourceLine
      ? []
      : [say`its source line was ${before.sourceLine}; is now ${after.sourceLine}`]),
    ...(before.runsText === after.runsText
      ? []
      : [say`its number of runs was ${before.runsText}; is now ${after.runsText}`]),
    ...words.map(
      ([key, text]) => say`its ${own(key)} now says: ${typeof text === "string" ? text : writeCanonical(text)}`,
    ),
    ...(before.spec === after.spec ? [] : [say`its drawing changes`]),
  ];
}

function describeTable(before: Shown, after: Shown): Sentence[] {
  const [earlier, later] = [indexRows(before), indexRows(after)];
  const fresh = [...later].flatMap(([id, row]) => (earlier.has(id) ? [] : [row]));
  const gone = [...earlier].flatMap(([id, row]) => (later.has(id) ? [] : [row]));
  const changed = keysOf(earlier, later).flatMap((id) => {
    const [old, current] = [earlier.get(id), later.get(id)];
    if (!old || !current) return [];
    const [was, is, name] = [old.cells, current.cells, nameRow(after, current)];
    return after.columns
      .filter(({ key }) => was[key] !== is[key])
      .map(
        ({ key, title, unit }) =>
          say`row ${name}, ${unit === undefined ? title : `${title} in ${unit}`}: was ${was[key] ?? "nothing"}; is now ${is[key] ?? "nothing"}`,
      );
  });
  const sentences = [
    ...describeRows(after, fresh, "is new:", "new"),
    ...describeRows(before, gone, "is gone; it said", "gone"),
    ...changed,
  ];
  const hasNewOrder = sentences.length === 0 && [...earlier.keys()].join("\n") !== [...later.keys()].join("\n");
  return hasNewOrder ? [say`its rows are in a different order`] : sentences;
}

/** Describes a single row with its cells, several rows by name only: the report lists their values with the records. */
function describeRows(chart: Shown, rows: readonly TableRow[], verb: string, state: string): Sentence[] {
  const [row] = rows;
  if (!row) return [];
  if (rows.length === 1) return [say`row ${nameRow(chart, row)} ${own(verb)} ${writeRow(chart, row.cells)}`];
  const names = rows.map((other) => nameRow(chart, other));
  return [say`${own(String(rows.length))} rows are ${own(state)}: ${join(names, ", ")}`];
}

/** Rows by the reference of their measurement, else by their first column. Duplicate names get a number. */
function indexRows(chart: Shown): Map<string, TableRow> {
  const index = new Map<string, TableRow>();
  for (const row of chart.table) {
    const name = row.reference ?? firstCell(chart, row);
    let free = name;
    for (let number = 2; index.has(free); number++) free = `${name} (${number})`;
    index.set(free, row);
  }
  return index;
}

/** Names a row by its first column, and by the id of its measurement where others have the same. */
function nameRow(chart: Shown, row: TableRow): string {
  const name = firstCell(chart, row);
  const id = row.reference?.split("/").at(-1);
  const isShared = chart.table.filter((other) => firstCell(chart, other) === name).length > 1;
  return isShared && id !== undefined ? `${name} (${id})` : name;
}

function firstCell({ columns }: Shown, { cells }: TableRow): string {
  return cells[columns[0]?.key ?? ""] ?? "";
}

function writeRow({ columns }: Shown, row: Record<string, string>): string {
  return columns
    .slice(1)
    .map(({ key, title }) => `${title}: ${row[key] ?? ""}`)
    .join(", ");
}

function compileCharts(side: CompiledSide): Map<string, Compiled> {
  const knowledge = compileChartKnowledge(side);
  // Compiling the chart reports its errors.
  const authored = [...side.charts].map(
    ([id, { words }]): AuthoredChart => ({ id, words: words as ChartWords, spec: {} as ChartSpec }),
  );
  const known = authored.filter(({ words }) => isMapping(words) && Array.isArray(words.datasets));
  return new Map(
    authored.flatMap((chart) => compileChart(chart, side.charts.get(chart.id)?.spec ?? "", knowledge, side, known)),
  );
}

/** Compiles the charts of a file. A chart that needs an invalid record is not compared, and its entry names the record. */
function compileChart(
  authored: AuthoredChart,
  spec: string,
  knowledge: ChartKnowledge,
  side: CompiledSide,
  known: readonly AuthoredChart[],
): [string, Compiled][] {
  const { id, words } = authored;
  try {
    return expandCharts([authored], knowledge, known).map((chart) => [chart.id, show(chart, spec, knowledge)]);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const title = isMapping(words) && typeof words.title === "string" ? words.title : id;
    return [[id, { title, missing: `it cannot be compiled from ${side.name}: ${error.message.split("\n")[0]}` }]];
  }
}

function show(chart: AuthoredChart, spec: string, knowledge: ChartKnowledge): Shown {
  const rows = listRows(chart, knowledge);
  const listed = listTableRows(chart.words, rows);
  const { table, data: _data, datasets: _datasets, ...own } = chart.words;
  return {
    title: own.title,
    columns: table.columns,
    table: writeTable(table.columns, listed).map((cells, index) => {
      const reference = listed[index]?.reference;
      return { reference: typeof reference === "string" ? reference : undefined, cells };
    }),
    rows,
    sourceLine: writeSourceLine(listSources(chart.words, rows, knowledge), knowledge),
    runsText: writeRunsText(chart.words, rows, knowledge),
    words: { ...own, "table's caption": table.caption },
    spec,
  };
}

/** What charts are drawn from, of those records that compile. */
function compileChartKnowledge({ atlas }: CompiledSide): ChartKnowledge {
  const noCharts = new Map<string, string[]>();
  return {
    datasets: atlas.datasets.flatMap((dataset) =>
      attempt(() => compileDatasets({ ...atlas, datasets: [dataset] }, noCharts)),
    ),
    sources: attempt(() => compileSources({ ...atlas, rules: [] })),
    adapters: atlas.adapters,
    platforms: atlas.platforms,
    compare: atlas.platforms.flatMap((platform) =>
      attempt(() => buildCompareTables({ ...atlas, platforms: [platform], findings: [] })),
    ),
  };
}

function attempt<T>(make: () => T[]): T[] {
  try {
    return make();
  } catch {
    return [];
  }
}
