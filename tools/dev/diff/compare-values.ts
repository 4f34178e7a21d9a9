import { isMapping } from "../../check/select.ts";
import { writeCanonical } from "../../records/objects.ts";

/** What differs at one place of two values. A path's steps are keys, ids of rows as "[id]" and places in lists as "#1". */
export type ValueChange =
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

type Mapping = Record<string, unknown>;

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
  const names = [...new Set([...earlier.keys(), ...later.keys()])];
  const changes = names.flatMap((name) => compareParts(earlier.get(name), later.get(name), [...path, `[${name}]`]));
  return changes.length > 0 ? changes : [{ change: "reordered", path }];
}

/** Keys that tell the entries of a list apart, the best first: none of them is looked for where it repeats. */
const naming = ["id", "version", "label", "platform", "source", "name", "title", "family"];

function findNaming(before: readonly Mapping[], after: readonly Mapping[]): string | undefined {
  const isUnique = (entries: readonly Mapping[], key: string): boolean =>
    entries.every((entry) => typeof entry[key] === "string") &&
    new Set(entries.map((entry) => entry[key])).size === entries.length;
  return naming.find((key) => isUnique(before, key) && isUnique(after, key));
}

/** Entries that nothing names: equal ones are the same, those left over are paired in their order when both sides have as many. */
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

/** The entries that have no equal on the other side; one that stands twice needs two equals. */
function withoutEquals(entries: readonly Numbered[], others: readonly Numbered[]): Numbered[] {
  const left = others.map(({ item }) => writeCanonical(item));
  return entries.filter(({ item }) => {
    const found = left.indexOf(writeCanonical(item));
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}
