import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { DrawOutcome, DrawTask } from "./draw-task.ts";

/** Fewer drawings than this are done before a thread has loaded what draws. */
const fewestPerThread = 6;

/** Draws charts, on all processors where there are many; the outcomes stand in the order of the tasks. */
export async function drawMany(
  tasks: readonly DrawTask[],
  processors = availableParallelism(),
): Promise<DrawOutcome[]> {
  const threads = Math.min(processors, Math.floor(tasks.length / fewestPerThread));
  return threads > 1 ? drawInThreads(tasks, threads) : drawHere(tasks);
}

async function drawHere(tasks: readonly DrawTask[]): Promise<DrawOutcome[]> {
  const outcomes: DrawOutcome[] = [];
  // Vega takes a second to load: only when something has changed.
  if (tasks.length > 0) {
    const { drawTask } = await import("./draw-task.ts");
    for (const task of tasks) outcomes.push(await drawTask(task));
  }
  return outcomes;
}

/** Each thread takes the next task when it is done with one. */
async function drawInThreads(tasks: readonly DrawTask[], threads: number): Promise<DrawOutcome[]> {
  const outcomes: DrawOutcome[] = [];
  const waiting = tasks.entries();
  await Promise.all(
    Array.from(
      { length: threads },
      () =>
        new Promise<void>((resolve, reject) => {
          const worker = new Worker(new URL("./draw-worker.mjs", import.meta.url));
          let at = -1;
          const giveNext = (): void => {
            const next = waiting.next();
            if (next.done) {
              void worker.terminate().then(() => resolve());
            } else {
              at = next.value[0];
              worker.postMessage(next.value[1]);
            }
          };
          worker.on("message", (outcome: DrawOutcome) => {
            outcomes[at] = outcome;
            giveNext();
          });
          worker.on("error", reject);
          giveNext();
        }),
    ),
  );
  return outcomes;
}
