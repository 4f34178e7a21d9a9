import { closeSync, type Dirent, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { fileOf, folderOf, kinds } from "./kinds.ts";
import { openRecordCache } from "./record-cache.ts";
import { parseRecord } from "./parse-record.ts";
import type { RecordFile, RecordSet } from "./record.ts";
import { maxCharacters } from "./text.ts";

/**
 * Loads every authored record below a repository's data folder. Mistakes in files become problems, not exceptions.
 * Callers that load repeatedly pass a cache of their own.
 */
export function loadRecords(root: string, cache = openRecordCache(root)): RecordSet {
  const { files, strays } = readRecordFiles(root);
  const set = parseRecords(files, cache.parse);
  cache.keep(set);
  return { ...set, strays };
}

/** Reads record files that are already in memory. */
export function parseRecords(files: readonly RecordFile[], parse = parseRecord): Omit<RecordSet, "strays"> {
  const set: Omit<RecordSet, "strays"> = { records: [], tombstones: [], unreadable: [], problems: [] };
  for (const file of files) {
    const { record, tombstone, problems } = parse(file);
    if (record) set.records.push(record);
    else if (tombstone) set.tombstones.push(tombstone);
    else set.unreadable.push(file);
    set.problems.push(...problems);
  }
  return set;
}

/** Folders of data/ that hold no records. */
const otherFolders = ["schema", "redirects", "audit"];

/**
 * Reads the text of every record file, in a stable order, and names the files that are none; folders among them end in a
 * slash. A link is no record either: what it leads to is not what would be reviewed.
 */
export function readRecordFiles(root: string): { files: RecordFile[]; strays: string[] } {
  const files: RecordFile[] = [];
  const strays = listEntries(root, "data")
    .filter(({ name }) => !otherFolders.includes(name) && !kinds.some((kind) => folderOf(kind) === `data/${name}`))
    .map((entry) => `data/${nameOf(entry)}`);
  for (const kind of kinds) {
    for (const entry of listEntries(root, folderOf(kind))) {
      const id = entry.name.replace(/\.yaml$/, "");
      if (id === entry.name || !entry.isFile()) strays.push(`${folderOf(kind)}/${nameOf(entry)}`);
      else files.push({ kind, id, file: fileOf(kind, id), text: readText(join(root, fileOf(kind, id))) });
    }
  }
  return { files, strays };
}

/** Reads a file as UTF-8. Of a file that is too long, reads just enough to notice it. */
function readText(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    // A character takes up to four bytes.
    const buffer = Buffer.alloc(Math.min(fstatSync(descriptor).size, 4 * (maxCharacters + 1)));
    return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

function nameOf(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name;
}

/** Entries of a folder, in an order that no locale changes, without hidden ones; none when there is no folder. */
function listEntries(root: string, folder: string): Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
      .filter(({ name }) => !name.startsWith("."))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
}
