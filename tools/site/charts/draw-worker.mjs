import { parentPort } from "node:worker_threads";
import { register } from "tsx/esm/api";

// A thread does not inherit how the main one reads TypeScript.
register();
const { drawTask } = await import("./draw-chart.ts");

/** Draws one chart after another for drawMany in build-charts.ts. */
parentPort?.on("message", async (task) => parentPort?.postMessage(await drawTask(task)));
