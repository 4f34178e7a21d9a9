import { parentPort } from "node:worker_threads";
import type { AuthoredChart, ChartRow } from "./chart.ts";
import { type Drawing, drawChart } from "./draw-chart.ts";

/** All that a drawing depends on. */
export interface DrawTask {
  chart: AuthoredChart;
  rows: ChartRow[];
  /** Lines under the copy for download. */
  notes: string[];
}

export type DrawOutcome = { drawing: Drawing; drawMs: number } | { problem: string };

/** Draws a chart; what is wrong with it is an outcome, too. */
export async function drawTask({ chart, rows, notes }: DrawTask): Promise<DrawOutcome> {
  const start = performance.now();
  try {
    return { drawing: await drawChart(chart, rows, notes), drawMs: performance.now() - start };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { problem: error.message };
  }
}

/** In a thread of drawMany: draws one chart after another. In the main one there is no parent port. */
parentPort?.on("message", (task: DrawTask) => void drawTask(task).then((outcome) => parentPort?.postMessage(outcome)));
