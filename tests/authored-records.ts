import { join } from "node:path";
import { loadRecords } from "../tools/records/load-records.ts";

/** The records of the repository, read once for all test files that share a process. */
export const authoredRecords = loadRecords(join(import.meta.dirname, ".."));
