import type { ChartRow, CompareData } from "./chart.ts";
import { type ChartKnowledge, find, shortenName } from "./knowledge.ts";

type CompareTable = ChartKnowledge["compare"][number];
type CompareCell = CompareTable["groups"][number]["rows"][number]["cells"][number];

/** Lists one row per cell of the chosen part of the compatibility table, feature by feature. */
export function listCompareRows(data: CompareData, { compare }: ChartKnowledge): ChartRow[] {
  const table = findTable(compare, data.platform);
  const { adapters, features } = choose(data, table);
  return features.flatMap((feature) => {
    const { name, cells } = findFeature(table, feature);
    return adapters.map((adapter, place) => {
      const cell = findCell(cells, adapter);
      const { support, word, version = null, note = null, basis } = cell;
      const adapterName = table.adapters.find(({ id }) => id === adapter)?.name ?? adapter;
      return {
        feature,
        featureName: name,
        label: shortenName(name),
        adapter,
        adapterName,
        support,
        word,
        version,
        note,
        basis,
        isDisputed: cell.conflict !== undefined,
        isFirst: place === 0,
        mark: markOf(word, cell.conflict !== undefined),
      };
    });
  });
}

/** What a cell of the whole table has room for. */
function markOf(word: string, isDisputed: boolean): string {
  const short = { unknown: "?", partial: "part" }[word] ?? word;
  return isDisputed ? `${short} !` : short;
}

/** Lists the ids of the sources that the chosen cells cite, each once. */
export function listCompareSources(data: CompareData, { compare }: ChartKnowledge): string[] {
  const table = findTable(compare, data.platform);
  const { adapters, features } = choose(data, table);
  const cells = features.flatMap((feature) =>
    adapters.map((adapter) => findCell(findFeature(table, feature).cells, adapter)),
  );
  return [...new Set(cells.flatMap(({ sources }) => sources.map(({ source }) => source)))];
}

/** The columns and rows that are drawn: the chosen ones, or all. */
function choose({ adapters, features }: CompareData, table: CompareTable): { adapters: string[]; features: string[] } {
  return {
    adapters: adapters ?? table.adapters.map(({ id }) => id),
    features: features ?? table.groups.flatMap(({ rows }) => rows.map(({ feature }) => feature)),
  };
}

/** Finds the table of a platform. */
export function findTable(compare: readonly CompareTable[], platform: string): CompareTable {
  return find(compare, platform, (table) => table.platform, "platform");
}

function findFeature(table: CompareTable, feature: string): CompareTable["groups"][number]["rows"][number] {
  const rows = table.groups.flatMap((group) => group.rows);
  return find(rows, feature, (row) => row.feature, `feature of ${table.platform}`);
}

function findCell(cells: readonly CompareCell[], adapter: string): CompareCell {
  return find(cells, adapter, ({ column }) => column, "adapter");
}
