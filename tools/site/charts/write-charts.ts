import { removeOthers, writeFiles } from "../../records/write-files.ts";
import type { BuiltChart } from "./build-charts.ts";

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
    [`charts/${entry.miniature}`, drawing.miniature],
    [`static/charts/${entry.id}.svg`, drawing.standAlone],
    [`static/charts/${entry.id}.png`, Buffer.from(drawing.png, "base64")],
    [`static/charts/${entry.id}.csv`, csv],
    [`static/charts/${entry.id}.vl.json`, drawing.spec],
    ...live.map(({ path, text }): [string, string] => [`static${path}`, text]),
  ];
}
