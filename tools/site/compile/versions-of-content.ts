import { writeCanonical } from "../../records/objects.ts";
import { hashContent } from "../../records/write-files.ts";
import type { Records } from "./records.ts";

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
