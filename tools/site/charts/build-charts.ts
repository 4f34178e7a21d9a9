import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { writeCanonical } from "../../records/objects.ts";
import { pick } from "../compile/records.ts";
import type { FileCache } from "../../records/file-cache.ts";
import { listSources, listTableRows, writeChartCsv, writeRunsText, writeSourceLine, writeTable } from "./chart-text.ts";
import type { AuthoredChart, ChartEntry, ChartSpec } from "./chart.ts";
import type { Drawing, DrawOutcome, DrawTask } from "./draw-chart.ts";
import { expandCharts } from "./expand-charts.ts";
import type { ChartKnowledge } from "./knowledge.ts";
import { listChoice, writeLive } from "./live-rows.ts";
import { ChartProblems, chartsFolder, findSpecProblems } from "./read-charts.ts";
import { findUnfairRows, listDatasets, listRows } from "./rows.ts";

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

/** Builds the charts, and reports the problems of all of them at once. */
export async function buildCharts(
  authored: readonly AuthoredChart[],
  knowledge: ChartKnowledge,
  cache: FileCache,
): Promise<BuiltChart[]> {
  const problems: string[] = [];
  const blame = (id: string, message: string): void =>
    void problems.push(...message.split("\n").map((line) => `${chartsFolder}/${id}  ${line}`));
  const charts = authored.flatMap((chart) =>
    attempt(chart.id, () => expandCharts([chart], knowledge, authored), blame),
  );
  const prepared = charts.flatMap((chart) => attempt(chart.id, () => [prepare(chart, knowledge)], blame));
  const kept = prepared.map(({ task }) => findDrawing(task, cache));
  const missing = prepared.filter((_, index) => kept[index] === undefined);
  const faulty = new Set<string>();
  const drawn = drawMany(missing.map(({ task }) => task));
  for (const { id, spec } of authored) {
    const found = validateOnce(spec, cache);
    if (found.length === 0) continue;
    blame(id, found.join("\n"));
    faulty.add(id);
  }
  const outcomes = new Map((await drawn).map((outcome, index) => [missing[index]?.task.chart.id ?? "", outcome]));
  const built = prepared.flatMap((one, index): BuiltChart[] => {
    const { task } = one;
    const { chart } = task;
    const drawing = kept[index];
    if (drawing) return [complete(one, drawing, knowledge)];
    const outcome = outcomes.get(chart.id);
    // The schema finds more than drawing does.
    if (faulty.has(chart.file ?? chart.id)) return [];
    if (outcome && "drawing" in outcome) {
      cache.keep(writeCanonical(task), JSON.stringify(outcome.drawing));
      return [{ ...complete(one, outcome.drawing, knowledge), drawMs: outcome.drawMs }];
    }
    if (outcome) blame(chart.id, outcome.problem);
    return [];
  });
  if (problems.length > 0) throw new ChartProblems(problems);
  return built;
}

/** Lists what is wrong with a specification. Valid ones are cached, because creating the validator takes seconds. */
function validateOnce(spec: ChartSpec, cache: FileCache): string[] {
  const input = `valid\0${writeCanonical(spec)}`;
  if (cache.find(input)) return [];
  const found = findSpecProblems(spec);
  if (found.length === 0) cache.keep(input, "");
  return found;
}

/** Returns the cached drawing of the same task, if there is one. */
function findDrawing(task: DrawTask, cache: FileCache): Drawing | undefined {
  const kept = cache.find(writeCanonical(task));
  // Only drawings are written into the cache's folder.
  return kept === undefined ? undefined : (JSON.parse(kept.toString("utf8")) as Drawing);
}

function attempt<T>(id: string, make: () => T[], blame: (id: string, message: string) => void): T[] {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    blame(id, error.message);
    return [];
  }
}

interface Prepared {
  task: DrawTask;
  entry: ChartEntry;
  csv: string;
}

