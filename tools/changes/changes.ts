import { createHash } from "node:crypto";
import type { Commit } from "./read-commits.ts";

/** A record as far as a change names it; one that is gone has no path. */
export interface Named { kind: string; id: string; title: string; path?: string }

/** An entry of a feed. */
export interface Change {
  /** Names it for ever, as feed readers want it. */
  id: string;
  /** In UTC. */
  at: string;
  title: string;
  /** What happened to which records, the weightiest first. */
  groups: { how: "added" | "changed" | "removed"; kind: string; count: number; records: Named[]; more: number }[];
}

export interface Changes {
  /** Of everything but the rules. */
  data: Change[];
  rules: Change[];
  /** File to the day of its last change; empty where there is no history. */
  lastChanged: Record<string, string>;
}

/** Entries of one feed: readers that come once a month miss nothing. */
const mostEntries = 40;
/** Records of one kind that an entry names; a change of form touches hundreds. */
const mostNamed = 25;

/** Tells the changes of the records: by commit, or where there is no history by the days on which sources were read. */
export function compileChanges(commits: readonly Commit[], records: readonly Named[], days: ReadonlyMap<string, readonly Named[]>): Changes {
  const find = indexRecords(records);
  const entries = commits.length > 0 ? commits.map(fromCommit) : [...days].sort(([a], [b]) => (a < b ? 1 : -1)).map(fromDay);
  return {
    data: entries.flatMap((entry) => toChange("data", entry, find, (kind) => kind !== "rules")).slice(0, mostEntries),
    rules: entries.flatMap((entry) => toChange("rules", entry, find, (kind) => kind === "rules")).slice(0, mostEntries),
    lastChanged: datesOf(commits),
  };
}

/** An entry before it is known which feed tells it. */
interface Entry { key: string; at: string; title: string; touched: { kind: string; id: string; how: Change["groups"][number]["how"] }[] }

function fromCommit({ hash, at, subject, files }: Commit): Entry {
  const touched = files.flatMap(({ path, how }) => {
    const [, kind, id] = /^data\/([a-z]+)\/([^/]+)\.yaml$/.exec(path) ?? [];
    return kind === undefined || id === undefined ? [] : [{ kind, id, how }];
  });
  return { key: hash, at, title: subject.replace(/^[a-z, ]+: /, ""), touched };
}

function fromDay([day, records]: readonly [string, readonly Named[]]): Entry {
  const touched = records.map(({ kind, id }) => ({ kind, id, how: "added" as const }));
  return { key: day, at: `${day}T00:00:00.000Z`, title: `Sources read on ${day}`, touched };
}

function toChange(feed: string, { key, at, title, touched }: Entry, find: (kind: string, id: string) => Named, isTold: (kind: string) => boolean): Change[] {
  const told = touched.filter(({ kind }) => isTold(kind));
  if (told.length === 0) return [];
  const hows = ["added", "changed", "removed"] as const;
  const kinds = [...new Set(told.map(({ kind }) => kind))].sort();
  const groups = hows.flatMap((how) => kinds.flatMap((kind) => {
    const records = told.filter((one) => one.how === how && one.kind === kind).map(({ id }) => find(kind, id));
    return records.length === 0 ? [] : [{ how, kind, count: records.length, records: records.slice(0, mostNamed), more: Math.max(0, records.length - mostNamed) }];
  }));
  return [{ id: makeId(`${feed} ${key}`), at, title, groups }];
}

function indexRecords(records: readonly Named[]): (kind: string, id: string) => Named {
  const known = new Map(records.map((record) => [`${record.kind}/${record.id}`, record]));
  return (kind, id) => known.get(`${kind}/${id}`) ?? { kind, id, title: id };
}

/** A UUID made of a hash, version 8 of RFC 9562: the same change keeps its name in every build. */
function makeId(key: string): string {
  const hex = createHash("sha256").update(`vnic-atlas ${key}`).digest("hex");
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function datesOf(commits: readonly Commit[]): Record<string, string> {
  const dates = new Map<string, string>();
  for (const { at, files } of commits) for (const { path } of files) if (!dates.has(path)) dates.set(path, at.slice(0, 10));
  return Object.fromEntries([...dates].sort(([a], [b]) => (a < b ? -1 : 1)));
}
