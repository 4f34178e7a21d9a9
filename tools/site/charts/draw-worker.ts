import { parentPort } from "node:worker_threads";
import type { DrawTask } from "./draw-many.ts";
import { drawTask } from "./draw-task.ts";

/** A thread that draws one chart after another. */
parentPort?.on("message", (task: DrawTask) => void drawTask(task).then((outcome) => parentPort?.postMessage(outcome)));
