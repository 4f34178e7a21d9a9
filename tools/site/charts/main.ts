import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FileCache } from "../pipeline/file-cache.ts";
import { hashPrograms } from "../pipeline/find-modules.mjs";
import { buildCharts } from "./build-charts.ts";
import { readKnowledge } from "./knowledge.ts";
import { ChartProblems, readCharts } from "./read-charts.ts";
import { writeCharts } from "./write-charts.ts";

/** Draws every chart of a repository into its build folder and says how long each took. */
export async function drawRepository(root: string): Promise<void> {
  const cache = await openDrawings(root);
  const built = await buildCharts(readCharts(root), readKnowledge(join(root, "build/knowledge")), cache);
  writeCharts(built, join(root, "build"));
  cache.prune();
  for (const { entry, drawMs } of built) {
    if (drawMs !== undefined) process.stderr.write(`charts: ${entry.id} in ${Math.round(drawMs)} ms\n`);
  }
  const unchanged = built.filter(({ drawMs }) => drawMs === undefined).length;
  process.stderr.write(`charts: ${built.length} charts, ${unchanged} unchanged\n`);
}

/** Opens the drawings that a repository keeps: one that was made from the same input by the same program is not drawn again. */
export async function openDrawings(root: string): Promise<FileCache> {
  return new FileCache(join(root, ".cache/charts"), await hashPrograms(root, ["tools/site/charts/draw-task.ts"]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await drawRepository(fileURLToPath(new URL("../../..", import.meta.url))).catch((error: unknown) => {
    if (!(error instanceof ChartProblems)) throw error;
    process.stderr.write(`${error.problems.join("\n")}\n`);
    process.exitCode = 1;
  });
}
