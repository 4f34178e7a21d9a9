import type { ChartRow, ChartWords } from "./chart.ts";
import { listCompareSources } from "./compare-rows.ts";
import { type ChartKnowledge, findRecord, type KnownSource } from "./knowledge.ts";
import { listTimelineSources } from "./rows.ts";

/** Lists the ids of the sources that stand behind a chart, each once. */
export function listSources({ data }: ChartWords, rows: readonly ChartRow[], knowledge: ChartKnowledge): string[] {
  if (data.kind === "compare") return listCompareSources(data, knowledge);
  if (data.kind === "timeline") return listTimelineSources(data, knowledge);
  return [...new Set(listDatasets(rows).map((id) => findRecord(knowledge.datasets, id, "dataset").source))];
}

/** Lists the ids of the datasets whose rows are drawn, each once. */
export function listDatasets(rows: readonly ChartRow[]): string[] {
  const references = rows.flatMap(({ reference }) =>
    typeof reference === "string" && reference.includes("/") ? [reference] : [],
  );
  return [...new Set(references.map((reference) => reference.split("/")[0] ?? ""))];
}

/** Most sources that the line under a chart names one by one. */
const mostNamed = 3;

/** Writes the line under a chart that says where it comes from. */
export function writeSourceLine(ids: readonly string[], knowledge: ChartKnowledge): string {
  const sources = ids.map((id) => findRecord(knowledge.sources, id, "source"));
  if (sources.length <= mostNamed)
    return `${sources.length === 1 ? "Source" : "Sources"}: ${sources.map(nameSource).join("; ")}.`;
  const publishers = [...new Set(sources.map(({ publisher }) => publisher))];
  return `Sources: ${sources.length} documents of ${publishers.slice(0, -1).join(", ")}${publishers.length > 1 ? " and " : ""}${publishers.at(-1)}.`;
}

/** Writes how often the drawn values were measured. */
export function writeRunsText({ data }: ChartWords, rows: readonly ChartRow[], knowledge: ChartKnowledge): string {
  if (data.kind === "compare" || data.kind === "timeline") return "Statements of documentation, no measurement.";
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
