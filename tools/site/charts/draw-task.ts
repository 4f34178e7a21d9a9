import { drawChart } from "./draw-chart.ts";
import type { DrawOutcome, DrawTask } from "./draw-many.ts";

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
