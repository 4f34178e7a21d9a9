import type { Atlas } from "../atlas.ts";
import { fillCells } from "../cells.ts";
import type { FilledCell } from "../cells.ts";
import type { Versions } from "../versions-of-content.ts";

/** Licence of the data; each source keeps its own. */
export const licence = "CC BY 4.0";

/** Where that licence is written down. */
export const licenceUrl = "https://creativecommons.org/licenses/by/4.0/";

/** Versions, licence and how much there is of everything. */
export function compileMeta(atlas: Atlas, versions: Versions) {
  const { sources, datasets, findings, rules, guests, adapters, features, steps, platforms } = atlas;
  return {
    ...versions,
    licence,
    licenceUrl,
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

/** Counts the cells of adapters and of their modes; contradicted are those that another source disagrees with. */
function countCells({ adapters, features }: Atlas): Record<FilledCell["support"] | "total" | "contradicted", number> {
  const cells = adapters.flatMap(({ platforms }) =>
    Object.entries(platforms).flatMap(([platform, section]) =>
      [section, ...Object.values(section.modes ?? {})].flatMap(({ compatibility }) =>
        fillCells(compatibility, platform, features),
      ),
    ),
  );
  const count = (support: FilledCell["support"]): number => cells.filter((cell) => cell.support === support).length;
  return {
    yes: count("yes"),
    no: count("no"),
    partial: count("partial"),
    unknown: count("unknown"),
    total: cells.length,
    contradicted: cells.filter(({ conflict }) => conflict !== undefined).length,
  };
}
