import { writeCanonical } from "../../records/objects.ts";
import { hashContent } from "../../records/write-files.ts";
import type { Records } from "./records.ts";

/** What every compiled file says about its shape and content. */
export interface Versions {
  schemaVersion: string;
  knowledgeVersion: string;
}

/** Version of the compiled shapes; a change that breaks a reader raises its first number. */
const schemaVersion = "1.0.0";

/** Names the content by a hash over all records, so that equal records give an equal version. */
export function versionContent(records: Records): Versions {
  return { schemaVersion, knowledgeVersion: hashContent(writeCanonical(records)) };
}
