import type { CompatibilityCell, Conflict } from "../../../build/types/records.ts";
import type { Citation, RecordOf } from "./records.ts";

/** A compatibility cell as pages show it, with the feature's name on the platform. */
export interface FilledCell {
  feature: string;
  name: string;
  group: RecordOf<"features">["group"];
  support: CompatibilityCell["support"];
  since?: string;
  until?: string;
  note?: string;
  basis: CompatibilityCell["basis"];
  conflict?: Conflict;
  sources: Citation[];
}

type Authored = Readonly<Record<string, CompatibilityCell>>;

/** Lists the cells of an adapter or a mode for all features of a platform. A cell without a record is unknown. */
export function fillCells(
  authored: Authored,
  platform: string,
  features: readonly RecordOf<"features">[],
): FilledCell[] {
  return features.flatMap((feature): FilledCell[] => {
    const name = feature.platforms[platform];
    if (name === undefined) return [];
    const cell: CompatibilityCell = authored[feature.id] ?? { support: "unknown", basis: "none" };
    return [{ feature: feature.id, name, group: feature.group, ...cell, sources: cell.sources ?? [] }];
  });
}
