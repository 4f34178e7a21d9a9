import { parse } from "yaml";
import type { ChartedDatasets } from "./site/datasets.ts";

/** Reads which datasets each chart draws from the charts' own files, NAME.yaml in assets/charts, in the order of their ids. */
export function readCharted(files: ReadonlyMap<string, Uint8Array>): ChartedDatasets {
  const charted = new Map<string, readonly string[]>();
  for (const [name, bytes] of files) {
    if (!name.endsWith(".yaml")) continue;
    const words: unknown = parse(new TextDecoder().decode(bytes));
    charted.set(name.replace(/\.yaml$/, ""), listDatasets(words));
  }
  return charted;
}

/** A chart that is not written well is the charts' own concern, which tells its author more. */
function listDatasets(words: unknown): string[] {
  if (words === null || typeof words !== "object" || !("datasets" in words) || !Array.isArray(words.datasets))
    return [];
  return words.datasets.filter((id): id is string => typeof id === "string");
}
