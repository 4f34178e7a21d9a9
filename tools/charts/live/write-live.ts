import type { Flow } from "../../../assets/ts/charts/view.ts";
import type { Row } from "../../../assets/ts/charts/row.ts";
import { hashContent } from "../../compile/hash-content.ts";
import type { ChartRow } from "../chart.ts";
import type { ChartKnowledge } from "../knowledge.ts";
import { colourRows } from "../rows.ts";
import { listDetails } from "./details.ts";

/** A chart as assets/ts/charts/start-charts.ts loads it. */
export interface LiveFile {
  wide: Flow;
  narrow: Flow;
  rows: Row[];
}

/** Writes the file of a chart that answers; its name changes with its content, so that it may be kept for ever. */
export function writeLive(id: string, flows: Pick<LiveFile, "wide" | "narrow">, rows: readonly ChartRow[], knowledge: ChartKnowledge): { path: string; text: string } {
  const file: LiveFile = { ...flows, rows: colourRows(rows, "page").map((row) => ({ ...row, details: listDetails(row, knowledge) })) };
  const text = `${JSON.stringify(file)}\n`;
  return { path: `/charts/live/${id}.${hashContent(text)}.json`, text };
}
