import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { isMapping } from "../../check/select.ts";
import { folderOf, type Kind, kinds } from "../../records/kinds.ts";
import { parseRecord } from "../../records/parse-record.ts";
import type { AnyRecord, FileProblem, RecordFile } from "../../records/record.ts";

/** Folders that the comparison reads, relative to the project. */
export const comparedFolders = ["data", "assets/charts"];

/** A file in a record's place: a record, what stays of one, or text that is not YAML. */
export type Entry =
  | { state: "record"; file: RecordFile; record: AnyRecord }
  | { state: "tombstone"; file: RecordFile; tombstone: Tombstone }
  | { state: "unreadable"; file: RecordFile; problem: FileProblem | undefined };

/** What a tombstone says, whatever its shape. */
export interface Tombstone {
  status: string;
  on: string;
  reason: string;
  successor?: string;
}

/** The two files of a chart as they are written. */
export interface ChartFiles {
  /** Undefined when the file is not YAML. */
  words: unknown;
  spec: string;
}

/** One of the two states that are compared. */
export interface Side {
  /** As sentences call it. */
  name: string;
  /** By file. */
  entries: ReadonlyMap<string, Entry>;
  /** By id. */
  charts: ReadonlyMap<string, ChartFiles>;
  /** Text by file name. */
  schemas: ReadonlyMap<string, string>;
}

/** Reads the files that stand in a folder now, whether git knows them or not; links are no files, as in a commit. */
export function readWorkingTree(root: string): Map<string, string> {
  return new Map(
    comparedFolders
      .flatMap((folder) => listPlainFiles(root, folder))
      .map((path) => [path, readFileSync(join(root, path), "utf8")]),
  );
}

function listPlainFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listPlainFiles(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** Makes sense of the files of one state. */
export function readSide(name: string, files: ReadonlyMap<string, string>): Side {
  const entries = [...files].flatMap(([path, text]) => {
    const file = toRecordFile(path, text);
    return file ? [readEntry(file)] : [];
  });
  return {
    name,
    entries: new Map(entries.map((entry) => [entry.file.file, entry])),
    charts: new Map([...files].flatMap(([path, text]) => readChart(path, text, files))),
    schemas: new Map([...files].flatMap(([path, text]) => nameSchema(path).map((file) => [file, text]))),
  };
}

function toRecordFile(path: string, text: string): RecordFile | undefined {
  const [, folder, id] = /^(data\/[^/]+)\/([^/.][^/]*)\.yaml$/.exec(path) ?? [];
  const kind = kinds.find((candidate: Kind) => folderOf(candidate) === folder);
  return kind && id !== undefined ? { kind, id, file: path, text } : undefined;
}

function readEntry(file: RecordFile): Entry {
  const { record, tombstone, problems } = parseRecord(file);
  if (record) return { state: "record", file, record };
  if (!tombstone) return { state: "unreadable", file, problem: problems[0] };
  const fields: unknown = tombstone.data.tombstone;
  const { status, on, reason, successor } = isMapping(fields) ? fields : {};
  const known = { status: String(status), on: String(on), reason: String(reason) };
  return {
    state: "tombstone",
    file,
    tombstone: successor === undefined ? known : { ...known, successor: String(successor) },
  };
}

function readChart(path: string, text: string, files: ReadonlyMap<string, string>): [string, ChartFiles][] {
  const id = /^assets\/charts\/([^/.]+)\.yaml$/.exec(path)?.[1];
  if (id === undefined) return [];
  const words = parseOrNothing(text);
  const shared = (words as { spec?: unknown } | undefined)?.spec;
  const spec = typeof shared === "string" ? shared : id;
  return [[id, { words, spec: files.get(`assets/charts/${spec}.vl.json`) ?? "" }]];
}

function parseOrNothing(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function nameSchema(path: string): string[] {
  const name = /^data\/schema\/([^/]+\.json)$/.exec(path)?.[1];
  return name === undefined ? [] : [name];
}
