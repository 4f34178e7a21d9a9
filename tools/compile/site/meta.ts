import type { Atlas } from "../atlas.ts";
import { fillCells } from "../cells.ts";
import type { FilledCell } from "../cells.ts";
import type { Versions } from "../versions-of-content.ts";

/** Licence of the data; each source keeps its own. */
export const licence = "CC BY 4.0";

/** Versions, licence and how much there is of everything. */
export function compileMeta(atlas: Atlas, versions: Versions) {
  const { sources, datasets, findings, rules, guests, adapters, features, steps, platforms } = atlas;
  return {
    ...versions,
    licence,
    counts: {
      sources: sources.length,
      datasets: datasets.length,
      measurements: datasets.reduce((sum, { measurements }) => sum + measurements.length, 0),
      findings: findings.length,
      rules: rules.length,
      guests: guests.length,
      adapters: adapters.length,
      features: features.length,
      cells: countCells(atlas),
      steps: steps.length,
      platforms: platforms.length,
    },
  };
}

function countCells({ adapters, features }: Atlas): Record<FilledCell["support"] | "total", number> {
  const cells = adapters.flatMap((adapter) => Object.keys(adapter.platforms).flatMap((platform) => fillCells(adapter, platform, features)));
  const count = (support: FilledCell["support"]): number => cells.filter((cell) => cell.support === support).length;
  return { yes: count("yes"), no: count("no"), partial: count("partial"), unknown: count("unknown"), total: cells.length };
}
