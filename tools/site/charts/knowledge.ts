import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findNearest } from "../../../advisor/questions/nearest.mjs";
import { ToolError } from "../../records/command-line.mjs";
import { otherPlatforms } from "../../records/kinds.ts";
import type { CompareTable } from "../compile/compare-table.ts";
import type { compileDatasets } from "../compile/site/datasets.ts";
import type { compileSources } from "../compile/site/sources.ts";

export type KnownDataset = ReturnType<typeof compileDatasets>[number];
export type KnownMeasurement = KnownDataset["measurements"][number];
export type KnownSource = Pick<
  ReturnType<typeof compileSources>[number],
  "id" | "title" | "authors" | "publisher" | "published"
>;

/** The part of the compiled knowledge that charts are drawn from. */
export interface ChartKnowledge {
  datasets: KnownDataset[];
  sources: KnownSource[];
  adapters: {
    id: string;
    name: string;
    kind: string;
    platforms: Record<string, { sources: { source: string }[] } | undefined>;
  }[];
  compare: CompareTable[];
  platforms: { id: string; name: string; shortName?: string }[];
}

/** Lists of the compiled knowledge that charts are drawn from. */
export const chartLists = ["datasets", "sources", "adapters", "compare", "platforms"] as const;

/** Reads the compiled knowledge from its folder. */
export function readKnowledge(folder: string): ChartKnowledge {
  return parseKnowledge((name) => readFileSync(join(folder, `${name}.json`), "utf8"));
}

/** Reads the compiled knowledge from the texts of its files. */
export function parseKnowledge(textOf: (name: string) => string): ChartKnowledge {
  const read = (name: (typeof chartLists)[number]): unknown => JSON.parse(textOf(name));
  // tools/site/compile writes these files from the same types.
  return {
    datasets: read("datasets") as KnownDataset[],
    sources: read("sources") as KnownSource[],
    adapters: read("adapters") as ChartKnowledge["adapters"],
    compare: read("compare") as CompareTable[],
    platforms: read("platforms") as ChartKnowledge["platforms"],
  };
}

/** The short name of a platform, also of one that no record describes. */
export function namePlatform(id: string, { platforms }: Pick<ChartKnowledge, "platforms">): string {
  const platform = platforms.find((record) => record.id === id);
  return platform?.shortName ?? platform?.name ?? otherPlatforms[id] ?? id;
}

/** Finds a record by its id. An unknown id is an error that suggests the nearest one. */
export function findRecord<T extends { id: string }>(records: readonly T[], id: string, what: string): T {
  return find(records, id, (record) => record.id, what);
}

/** Finds the part with a name. */
export function find<T>(parts: readonly T[], name: string, nameOf: (part: T) => string, what: string): T {
  const found = parts.find((part) => nameOf(part) === name);
  if (found) return found;
  const near = findNearest(name, parts.map(nameOf));
  throw new ToolError(`there is no ${what} "${name}"${near === undefined ? "" : `; the nearest is "${near}"`}`);
}

/** Removes the parentheses of an adapter's name: a drawing has no room for them. */
export function shortenName(name: string): string {
  return name.replace(/ \(.*\)$/, "");
}
