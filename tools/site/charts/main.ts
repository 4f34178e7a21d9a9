import { join } from "node:path";
import { FileCache } from "../../records/file-cache.ts";
import { hashPrograms } from "../pipeline/find-modules.mjs";
import { buildCharts, type BuiltChart } from "./build-charts.ts";
import { readKnowledge } from "./knowledge.ts";
import { readCharts } from "./read-charts.ts";
import { removeOthers, writeFiles } from "../../records/write-files.ts";

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

/**
 * Opens the drawings and validated specifications that a repository keeps: nothing is drawn or validated again from the same
 * input by the same programs.
 */
export async function openDrawings(root: string): Promise<FileCache> {
  const programs = ["draw-chart.ts", "read-charts.ts"].map((name) => `tools/site/charts/${name}`);
  return new FileCache(join(root, ".cache/charts"), await hashPrograms(root, programs));
}

/** Folders of the build folder that nobody else writes into. */
const owned = ["charts", "static/charts"];

/** Writes what pages and downloads need below the build folder, and removes the files of charts that are gone. */
export function writeCharts(charts: readonly BuiltChart[], build: string): void {
  const files = listChartFiles(charts);
  removeOthers(build, owned, files);
  writeFiles(build, files);
}

/** Lists what pages and downloads need: file, relative to the build folder, to content. */
export function listChartFiles(charts: readonly BuiltChart[]): Map<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>(charts.flatMap(listFiles));
  return files.set(
    "knowledge/charts.json",
    `${JSON.stringify(
      charts.map(({ entry }) => entry),
      null,
      1,
    )}\n`,
  );
}

function listFiles({ entry, drawing, csv, live }: BuiltChart): [string, string | Uint8Array][] {
  return [
    [`charts/${entry.svg}`, drawing.wide],
    [`charts/${entry.narrow.svg}`, drawing.narrow],
    [`static/charts/${entry.id}.svg`, drawing.standAlone],
    [`static/charts/${entry.id}.png`, Buffer.from(drawing.png, "base64")],
    [`static/charts/${entry.id}.csv`, csv],
    [`static/charts/${entry.id}.vl.json`, drawing.spec],
    ...live.map(({ path, text }): [string, string] => [`static${path}`, text]),
  ];
}
