import { type Plural, singularOf } from "../../records/kinds.ts";
import { createHash } from "node:crypto";
import type { Commit } from "./read-commits.ts";
import { groupBy } from "../../../advisor/collections.ts";

/** A record as far as a change names it; one that is gone has no path. */
export interface Named {
  kind: Plural;
  id: string;
  title: string;
  path?: string;
  /** Names of those who sent it. */
  by?: string[];
}

type How = "added" | "changed" | "removed";

/** Records of one kind to which the same happened; those that say most come first. */
interface Group {
  how: How;
  kind: Plural;
  heading: string;
  count: number;
  records: Named[];
  more: number;
}

/** An entry of a feed: what changed on one day. */
interface Change {
  /** Names it for ever, as feed readers want it. */
  id: string;
  /** Time of the day's last change, in UTC. */
  at: string;
  title: string;
  /** What happened to which records, the weightiest first. */
  groups: Group[];
}

/** A record that is new or changed, for the home page. */
interface News {
  day: string;
  text: string;
  title: string;
  path: string;
}

interface Changes {
  /** Of everything but the rules. */
  data: Change[];
  rules: Change[];
  news: { data: News[]; rules: News[] };
  /** File to the day of its last change; empty where there is no history. */
  lastChanged: Record<string, string>;
}

/** Entries of one feed: readers that come once a month miss nothing. */
const mostEntries = 40;
/** Records of one kind that an entry names; a change of form touches hundreds. */
const mostNamed = 25;
/** Lines of the home page. */
const mostNews = 4;
/** Kinds that the home page leaves out, as no visitor looks them up; the feeds have them. */
const notNews = ["platforms", "questions"];
/** In the order in which readers want them. */
const kindOrder: readonly Plural[] = [
  "rules",
  "datasets",
  "adapters",
  "platforms",
  "features",
  "findings",
  "guests",
  "steps",
  "questions",
  "sources",
];

/**
 * Tells day by day what happened to the records, in the records' own titles: what commits say is meant for those who work on them.
 * Where there is no history the days are those on which sources were read.
 */
export function compileChanges(
  commits: readonly Commit[],
  records: readonly Named[],
  days: ReadonlyMap<string, readonly Named[]>,
): Changes {
  const find = indexRecords(records);
  const entries = commits.length > 0 ? listDays(commits) : [...days].sort(([a], [b]) => (a < b ? 1 : -1)).map(fromDay);
  const listChanges = (feed: string, isIncluded: (kind: Plural) => boolean): Change[] =>
    entries.flatMap((entry) => toChange(feed, entry, find, isIncluded)).slice(0, mostEntries);
  const [data, rules] = [
    listChanges("data", (kind) => kind !== "rules"),
    listChanges("rules", (kind) => kind === "rules"),
  ];
  return { data, rules, news: { data: pickNews(data), rules: pickNews(rules) }, lastChanged: datesOf(commits) };
}

/** A day, before its records are split over the feeds. */
interface Day {
  day: string;
  touched: Touched[];
}

function listDays(commits: readonly Commit[]): Day[] {
  const byDay = groupBy(commits, ({ at }) => at.slice(0, 10));
  return [...byDay].sort(([a], [b]) => (a < b ? 1 : -1)).map(([day, ofDay]) => ({ day, touched: netChanges(ofDay) }));
}

function fromDay([day, records]: readonly [string, readonly Named[]]): Day {
  const at = `${day}T00:00:00.000Z`;
  return { day, touched: records.map(({ kind, id }) => ({ kind, id, how: "added" as const, at, weight: 1 })) };
}

function toChange(
  feed: string,
  { day, touched }: Day,
  find: (kind: Plural, id: string) => Named,
  isIncluded: (kind: Plural) => boolean,
): Change[] {
  const included = touched.filter(({ kind }) => isIncluded(kind));
  const hows: How[] = ["added", "changed", "removed"];
  const groups = hows.flatMap((how) =>
    kindOrder.flatMap((kind) => {
      const records = included.filter((one) => one.how === how && one.kind === kind).map(({ id }) => find(kind, id));
      return records.length === 0
        ? []
        : [
            headGroup({
              how,
              kind,
              count: records.length,
              records: records.slice(0, mostNamed),
              more: Math.max(0, records.length - mostNamed),
            }),
          ];
    }),
  );
  const at = included
    .map((one) => one.at)
    .sort()
    .at(-1);
  return at === undefined ? [] : [{ id: makeId(`${feed} ${day}`), at, title: titleOf(groups), groups }];
}

