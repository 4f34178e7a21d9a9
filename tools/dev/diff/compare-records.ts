import { count } from "../../../advisor/text.ts";
import { writeCanonical } from "../../records/objects.ts";
import { type Kind, kinds } from "../../records/kinds.ts";
import type { RecordFile } from "../../records/record.ts";
import type { CompiledSide, Entry } from "./sides.ts";
import { nothing, own, say, type Sentence, join } from "./sentence.ts";
import {
  describeRecord,
  describeRow,
  makeWords,
  mappings,
  titleOf,
  type Words,
  type WordsOfBoth,
} from "./describe-record.ts";
import { keysOf, type Mapping } from "./values.ts";
import { isMapping } from "../../check/select.ts";

export interface RecordChange {
  kind: Kind;
  id: string;
  file: string;
  title: string;
  change: "added" | "changed" | "renamed" | "moved" | "withdrawn" | "restored" | "deleted";
  sentences: Sentence[];
}

/** Something that a change to records must not do. */
export interface Fault {
  file: string;
  name: "never-deleted" | "kind-kept";
  message: string;
  help: string;
}

/** Finds what a change adds, changes and takes away, by kind and id, and what it must not. */
export function compareRecords(
  before: CompiledSide,
  after: CompiledSide,
  renames: readonly Rename[],
): { records: RecordChange[]; faults: Fault[] } {
  const files = keysOf(before.entries, after.entries);
  const pairs = files.map((file): Pair => ({ file, before: before.entries.get(file), after: after.entries.get(file) }));
  const fresh = pairs.flatMap((pair) => (pair.before === undefined && pair.after ? [pair.after] : []));
  const sides = { before, after, renames, words: { before: makeWords(before), after: makeWords(after) } };
  return {
    records: pairs
      .flatMap((pair) => compareEntries(pair, sides))
      .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.id < b.id ? -1 : 1)),
    faults: pairs.flatMap((pair) => (pair.before && !pair.after ? [blameDeletion(pair.before, fresh)] : [])),
  };
}

/** A record with a new id and the same content. */
export interface Rename {
  from: RecordFile;
  to: RecordFile;
}

/** Finds the new records whose content had another id, under which there is no record any more. */
export function findRenames(before: CompiledSide, after: CompiledSide): Rename[] {
  const isRecord = (side: CompiledSide, { file }: RecordFile): boolean => side.entries.get(file)?.state === "record";
  const gone = [...before.entries.values()].filter(({ file }) => !isRecord(after, file));
  return [...after.entries.values()]
    .filter(({ file }) => !before.entries.has(file.file))
    .flatMap((entry) => {
      const old = gone.find((other) => other.file.kind === entry.file.kind && hasSameContent(other, entry));
      return old ? [{ from: old.file, to: entry.file }] : [];
    });
}

interface Pair {
  file: string;
  before: Entry | undefined;
  after: Entry | undefined;
}

interface Sides {
  before: CompiledSide;
  after: CompiledSide;
  renames: readonly Rename[];
  words: WordsOfBoth;
}

function compareEntries({ file, before, after }: Pair, sides: Sides): RecordChange[] {
  const entry = after ?? before;
  if (!entry || before?.file.text === after?.file.text) return [];
  const { kind, id } = entry.file;
  const data = dataOf(after) ?? dataOf(before);
  const makeChange = (change: RecordChange["change"], sentences: Sentence[]): RecordChange[] => [
    { kind, id, file, title: titleOf(data, id), change, sentences },
  ];
  if (!after) return makeChange("deleted", []);
  if (after.state === "tombstone") return makeChange(...describeTombstone(after.fields, before));
  if (after.state === "unreadable") return makeChange(before ? "changed" : "added", [say`it cannot be read`]);
  if (before?.state === "record") {
    const sentences = describeRecord(kind, { id, before: before.record.data, after: after.record.data }, sides.words);
    return makeChange(
      "changed",
      sentences.length > 0 ? sentences : [say`only how it is written: comments, quotes or the order of keys`],
    );
  }
  const old = sides.renames.find(({ to }) => to.file === file)?.from;
  if (old) return makeChange("renamed", [say`its id was ${old.id}; its content is the same`]);
  const introduction = introduceRecord(kind, { id, data: after.record.data }, sides.words.after);
  if (!before) return makeChange("added", introduction);
  if (before.state === "tombstone")
    return makeChange("restored", [
      say`it was ${String(before.fields.status)}: ${String(before.fields.reason)}`,
      ...introduction,
    ]);
  return makeChange("changed", [say`it could not be read before`, ...introduction]);
}

