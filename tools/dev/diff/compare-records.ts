import { writeCanonical } from "../../records/objects.ts";
import { type Kind, kinds } from "../../records/kinds.ts";
import type { CompiledSide } from "./compile-side.ts";
import { introduceRecord } from "./introduce-record.ts";
import type { Entry, Tombstone } from "./read-side.ts";
import { nothing, own, say, type Sentence } from "./sentence.ts";
import { describeDataset } from "./describe-rows.ts";
import { contrast } from "./describe-values.ts";
import {
  describeFields,
  keysOf,
  makeWords,
  type Mapping,
  type RecordPair,
  titleOf,
  without,
  type WordsOfBoth,
} from "./record-pair.ts";
import { isMapping } from "../../check/select.ts";

export interface RecordChange {
  kind: Kind;
  id: string;
  file: string;
  title: string;
  change: "added" | "changed" | "moved" | "withdrawn" | "restored" | "deleted";
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
): { records: RecordChange[]; faults: Fault[] } {
  const files = [...new Set([...before.entries.keys(), ...after.entries.keys()])];
  const pairs = files.map((file): Pair => ({ file, before: before.entries.get(file), after: after.entries.get(file) }));
  const fresh = pairs.flatMap((pair) => (pair.before === undefined && pair.after ? [pair.after] : []));
  const sides = { before, after, words: { before: makeWords(before), after: makeWords(after) } };
  return {
    records: pairs
      .flatMap((pair) => compareEntries(pair, sides))
      .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.id < b.id ? -1 : 1)),
    faults: pairs.flatMap((pair) => (pair.before && !pair.after ? [blameDeletion(pair.before, fresh)] : [])),
  };
}

interface Pair {
  file: string;
  before: Entry | undefined;
  after: Entry | undefined;
}

interface Sides {
  before: CompiledSide;
  after: CompiledSide;
  words: { before: ReturnType<typeof makeWords>; after: ReturnType<typeof makeWords> };
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
  if (after.state === "tombstone") return makeChange(...describeTombstone(after.tombstone, before));
  if (after.state === "unreadable") return makeChange(before ? "changed" : "added", [say`it cannot be read`]);
  if (before?.state === "record") {
    const sentences = describeRecord(kind, { id, before: before.record.data, after: after.record.data }, sides.words);
    return makeChange(
      "changed",
      sentences.length > 0 ? sentences : [say`only how it is written: comments, quotes or the order of keys`],
    );
  }
  const introduction = introduceRecord(kind, { id, data: after.record.data }, sides.words.after);
  if (!before) return makeChange("added", introduction);
  if (before.state === "tombstone")
    return makeChange("restored", [
      say`it was ${before.tombstone.status}: ${before.tombstone.reason}`,
      ...introduction,
    ]);
  return makeChange("changed", [say`it could not be read before`, ...introduction]);
}

function dataOf(entry: Entry | undefined): unknown {
  return entry?.state === "record" ? entry.record.data : undefined;
}

function describeTombstone(
  { status, on, reason, successor }: Tombstone,
  before: Entry | undefined,
): ["moved" | "withdrawn", Sentence[]] {
  const change = status === "moved" ? "moved" : "withdrawn";
  const where = successor === undefined ? nothing : say` to ${successor}`;
  const first = say`${own(before?.state === "tombstone" ? `its tombstone changed: ${change}` : change)}${where} on ${on}: ${reason}`;
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
  const [a, b] = [dataOf(one), dataOf(other)];
  return (
    a !== undefined &&
    b !== undefined &&
    (writeCanonical(a) === writeCanonical(b) || titleOf(a, "") === titleOf(b, " "))
  );
}

function adviseTombstone(file: string, status: string): string {
  return `put ${file} back with nothing in it but tombstone: { status: ${status}, on: 'YYYY-MM-DD', reason: one sentence }`;
}

/** Says what differs in a record: rows, cells and conditions in the words of their pages, the rest field by field. */
function describeRecord(kind: Kind, pair: RecordPair, words: WordsOfBoth): Sentence[] {
  switch (kind) {
    case "dataset":
      return describeDataset(pair, words);
    case "adapter":
      return describeAdapter(pair);
    case "rule":
      return describeRule(pair, words);
    default:
      return describeFields(pair.before, pair.after);
  }
}

function describeRule({ id, before, after }: RecordPair, words: WordsOfBoth): Sentence[] {
  const [under, now] = [words.before.when(id), words.after.when(id)];
  const [follows, leads] = [words.before.then(id), words.after.then(id)];
  const changed: string[] = [];
  const sentences: Sentence[] = [];
  if (under !== undefined && now !== undefined && under !== now) {
    const [was, is] = contrast(under, now);
    sentences.push(say`it held for ${was}; it now holds for ${is}`);
    changed.push("when");
  }
  if (follows !== undefined && leads !== undefined && follows !== leads) {
    const [was, is] = contrast(follows, leads);
    sentences.push(say`it led to ${was}; it now leads to ${is}`);
    changed.push("then");
  }
  return [...sentences, ...describeFields(before, after, changed)];
}

/** Says what differs in an adapter: its own fields, then cell by cell of its compatibility. */
function describeAdapter({ before, after }: RecordPair): Sentence[] {
  const [earlier, later] = [indexCells(before), indexCells(after)];
  const cells = keysOf(earlier, later).flatMap((cell) => {
    const [old, current] = [earlier.get(cell), later.get(cell)];
    const [was, is] = [writeCell(old), writeCell(current)];
    const place = cell.replace("/", ", ");
    const first = was === is ? [] : [say`${place}: was ${was}; is now ${is}`];
    const rest = describeFields(old ?? {}, current ?? {}, cellFields);
    return [...first, ...rest.map((sentence) => say`${place}: ${sentence}`)];
  });
  return [...describeFields(withoutCells(before), withoutCells(after)), ...cells];
}

/** What a compatibility cell says in one breath; its note and sources follow field by field. */
const cellFields = ["support", "since", "until", "basis"];

function writeCell(cell: Mapping | undefined): string {
  if (cell === undefined) return "not said";
  const { support, since, until, basis } = cell;
  const versions = [
    since === undefined ? "" : `, since ${String(since)}`,
    until === undefined ? "" : `, until ${String(until)}`,
  ];
  return `${String(support)}${versions.join("")} (${String(basis)})`;
}

/** Compatibility cells by "platform/feature". */
function indexCells(data: unknown): Map<string, Mapping> {
  const cells = sectionsOf(data).flatMap(([platform, section]) =>
    isMapping(section.compatibility)
      ? Object.entries(section.compatibility).flatMap(([feature, cell]): [string, Mapping][] =>
          isMapping(cell) ? [[`${platform}/${feature}`, cell]] : [],
        )
      : [],
  );
  return new Map(cells);
}

function withoutCells(data: unknown): unknown {
  if (!isMapping(data) || !isMapping(data.platforms)) return data;
  return {
    ...data,
    platforms: Object.fromEntries(
      sectionsOf(data).map(([platform, section]) => [platform, without(section, ["compatibility"])]),
    ),
  };
}

function sectionsOf(data: unknown): [string, Mapping][] {
  if (!isMapping(data) || !isMapping(data.platforms)) return [];
  return Object.entries(data.platforms).filter((entry): entry is [string, Mapping] => isMapping(entry[1]));
}