/** Lists the rows of a chart and writes everything but its drawing. */
function prepare(chart: AuthoredChart, knowledge: ChartKnowledge): Prepared {
  const { id, study } = chart;
  const words = {
    ...chart.words,
    caption: bindUnits(chart.words.caption),
    description: bindUnits(chart.words.description),
  };
  const rows = listRows(chart, knowledge);
  const unfair = findUnfairRows(rows, knowledge);
  if (unfair.length > 0) throw new Error(unfair.join("\n"));
  const sources = listSources(words, rows, knowledge);
  const sourceLine = writeSourceLine(sources, knowledge);
  const runsText = writeRunsText(words, rows, knowledge);
  const tableRows = listTableRows(words, rows);
  const { columns, caption } = words.table;
  const datasets = listDatasets(rows);
  const entry: ChartEntry = {
    id,
    ...pick(words, "title", "finding", "subtitle", "caption", "description"),
    datasets,
    ...(study === undefined ? {} : { study }),
    sources,
    sourceLine,
    runsText,
    svg: `${id}.svg`,
    width: 0,
    height: 0,
    narrow: { svg: `${id}-narrow.svg`, width: 0, height: 0 },
    table: { caption, columns, rows: writeTable(columns, tableRows) },
    path: words.place ?? `/benchmarks/${datasets[0]}/#${id}`,
    frame: `/charts/${id}/`,
    csv: `/charts/${id}.csv`,
    spec: `/charts/${id}.vl.json`,
    image: `/charts/${id}.svg`,
    png: `/charts/${id}.png`,
    ...(words.choose ? { choice: listChoice(words.choose, rows, knowledge) } : {}),
    live: { wide: "", narrow: "" },
  };
  const notes = [words.caption, `${sourceLine} ${runsText}`, "vNIC Atlas, CC BY 4.0."];
  return { task: { chart: { ...chart, words }, rows, notes }, entry, csv: writeChartCsv(columns, tableRows) };
}

/** Adds to a chart what its drawing decides. */
function complete({ task, entry, csv }: Prepared, drawing: Drawing, knowledge: ChartKnowledge): BuiltChart {
  const { wide, narrow } = drawing;
  const live = {
    wide: writeLive(`${entry.id}-wide`, drawing.live.wide, task.rows, knowledge),
    narrow: writeLive(`${entry.id}-narrow`, drawing.live.narrow, task.rows, knowledge),
  };
  const addresses = { wide: live.wide.path, narrow: live.narrow.path };
  const sized = { ...entry, ...sizeOf(wide), narrow: { ...entry.narrow, ...sizeOf(narrow) }, live: addresses };
  return { entry: sized, drawing, csv, live: [live.wide, live.narrow] };
}

function sizeOf(svg: string): { width: number; height: number } {
  const [, , width = 0, height = 0] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);
  return { width, height };
}

/** Puts a no-break space between a number and its unit, which authors write with a plain one. */
function bindUnits(text: string): string {
  return text.replace(/(\d) (?=(?:%|[GM]bit\/s|[kM]?packets\/s|KB|GbE)(?![A-Za-z]))/g, "$1\u00A0");
}

/** With fewer drawings than this, starting threads takes longer than drawing. */
const fewestPerThread = 6;

/** Draws charts, on all processors if there are many. Outcomes are in the order of the tasks. */
export async function drawMany(
  tasks: readonly DrawTask[],
  processors = availableParallelism(),
): Promise<DrawOutcome[]> {
  const threads = Math.min(processors, Math.floor(tasks.length / fewestPerThread));
  return threads > 1 ? drawInThreads(tasks, threads) : drawInThisThread(tasks);
}

async function drawInThisThread(tasks: readonly DrawTask[]): Promise<DrawOutcome[]> {
  if (tasks.length === 0) return [];
  // Vega takes a second to load: only when something has changed.
  const { drawTask } = await import("./draw-chart.ts");
  const outcomes: DrawOutcome[] = [];
  for (const task of tasks) outcomes.push(await drawTask(task));
  return outcomes;
}

/** Each thread takes the next task when it is done with one. */
async function drawInThreads(tasks: readonly DrawTask[], threads: number): Promise<DrawOutcome[]> {
  const outcomes: DrawOutcome[] = [];
  const waiting = tasks.entries();
  const draw = async (): Promise<void> => {
    const worker = new Worker(new URL("./draw-worker.mjs", import.meta.url));
    try {
      for (const [at, task] of waiting) {
        worker.postMessage(task);
        [outcomes[at]] = (await once(worker, "message")) as [DrawOutcome];
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: threads }, draw));
  return outcomes;
}