/** Takes of each group of the newest days the first record, then the second of each: one kind alone would hide the others. */
function pickNews(changes: readonly Change[]): News[] {
  return changes
    .flatMap(({ at, groups }) => {
      const lists = groups.map(({ how, kind, records }) =>
        records.flatMap(({ title, path }) =>
          path === undefined || notNews.includes(kind)
            ? []
            : [{ day: at.slice(0, 10), text: nameChange(how, kind), title, path }],
        ),
      );
      return Array.from({ length: mostNews }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat();
    })
    .slice(0, mostNews);
}

function indexRecords(records: readonly Named[]): (kind: Plural, id: string) => Named {
  const known = new Map(records.map((record) => [`${record.kind}/${record.id}`, record]));
  return (kind, id) => known.get(`${kind}/${id}`) ?? { kind, id, title: id };
}

/** A UUID made of a hash, version 8 of RFC 9562: the same day keeps its name in every build. */
function makeId(key: string): string {
  const hex = createHash("sha256").update(`vnic-atlas ${key}`).digest("hex");
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function datesOf(commits: readonly Commit[]): Record<string, string> {
  const dates = new Map<string, string>();
  for (const { at, files } of commits)
    for (const { path } of files) if (!dates.has(path)) dates.set(path, at.slice(0, 10));
  return Object.fromEntries([...dates].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const adjectives: Record<How, string> = { added: "New", changed: "Changed", removed: "Removed" };

/** Says of one record what happened to it: "New study". */
function nameChange(how: How, kind: Plural): string {
  return `${adjectives[how]} ${nameKind(kind, 1)}`;
}

/** Puts a heading on a group: "New studies". */
function headGroup(group: Omit<Group, "heading">): Group {
  return { ...group, heading: `${adjectives[group.how]} ${nameKind(group.kind, group.count)}` };
}

/** Says in one line what a day brought: a single record by its title, several by their number. */
function titleOf(groups: readonly Group[]): string {
  const [first, ...others] = groups;
  const record = first?.records[0];
  if (first?.count === 1 && record && others.length === 0)
    return `${nameChange(first.how, first.kind)}: ${record.title}`;
  const parts = (Object.keys(adjectives) as How[]).flatMap((how) => {
    const counts = groups
      .filter((group) => group.how === how)
      .map(({ kind, count }) => `${count} ${nameKind(kind, count)}`);
    return counts.length === 0 ? [] : [`${adjectives[how]}: ${counts.join(", ")}`];
  });
  return parts
    .map((part, index) => (index === 0 ? part : part.replace(/^./, (letter) => letter.toLowerCase())))
    .join("; ");
}

/** What a reader calls records of a kind: a dataset is a study, the others are called as their folders. */
function nameKind(kind: Plural, count: number): string {
  if (kind === "datasets") return count === 1 ? "study" : "studies";
  return count === 1 ? singularOf(kind) : kind;
}

/** What happened to a record, all in all. */
interface Touched {
  kind: Plural;
  id: string;
  how: How;
  /** Of its last change, in UTC. */
  at: string;
  /** How much its changes were about it: a commit that touches few records says more of each. */
  weight: number;
}

/**
 * Sums up commits, the newest first, record by record: what was added and then changed is new, what was added and then removed
 * never was. New records come latest first, changed ones by how much their changes were about them.
 */
function netChanges(commits: readonly Commit[]): Touched[] {
  const touched = new Map<string, Touched & { first: How }>();
  for (const { at, files } of commits) {
    const records = files.flatMap(readRecord);
    for (const { kind, id, how } of records) {
      const key = `${kind}/${id}`;
      const later = touched.get(key);
      const weight = (later?.weight ?? 0) + 1 / records.length;
      touched.set(key, later ? { ...later, first: how, weight } : { kind, id, how, at, weight, first: how });
    }
  }
  return [...touched.values()]
    .flatMap(({ first, ...one }) => {
      const [wasThere, isThere] = [first !== "added", one.how !== "removed"];
      if (!wasThere && !isThere) return [];
      return [{ ...one, how: !isThere ? ("removed" as const) : wasThere ? ("changed" as const) : ("added" as const) }];
    })
    .sort(compareNews);
}

function compareNews(a: Touched, b: Touched): number {
  if (a.how === "added" && b.how === "added" && a.at !== b.at) return a.at < b.at ? 1 : -1;
  return b.weight - a.weight || (`${a.kind}/${a.id}` < `${b.kind}/${b.id}` ? -1 : 1);
}

function readRecord({ path, how }: Commit["files"][number]): { kind: Plural; id: string; how: How }[] {
  const [, folder, id] = /^data\/([a-z]+)\/([^/]+)\.yaml$/.exec(path) ?? [];
  const kind = kindOrder.find((one) => one === folder);
  return id === undefined || !kind ? [] : [{ kind, id, how }];
}
