import type { Row } from "../../../../assets/ts/charts/row.ts";
import type { Flow } from "../../../../assets/ts/charts/view.ts";
import { hashContent } from "../../../records/hash-content.ts";
import type { ChartRow } from "../chart.ts";
import type { ChartKnowledge } from "../knowledge.ts";
import type { LiveDrawing } from "./compile-flow.ts";
import { listDetails } from "./details.ts";
import { listRegisterCounts } from "./registers.ts";

/** A chart in one size as assets/ts/charts/start-charts.ts loads it. */
export interface LiveFile {
  spec: Flow;
  rows: Row[];
}

/** Writes the file of a chart that answers; its name changes with its content, so that it may be kept for ever. */
export function writeLive(
  name: string,
  { spec, rows }: LiveDrawing,
  plain: readonly ChartRow[],
  knowledge: ChartKnowledge,
): { path: string; text: string } {
  const told = rows.map((row, index) => ({ ...row, ...tellMore(plain[index] ?? row, knowledge) }));
  const text = `${JSON.stringify({ spec, rows: told } satisfies LiveFile)}\n`;
  return { path: `/charts/live/${name}.${hashContent(text)}.json`, text };
}

function tellMore(row: ChartRow, knowledge: ChartKnowledge): Pick<Row, "details" | "registers"> {
  const details = listDetails(row, knowledge);
  return typeof row.reads === "number" ? { details, registers: listRegisterCounts(row, knowledge) } : { details };
}
