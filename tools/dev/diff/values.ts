// What differs between two plain values, and how that is said.
import { groupDigits } from "../../../advisor/text.ts";
import { isMapping } from "../../check/select.ts";
import { writeCanonical } from "../../records/objects.ts";
import { join, say, type Sentence } from "./sentence.ts";

/** What differs at one place of two values. A path's steps are keys, ids of rows as "[id]" and places in lists as "#1". */
type ValueChange =
  | { change: "added"; path: readonly string[]; after: unknown }
  | { change: "removed"; path: readonly string[]; before: unknown }
  | { change: "changed"; path: readonly string[]; before: unknown; after: unknown }
  /** A list of plain values, seen as a set. */
  | { change: "items"; path: readonly string[]; added: unknown[]; removed: unknown[] }
  | { change: "reordered"; path: readonly string[] };

/** Finds what differs between two plain values, at the places where they differ and nowhere above. */
export function compareValues(before: unknown, after: unknown, path: readonly string[] = []): ValueChange[] {
  if (writeCanonical(before) === writeCanonical(after)) return [];
  if (isMapping(before) && isMapping(after)) return compareMappings(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, path);
  return [{ change: "changed", path, before, after }];
}

export type Mapping = Record<string, unknown>;

function compareMappings(before: Mapping, after: Mapping, path: readonly string[]): ValueChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => compareParts(before[key], after[key], [...path, key]));
}

function compareParts(before: unknown, after: unknown, path: readonly string[]): ValueChange[] {
  if (before === undefined) return after === undefined ? [] : [{ change: "added", path, after }];
  if (after === undefined) return [{ change: "removed", path, before }];
  return compareValues(before, after, path);
}

function compareLists(before: unknown[], after: unknown[], path: readonly string[]): ValueChange[] {
  const all = [...before, ...after];
  if (all.every(isMapping)) return compareEntries(before as Mapping[], after as Mapping[], path);
  // Repeated samples and their order mean something; a list of words is read as a set.
  if (!all.every((item) => typeof item === "string")) return [{ change: "changed", path, before, after }];
  const added = after.filter((item) => !before.includes(item));
  const removed = before.filter((item) => !after.includes(item));
  return added.length + removed.length === 0
    ? [{ change: "reordered", path }]
    : [{ change: "items", path, added, removed }];
}

function compareEntries(before: Mapping[], after: Mapping[], path: readonly string[]): ValueChange[] {
  const naming = findNaming(before, after);
  if (naming === undefined) return compareUnnamed(before, after, path);
  const earlier = new Map(before.map((entry) => [String(entry[naming]), entry]));
  const later = new Map(after.map((entry) => [String(entry[naming]), entry]));
  const changes = keysOf(earlier, later).flatMap((name) =>
    compareParts(earlier.get(name), later.get(name), [...path, `[${name}]`]),
  );
  return changes.length > 0 ? changes : [{ change: "reordered", path }];
}

/** The keys of two indexes, each once, those of the first before what only the second has. */
export function keysOf(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])];
}

/** Keys that may identify the entries of a list, in order of preference. A key with repeated values is not used. */
const naming = ["id", "version", "label", "platform", "source", "name", "title", "family"];

function findNaming(before: readonly Mapping[], after: readonly Mapping[]): string | undefined {
  const isUnique = (entries: readonly Mapping[], key: string): boolean =>
    entries.every((entry) => typeof entry[key] === "string") &&
    new Set(entries.map((entry) => entry[key])).size === entries.length;
  return naming.find((key) => isUnique(before, key) && isUnique(after, key));
}

/** Entries without an identifying key: equal ones match. The rest is paired by order if both sides have the same number. */
function compareUnnamed(before: Mapping[], after: Mapping[], path: readonly string[]): ValueChange[] {
  const place = (index: number): string[] => [...path, `#${index + 1}`];
  const earlier = number(before);
  const later = number(after);
  const gone = withoutEquals(earlier, later);
  const fresh = withoutEquals(later, earlier);
  if (gone.length === 0 && fresh.length === 0) return [{ change: "reordered", path }];
  if (gone.length === fresh.length) {
    return fresh.flatMap(({ item, index }, position) => compareParts(gone[position]?.item, item, place(index)));
  }
  return [
    ...gone.map(({ item, index }): ValueChange => ({ change: "removed", path: place(index), before: item })),
    ...fresh.map(({ item, index }): ValueChange => ({ change: "added", path: place(index), after: item })),
  ];
}

