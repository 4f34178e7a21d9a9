import { writeCanonical } from "../../../records/objects.ts";
import { hashContent } from "../../../records/write-files.ts";
import { splitRows } from "../counts.ts";
import type { Atlas, Records } from "../records.ts";
import { countSupport, listCells } from "./coverage.ts";

/** What every compiled file says about its shape and content. */
export interface Versions {
  schemaVersion: string;
  knowledgeVersion: string;
}

/**
 * Version of the compiled shapes. A change that breaks a reader raises the first number, a new field or file the second;
 * assets/api/changelog.yaml has an entry for each version.
 */
export const schemaVersion = "1.2.0";

/** Names the content by the day on which its newest source was read, as in 2026.11.25; equal records give an equal day. */
export function datedVersion(sources: readonly { accessed: string }[]): string {
  const [newest = ""] = sources
    .map(({ accessed }) => accessed)
    .sort()
    .reverse();
  return newest.replaceAll("-", ".");
}

/** Names the content by a hash over all records, so that equal records give an equal version. */
export function versionContent(records: Records): Versions {
  return { schemaVersion, knowledgeVersion: hashContent(writeCanonical(records)) };
}

/** What every file of the API says of itself. */
export interface ApiHeader {
  /** Version of the shape of all files; /api/ lists what each version changed. */
  schemaVersion: string;
  /** Version of the content, a hash of the records: equal content has an equal version. */
  knowledgeVersion: string;
  /** Calendar version of the content, as in 2026.11.25: the day on which its newest source was read. */
  knowledgeRelease: string;
  /** Licence of the file. */
  licence: string;
}

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
