import { DrawingCache } from "./cache.ts";
import type { AuthoredChart, ChartEntry, ChartSpec } from "./chart.ts";
import type { Drawing } from "./draw-chart.ts";
import { findUnfairRows } from "./find-unfair-rows.ts";
import type { ChartKnowledge } from "./knowledge.ts";
import { ChartProblems, chartsFolder } from "./read-charts.ts";
import { listLegend } from "./live/legend.ts";
import { writeLive } from "./live/write-live.ts";
import { listRows } from "./rows.ts";
import { listSources, writeRunsText, writeSourceLine } from "./source-line.ts";
import { listTableRows, writeChartCsv, writeTable } from "./table.ts";

/** A chart with the text of its files. */
export interface BuiltChart {
  entry: ChartEntry;
  drawing: Drawing;
  csv: string;
  /** What a browser loads when a reader touches the chart. */
  live: { path: string; text: string }[];
  /** Time it took to draw, in milliseconds; absent when it came from the cache. */
  drawMs?: number;
}

/** Says whether a specification has been found valid before. */
export type IsKnown = (spec: ChartSpec) => boolean;

/**
 * Builds the charts; all that is wrong with any of them is said at once. Who builds again and again may know specifications
 * that need not be validated: the validator alone takes seconds to be made.
 */
export async function buildCharts(
  charts: readonly AuthoredChart[],
  knowledge: ChartKnowledge,
  cache: DrawingCache<Drawing>,
  isKnown: IsKnown = () => false,
): Promise<BuiltChart[]> {
  const built: BuiltChart[] = [];
  const problems: string[] = [];
  for (const chart of charts) {
    try {
      built.push(await buildChart(chart, knowledge, cache, isKnown));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      problems.push(...error.message.split("\n").map((line) => `${chartsFolder}/${chart.id}  ${line}`));
    }
  }
  if (problems.length > 0) throw new ChartProblems(problems);
  return built;
}

async function buildChart(chart: AuthoredChart, knowledge: ChartKnowledge, cache: DrawingCache<Drawing>, isKnown: IsKnown): Promise<BuiltChart> {
  const { id, spec } = chart;
  const words = { ...chart.words, caption: bindUnits(chart.words.caption), description: bindUnits(chart.words.description) };
  const rows = listRows(chart, knowledge);
  const unfair = findUnfairRows(rows, knowledge);
  if (unfair.length > 0) throw new Error(unfair.join("\n"));
  const sources = listSources(words, knowledge);
  const sourceLine = writeSourceLine(sources, knowledge);
  const runsText = writeRunsText(words, knowledge);
  const notes = [words.caption, `${sourceLine} ${runsText}`, "vNIC Atlas, CC BY 4.0."];
  let drawMs: number | undefined;
  const drawing = await cache.get({ id, words, spec, rows, notes }, async () => {
    // Vega and its schema take seconds to load: only when something has changed.
    const { drawChart } = await import("./draw-chart.ts");
    const problems = isKnown(spec) ? [] : (await import("./validate-spec.ts")).findSpecProblems(spec);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    const start = performance.now();
    const drawn = await drawChart({ id, words, spec }, rows, notes);
    drawMs = performance.now() - start;
    return drawn;
  });
  const tableRows = listTableRows(words, rows);
  const { columns, caption } = words.table;
  const live = { wide: writeLive(`${id}-wide`, drawing.live.wide, rows, knowledge), narrow: writeLive(`${id}-narrow`, drawing.live.narrow, rows, knowledge) };
  const { title, question, description, datasets } = words;
  const entry: ChartEntry = {
    id, title, question, caption: words.caption, description, datasets, sources, sourceLine, runsText,
    svg: `${id}.svg`,
    ...sizeOf(drawing.wide),
    narrow: { svg: `${id}-narrow.svg`, ...sizeOf(drawing.narrow) },
    table: { caption, columns, rows: writeTable(columns, tableRows) },
    csv: `/charts/${id}.csv`,
    spec: `/charts/${id}.vl.json`,
    image: `/charts/${id}.svg`,
    legend: listLegend(rows, knowledge),
    ...(words.reader ? { reader: words.reader } : {}),
    live: { wide: live.wide.path, narrow: live.narrow.path },
  };
  return { entry, drawing, csv: writeChartCsv(columns, tableRows), live: [live.wide, live.narrow], ...(drawMs === undefined ? {} : { drawMs }) };
}

function sizeOf(svg: string): { width: number; height: number } {
  const [, , width = 0, height = 0] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);
  return { width, height };
}

/** Puts a no-break space between a number and its unit, which authors write with a plain one. */
function bindUnits(text: string): string {
  return text.replace(/(\d) (?=(?:%|[GM]bit\/s|packets\/s|KB|GbE)(?![A-Za-z]))/g, "$1\u00A0");
}