function dataOf(entry: Entry | undefined): unknown {
  return entry?.state === "record" ? entry.record.data : undefined;
}

function describeTombstone(
  { status, on, reason, successor }: Mapping,
  before: Entry | undefined,
): ["moved" | "withdrawn", Sentence[]] {
  const change = status === "moved" ? "moved" : "withdrawn";
  const where = successor === undefined ? nothing : say` to ${String(successor)}`;
  const first = say`${own(before?.state === "tombstone" ? `its tombstone changed: ${change}` : change)}${where} on ${String(on)}: ${String(reason)}`;
  return [change, [first]];
}

function blameDeletion(deleted: Entry, fresh: readonly Entry[]): Fault {
  const { kind, id, file } = deleted.file;
  const otherKind = fresh.find((entry) => entry.file.id === id && entry.file.kind !== kind);
  if (otherKind) {
    return {
      file,
      name: "kind-kept",
      message: `${kind} "${id}" changed its kind to ${otherKind.file.kind}. Withdraw the record and add the other with a new id`,
      help: adviseTombstone(file, "withdrawn"),
    };
  }
  const successor = fresh.find((entry) => entry.file.kind === kind && isSameRecord(deleted, entry));
  return {
    file,
    name: "never-deleted",
    message: `${kind} "${id}" was deleted. Move or withdraw the record instead, so that links to it keep working`,
    help: adviseTombstone(file, successor ? `moved, successor: ${successor.file.id}` : "withdrawn"),
  };
}

/** A renamed record has a new id and the same content, or at least its name. */
function isSameRecord(one: Entry, other: Entry): boolean {
  return hasSameContent(one, other) || titleOf(dataOf(one), "") === titleOf(dataOf(other), " ");
}

function hasSameContent(one: Entry, other: Entry): boolean {
  const [a, b] = [dataOf(one), dataOf(other)];
  return a !== undefined && b !== undefined && writeCanonical(a) === writeCanonical(b);
}

function adviseTombstone(file: string, status: string): string {
  return `restore ${file} with only this content: tombstone: { status: ${status}, on: 'YYYY-MM-DD', reason: one sentence }`;
}

/** Says what a new record brings, beyond its title. */
function introduceRecord(kind: Kind, { id, data }: { id: string; data: unknown }, words: Words): Sentence[] {
  if (!isMapping(data)) return [];
  switch (kind) {
    case "dataset":
      return introduceDataset(data, words);
    case "rule":
      return introduceRule(id, data, words);
    case "adapter":
      return introduceAdapter(data);
    case "guest":
      return introduceGuest(data);
    case "source":
      return [say`published by ${String(data.publisher)}, ${String(data.published)}`];
    case "finding":
      return [say`from ${String(data.source)}`];
    case "feature":
      return isMapping(data.platforms) ? [say`on ${join(Object.keys(data.platforms), ", ")}`] : [];
    case "step":
      return [say`for ${join(texts(data.adapters), ", ")} on ${String(data.platform)}`];
    case "question":
      return [say`asks: ${String(data.question)}`];
    case "platform":
      return [];
  }
}

function introduceDataset(data: Mapping, words: Words): Sentence[] {
  const rows = Array.isArray(data.measurements) ? data.measurements.filter(isMapping) : [];
  const conditions = words.conditions(data) ?? "";
  const shared = conditions === "" ? nothing : say`, all under ${conditions}`;
  return [
    say`${own(count(rows.length, "row"))} on ${String(data.platform)}, from ${String(data.source)}${shared}`,
    ...rows.map((row) => say`row ${String(row.id)}: ${describeRow(row, words)}`),
  ];
}

function introduceRule(id: string, data: Mapping, words: Words): Sentence[] {
  const [when, then] = [words.when(id), words.then(id)];
  const evidence = texts(data.evidence);
  return [
    ...(when === undefined || then === undefined ? [] : [say`it holds for ${when} and leads to ${then}`]),
    ...(evidence.length === 0 ? [] : [say`it rests on ${join(evidence, ", ")}`]),
  ];
}

function introduceAdapter(data: Mapping): Sentence[] {
  return mappings(data.platforms).map(([platform, section]) => {
    const cells = mappings(section.compatibility).map(([, { support }]) => String(support));
    const counts = [...new Set(cells)].map(
      (support) => `${cells.filter((other) => other === support).length} ${support}`,
    );
    return say`on ${platform} since ${String(section.since)}, features: ${counts.join(", ") || "none said"}`;
  });
}

function introduceGuest(data: Mapping): Sentence[] {
  return mappings(data.platforms).map(
    ([platform, section]) => say`on ${platform} the default adapter is ${String(section.default)}`,
  );
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
