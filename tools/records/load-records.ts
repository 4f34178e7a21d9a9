import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileOf, folderOf, kinds } from "./kinds.ts";
import { parseRecord } from "./parse-record.ts";
import type { RecordFile } from "./parse-record.ts";
import type { RecordSet } from "./record.ts";

/** Loads every authored record below a repository's data folder; what is wrong with a file is a problem, not an exception. */
export function loadRecords(root: string): RecordSet {
  const { files, strays } = readRecordFiles(root);
  return { ...parseRecords(files), strays };
}

/** Reads record files that are already in memory. */
export function parseRecords(files: readonly RecordFile[]): Omit<RecordSet, "strays"> {
  const set: Omit<RecordSet, "strays"> = { records: [], unreadable: [], problems: [] };
  for (const file of files) {
    const { record, problems } = parseRecord(file);
    if (record) set.records.push(record);
    else set.unreadable.push(file);
    set.problems.push(...problems);
  }
  return set;
}

/** Reads the text of every record file, in a stable order, and names the files that are none. */
export function readRecordFiles(root: string): { files: RecordFile[]; strays: string[] } {
  const files: RecordFile[] = [];
  const strays = listNames(root, "data")
    .filter((name) => name !== "schema" && !kinds.some((kind) => folderOf(kind) === `data/${name}`))
    .map((name) => `data/${name}`);
  for (const kind of kinds) {
    for (const name of listNames(root, folderOf(kind))) {
      const id = name.replace(/\.yaml$/, "");
      if (id === name) strays.push(`${folderOf(kind)}/${name}`);
      else files.push({ kind, id, file: fileOf(kind, id), text: readFileSync(join(root, fileOf(kind, id)), "utf8") });
    }
  }
  return { files, strays };
}

/** Names in a folder, in an order that no locale changes, without hidden ones; none when there is no folder. */
function listNames(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder))
      .filter((name) => !name.startsWith("."))
      .sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
