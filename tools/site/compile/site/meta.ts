import { writeCanonical } from "../../../records/objects.ts";
import { hashContent } from "../../../records/write-files.ts";
import { splitRows } from "../counts.ts";
import type { Atlas, Records } from "../records.ts";
import { countSupport, listCells } from "./coverage.ts";

/** Versions of the shape and the content of the compiled files. */
export interface Versions {
  schemaVersion: string;
  knowledgeVersion: string;
}

/**
 * Version of the compiled shapes. A change that breaks a reader raises the first number, a new field or file the second;
 * assets/api/changelog.yaml has an entry for each version.
 */
export const schemaVersion = "1.2.0";

/** Returns the day on which the newest source was read, such as 2026.11.25. Equal records give an equal day. */
export function datedVersion(sources: readonly { accessed: string }[]): string {
  const [newest = ""] = sources
    .map(({ accessed }) => accessed)
    .sort()
    .reverse();
  return newest.replaceAll("-", ".");
}

/** Returns the version of the content, a hash of all records. */
export function versionContent(records: Records): Versions {
  return { schemaVersion, knowledgeVersion: hashContent(writeCanonical(records)) };
}

/** Fields that every file of the API has. */
export interface ApiHeader {
  /** Version of the shape of all files. /api/ lists the changes of each version. */
  schemaVersion: string;
  /** Version of the content: a hash of the records. Equal content has an equal version. */
  knowledgeVersion: string;
  /** Date on which the newest source was read, such as 2026.11.25. It names the release of the content. */
  knowledgeRelease: string;
  /** Licence of the file. */
  licence: string;
}

/** Licence of the data. Each source has its own licence. */
export const licence = "CC BY 4.0";

/** Address of the licence. */
export const licenceUrl = "https://creativecommons.org/licenses/by/4.0/";

/** Returns versions, licence and the numbers of records. */
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
