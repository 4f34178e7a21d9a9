import type { ChartWords } from "./chart.ts";
import { listCompareSources } from "./compare-rows.ts";
import { findRecord } from "./knowledge.ts";
import type { ChartKnowledge, KnownSource } from "./knowledge.ts";

/** Lists the ids of the sources that stand behind a chart, each once. */
export function listSources({ data }: ChartWords, knowledge: ChartKnowledge): string[] {
  if (data.kind === "compare") return listCompareSources(data, knowledge);
  if (data.kind === "pings") return [findRecord(knowledge.datasets, data.dataset, "dataset").source];
  const sources = data.rows.map(({ measurement, finding = "" }) =>
    measurement === undefined
      ? findRecord(knowledge.findings, finding, "finding").source
      : findRecord(knowledge.datasets, measurement.split("/")[0] ?? "", "dataset").source,
  );
  return [...new Set(sources)];
}

/** Most sources that the line under a chart names one by one. */
const mostNamed = 3;

/** Writes the line under a chart that says where it comes from. */
export function writeSourceLine(ids: readonly string[], knowledge: ChartKnowledge): string {
  const sources = ids.map((id) => findRecord(knowledge.sources, id, "source"));
  if (sources.length <= mostNamed) return `${sources.length === 1 ? "Source" : "Sources"}: ${sources.map(nameSource).join("; ")}.`;
  const publishers = [...new Set(sources.map(({ publisher }) => publisher))];
  return `Sources: ${sources.length} documents of ${publishers.slice(0, -1).join(", ")}${publishers.length > 1 ? " and " : ""}${publishers.at(-1)}.`;
}

/** Writes how often the drawn values were measured. */
export function writeRunsText({ data, datasets }: ChartWords, knowledge: ChartKnowledge): string {
  if (data.kind === "compare") return "Statements of documentation, no measurement.";
  const counts = [...new Set(datasets.map((id) => findRecord(knowledge.datasets, id, "dataset").method.runs))];
  if (counts.includes(undefined)) return "The number of runs is not stated.";
  const numbers = counts.filter((count) => count !== undefined);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (most === 1) return "One run of each configuration.";
  return `${least === most ? most : `${least} to ${most}`} runs of each configuration.`;
}

function nameSource({ title, authors, publisher, published }: KnownSource): string {
  const by = authors.filter((author) => author !== publisher).join(", ");
  return `${by === "" ? publisher : `${by}, ${publisher}`}, ${title}, ${published.slice(0, 4)}`;
}