interface Numbered {
  item: Mapping;
  index: number;
}

function number(entries: readonly Mapping[]): Numbered[] {
  return entries.map((item, index) => ({ item, index }));
}

/** The entries without an equal on the other side. Each equal counts once, so a duplicate needs two. */
function withoutEquals(entries: readonly Numbered[], others: readonly Numbered[]): Numbered[] {
  const left = others.map(({ item }) => writeCanonical(item));
  return entries.filter(({ item }) => {
    const found = left.indexOf(writeCanonical(item));
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}

/** Says in a sentence what differs at one place. A unit is given where the place has one that its name does not tell. */
export function describeChange(change: ValueChange, unit?: string): Sentence {
  const place = writePath(change.path);
  const show = (value: unknown): string => showValue(value, unit ?? unitOf(change.path));
  switch (change.change) {
    case "added":
      return say`${place} is new: ${show(change.after)}`;
    case "removed":
      return say`${place} is gone; it was ${show(change.before)}`;
    case "reordered":
      return say`${place}: the order changed`;
    case "items":
      return say`${place}: ${describeItems(change.added.map(String), change.removed.map(String))}`;
    case "changed": {
      const { before, after } = change;
      const [was, is] =
        typeof before === "string" && typeof after === "string" ? contrast(before, after) : [show(before), show(after)];
      return say`${place} was ${was}; is now ${is}`;
    }
  }
}

/** Says what came to a list and what left it. */
function describeItems(added: readonly string[], removed: readonly string[]): Sentence {
  if (removed.length === 0) return say`added ${join(added, ", ")}`;
  const gone = say`removed ${join(removed, ", ")}`;
  return added.length === 0 ? gone : say`added ${join(added, ", ")}; ${gone}`;
}

/** Writes a path as a reader finds it: keys with points between, rows by their id, other entries by their number. */
function writePath(path: readonly string[]): string {
  return path.reduce((text, step) => text + (text === "" || /^[[#]/.test(step) ? "" : ".") + step, "");
}

/** Writes any value on one line. */
export function showValue(value: unknown, unit?: string): string {
  if (typeof value === "number") return withUnit(groupDigits(value), unit);
  if (typeof value === "string") return `"${value}"`;
  if (Array.isArray(value)) return `[${value.map((item) => showPart(item, unit)).join(", ")}]`;
  if (!isMapping(value)) return value === null || value === undefined ? "nothing" : String(value);
  const parts = Object.entries(value).map(([key, part]) => `${key}: ${showPart(part, unitOf([key]))}`);
  return parts.length === 0 ? "{}" : parts.join(", ");
}

function showPart(value: unknown, unit: string | undefined): string {
  return isMapping(value) ? `{ ${showValue(value)} }` : showValue(value, unit);
}

/** Suffixes of field names that state a unit, and fields with a known unit. */
const units: readonly (readonly [RegExp, string])[] = [
  [/Seconds$/, "s"],
  [/Gbps$/, "Gbit/s"],
  [/Bytes$|^mtu$/, "bytes"],
  [/Us$/, "µs"],
  [/Percent$/, "%"],
  [/^packetRate$/, "packets/s"],
];

function unitOf(path: readonly string[]): string | undefined {
  const name = path.findLast((step) => !/^[[#]/.test(step)) ?? "";
  return units.find(([pattern]) => pattern.test(name))?.[1];
}

function withUnit(number: string, unit: string | undefined): string {
  return unit === undefined ? number : `${number} ${unit}`;
}

/** Longest text that is shown whole on both sides. */
const longest = 100;

/** Writes two texts so that their difference is seen: of long ones only what differs, with a few words around. */
export function contrast(before: string, after: string): [string, string] {
  if (before.length <= longest && after.length <= longest) return [`"${before}"`, `"${after}"`];
  const [from, to] = [before.split(" "), after.split(" ")];
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from[start] === to[start]) start++;
  let end = 0;
  while (end < most - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  return [excerpt(from, start, end), excerpt(to, start, end)];
}

/** Words of a text that are shown on each side of a difference. */
const context = 4;

function excerpt(words: readonly string[], start: number, end: number): string {
  const [from, to] = [Math.max(0, start - context), Math.min(words.length, words.length - end + context)];
  return `"${from > 0 ? "… " : ""}${words.slice(from, to).join(" ")}${to < words.length ? " …" : ""}"`;
}
