import type { Atlas } from "../records.ts";
import { splitRows } from "../counts.ts";
import { countSupport, listCells } from "./coverage.ts";
import { datedVersion, type Versions } from "../versions-of-content.ts";

/** Licence of the data; each source keeps its own. */
export const licence = "CC BY 4.0";

/** Where that licence is written down. */
export const licenceUrl = "https://creativecommons.org/licenses/by/4.0/";

/** Versions, licence and how much there is of everything. */
export function compileMeta(atlas: Atlas, versions: Versions) {
  const { sources, datasets, findings, rules, guests, adapters, features, steps, platforms } = atlas;
  const cells = listCells(atlas);
  return {
    ...versions,
    knowledgeRelease: datedVersion(sources),
    licence,
    licenceUrl,
    counts: {
      sources: sources.length,
      datasets: datasets.length,
      measurements: datasets.reduce((sum, { measurements }) => sum + measurements.length, 0),
      ...splitRows(datasets.flatMap(({ measurements }) => measurements)),
      findings: findings.length,
      rules: rules.length,
      guests: guests.length,
      adapters: adapters.length,
      features: features.length,
      cells: {
        ...countSupport(cells),
        total: cells.length,
        contradicted: cells.filter(({ conflict }) => conflict !== undefined).length,
      },
      steps: steps.length,
      platforms: platforms.length,
    },
  };
}
