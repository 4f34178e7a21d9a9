import { fileURLToPath } from "node:url";
import { buildCompareTables } from "../../../../tools/site/compile/compare-table.ts";
import { createAtlas, groupRecords } from "../../../../tools/site/compile/records.ts";
import { compileDatasets } from "../../../../tools/site/compile/site/datasets.ts";
import { compileSources } from "../../../../tools/site/compile/site/sources.ts";
import type { AuthoredChart, ChartRow } from "../../../../tools/site/charts/chart.ts";
import { expandCharts } from "../../../../tools/site/charts/expand-charts.ts";
import type { ChartKnowledge } from "../../../../tools/site/charts/knowledge.ts";
import { readCharts } from "../../../../tools/site/charts/read-charts.ts";
import { colourRows, listRows } from "../../../../tools/site/charts/rows.ts";
import { type SvgElement, walkSvg } from "../../../../tools/site/charts/svg-tree.ts";
import { authoredRecords } from "../../../authored-records.ts";

export const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Compiles what charts read from the repository's own records, without the build folder. */
function compileKnowledge(): ChartKnowledge {
  const atlas = createAtlas(groupRecords(authoredRecords));
  return {
    datasets: compileDatasets(atlas, new Map()),
    sources: compileSources(atlas),
    adapters: atlas.adapters,
    platforms: atlas.platforms,
    compare: buildCompareTables(atlas),
  };
}

export const knowledge = compileKnowledge();
/** The charts as their files say them, and what they stand for. */
export const authored = readCharts(root);
export const charts = expandCharts(authored, knowledge);

/** Finds one of the repository's charts. */
export function chartOf(id: string): AuthoredChart {
  const chart = charts.find((candidate) => candidate.id === id);
  if (!chart) throw new Error(`there is no chart ${id}`);
  return chart;
}

/** Lists the rows of one of the repository's charts, coloured for pages. */
export function rowsOf(id: string): ChartRow[] {
  return colourRows(listRows(chartOf(id), knowledge), "page");
}

/** Lists the numbers in a text, without grouping commas; those inside a name, as in VMXNET3, are none. */
export function numbersIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\d])/g)].map(([number]) => number.replace(/,/g, ""));
}

/** The drawn items of one kind of mark, without axes and headings. */
export function marksOf(svg: SvgElement, kind: string): SvgElement[] {
  return [...walkSvg(svg)]
    .filter(({ attributes }) => attributes.get("class")?.startsWith(`mark-${kind} role-mark`))
    .flatMap(({ children }) => children.filter((child) => typeof child !== "string"));
}

/** An attribute of an element; empty if it has none. */
export function attribute({ attributes }: SvgElement, name: string): string {
  return attributes.get(name) ?? "";
}
