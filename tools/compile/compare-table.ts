import { fillCells } from "./cells.ts";
import type { FilledCell } from "./cells.ts";
import { dropUndefined } from "./drop-undefined.ts";
import type { Citation, RecordOf } from "./records.ts";

type Adapter = RecordOf<"adapters">;
type Feature = RecordOf<"features">;
type Group = Feature["group"];

/** Adapters as columns and features as rows, for one platform. */
export interface CompareTable {
  platform: string;
  name: string;
  adapters: { id: string; name: string; platformName: string; kind: Adapter["kind"] }[];
  groups: { group: Group; title: string; rows: CompareRow[] }[];
}

interface CompareRow { feature: string; name: string; cells: CompareCell[] }

interface CompareCell {
  adapter: string;
  support: FilledCell["support"];
  word: string;
  version?: string;
  note?: string;
  basis: FilledCell["basis"];
  sources: Citation[];
}

/** The groups of features in the order of tables. */
export const groupTitles: readonly (readonly [Group, string])[] = [
  ["mobility", "Mobility and availability"],
  ["sharing", "Sharing"],
  ["performance", "Performance"],
  ["boot", "Boot and management"],
];

/** Builds the table of one platform. */
export function buildCompareTable(platform: RecordOf<"platforms">, adapters: readonly Adapter[], features: readonly Feature[]): CompareTable {
  const columns = adapters.filter((adapter) => platform.id in adapter.platforms);
  const filled = columns.map((adapter) => ({ id: adapter.id, cells: fillCells(adapter, platform.id, features) }));
  const rows = features.flatMap((feature): (CompareRow & { group: Group })[] => {
    const name = feature.platforms[platform.id];
    if (name === undefined) return [];
    const cells = filled.flatMap(({ id, cells }) => cells.filter((cell) => cell.feature === feature.id).map((cell) => toCompareCell(id, cell)));
    return [{ group: feature.group, feature: feature.id, name, cells }];
  });
  return {
    platform: platform.id,
    name: platform.name,
    adapters: columns.map(({ id, name, kind, platforms }) => ({ id, name, platformName: platforms[platform.id]?.name ?? name, kind })),
    groups: groupTitles
      .map(([group, title]) => ({ group, title, rows: rows.filter((row) => row.group === group).map(({ group: _, ...row }) => row) }))
      .filter((group) => group.rows.length > 0),
  };
}

const words: Record<FilledCell["support"], string> = { yes: "yes", no: "no", partial: "partly", unknown: "unknown" };

function toCompareCell(adapter: string, { support, since, until, note, basis, sources }: FilledCell): CompareCell {
  return dropUndefined({ adapter, support, word: words[support], version: writeVersions(since, until), note, basis, sources });
}

function writeVersions(since: string | undefined, until: string | undefined): string | undefined {
  const parts = [since === undefined ? [] : [`since ${since}`], until === undefined ? [] : [`until ${until}`]].flat();
  return parts.length === 0 ? undefined : parts.join(", ");
}
