// One of the two compared states: its files, and the result of compiling them with today's code.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { isMapping } from "../../check/select.ts";
import { folderOf, type Kind, kinds } from "../../records/kinds.ts";
import type { ParsedFile, parseRecord } from "../../records/parse-record.ts";
import { type Advisor, createAdvisor } from "../../../advisor/index.ts";
import { checkRecords } from "../../check/check-records.ts";
import { schema as schemaRule } from "../../check/rules/shape.ts";
import type { SchemaSet } from "../../check/schema/schema-set.ts";
import { makeWorld } from "../../check/world.ts";
import { compileKnowledge } from "../../site/compile/engine-knowledge.ts";
import { type Atlas, createAtlas, groupRecords } from "../../site/compile/records.ts";
import type { AnyRecord, FileProblem, RecordFile, RecordSet } from "../../records/record.ts";
import type { Mapping } from "./values.ts";

/** Folders that the comparison reads, relative to the project. */
export const comparedFolders = ["data", "assets/charts"];

/** A file at a record's path: a record, a tombstone that is not validated yet, or invalid YAML. */
export type Entry =
  | { state: "record"; file: RecordFile; record: AnyRecord }
  | { state: "tombstone"; file: RecordFile; fields: Mapping }
  | { state: "unreadable"; file: RecordFile; problem: FileProblem | undefined };

/** The two files of a chart as they are written. */
interface ChartFiles {
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

/** Reads the files of a working tree, tracked or not. Skips symbolic links, as reading a commit does. */
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

/** Parses the files of one state. */
export function readSide(name: string, files: ReadonlyMap<string, string>, parse: typeof parseRecord): Side {
  const entries = [...files].flatMap(([path, text]) => {
    const file = toRecordFile(path, text);
    return file ? [readEntry(file, parse(file))] : [];
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

function readEntry(file: RecordFile, { record, tombstone, problems }: ParsedFile): Entry {
  if (record) return { state: "record", file, record };
  if (!tombstone) return { state: "unreadable", file, problem: problems[0] };
  const fields: unknown = tombstone.data.tombstone;
  return { state: "tombstone", file, fields: isMapping(fields) ? fields : {} };
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

/** A side compiled with today's schemas and code. */
export interface CompiledSide extends Side {
  /** The records that are valid under today's schemas. */
  atlas: Atlas;
  /** Records that cannot be compiled, each with its first error. */
  unfit: ReadonlyMap<string, Unfit>;
  advisor: Advisor | { missing: string };
}

interface Unfit {
  kind: Kind;
  reason: string;
}

/** Kinds that the engine needs. The other kinds are only cited as evidence. */
const computed: ReadonlySet<Kind> = new Set(["platform", "feature", "adapter", "guest", "rule", "step"]);

/** Compiles the valid records of one side with today's schemas and code. */
export function compileSide(side: Side, schemas: SchemaSet): CompiledSide {
  const records = [...side.entries.values()].flatMap((entry) => (entry.state === "record" ? [entry.record] : []));
  const unfit = new Map([...findUnreadable(side), ...findMisshapen(records, schemas)]);
  const atlas = createAtlas(groupRecords(asSet(records.filter(({ file }) => !unfit.has(file)))));
  return { ...side, atlas, unfit, advisor: makeAdvisor(side.name, records, unfit) };
}

function findUnreadable({ entries }: Side): [string, Unfit][] {
  return [...entries.values()].flatMap((entry): [string, Unfit][] => {
    if (entry.state !== "unreadable") return [];
    const { problem, file } = entry;
    const reason = problem === undefined ? "it is not YAML" : `line ${problem.line}: ${problem.message}`;
    return [[file.file, { kind: file.kind, reason }]];
  });
}

function findMisshapen(records: AnyRecord[], schemas: SchemaSet): Map<string, Unfit> {
  const kindOf = new Map(records.map(({ file, kind }) => [file, kind]));
  const unfit = new Map<string, Unfit>();
  // The schema rule does not depend on the date.
  for (const { file, line, message } of checkRecords(makeWorld({ set: asSet(records), schemas, today: "" }), [
    schemaRule,
  ])) {
    const kind = kindOf.get(file);
    if (kind && !unfit.has(file)) unfit.set(file, { kind, reason: `line ${line}: ${message}` });
  }
  return unfit;
}

function asSet(records: AnyRecord[]): RecordSet {
  return { records, tombstones: [], unreadable: [], strays: [], problems: [] };
}

/** Creates no advisor from a subset of the rules: its advice would differ for reasons unrelated to the change. */
function makeAdvisor(name: string, records: AnyRecord[], unfit: ReadonlyMap<string, Unfit>): CompiledSide["advisor"] {
  const lacking = [...unfit.values()].filter(({ kind }) => computed.has(kind));
  if (lacking.length > 0) return { missing: `${describeKinds(lacking)} of ${name} cannot be read by today's advisor` };
  try {
    const atlas = createAtlas(groupRecords(asSet(records)));
    return createAdvisor(compileKnowledge(atlas, { schemaVersion: "1", knowledgeVersion: name }));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { missing: `the records of ${name} do not compile: ${error.message.split("\n")[0]}` };
  }
}

function describeKinds(unfit: readonly Unfit[]): string {
  const counts = new Map<Kind, number>();
  for (const { kind } of unfit) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} in ${folderOf(kind)}`).join(", ");
}
