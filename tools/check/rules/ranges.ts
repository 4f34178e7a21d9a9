// Rules about what ascends: versions, ranges and dates.

import { isCalendarDay, isIsoDate } from "../dates.ts";
import { reorderEntries } from "../fix/reorder.ts";
import type { Complaint, RecordRule, Words, WorldComplaint, WorldRule } from "../rule.ts";
import { checkStatistics } from "./summaries.ts";
import { listPatterns } from "../schema/fields.ts";
import { oncePer } from "../../../advisor/collections.ts";
import type { SchemaSet } from "../schema/schema-set.ts";
import { isMapping, select, type Selected, selectText } from "../select.ts";
import { type Content, kinds } from "../../records/kinds.ts";
import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";
import { compareVersions } from "../../records/words.ts";

/** What has a lower and an upper end has them in that order, and lists of ranges or releases ascend without gaps. */
export const rangesInOrder: RecordRule = {
  name: "ranges-in-order",
  summary: "Ranges run from low to high, and lists of ranges or releases ascend without gaps.",
  scope: "record",
  fixable: true,
  check(record, { today }) {
    const { kind, data } = record;
    const inAll = <T>(check: (found: Selected) => T | T[], ...patterns: string[]): T[] =>
      patterns.flatMap((pattern) => select(data, pattern).flatMap(check));
    switch (kind) {
      case "adapter":
        return inAll(checkVersions, "drivers.*", "platforms.*", "platforms.*.compatibility.*");
      case "source":
        return [checkReading(data, today)];
      case "rule":
        return [checkVersions({ path: [], value: data })];
      case "dataset":
        return inAll(checkStatistics, "measurements.*.summary");
      case "guest":
        return [
          ...inAll((found) => offerSorting(checkOffered, found, record), "platforms.*.offered"),
          ...inAll(checkOlderEntries, "platforms.*"),
        ];
      case "platform":
        return inAll((found) => offerSorting(checkReleases, found, record), "versions");
      default:
        return [];
    }
  },
};

function checkVersions({ path, value }: Selected): Complaint | undefined {
  if (!isMapping(value) || (compareVersions(value.since, value.until) ?? 0) <= 0) return undefined;
  return {
    path: [...path, "until"],
    restsOn: [[...path, "since"]],
    message: `until ${String(value.until)} is before since ${String(value.since)}`,
    help: "until is the last version that is included",
  };
}

function checkReading(source: unknown, today: string): Complaint | undefined {
  const [published] = selectText(source, "published");
  const [accessed] = selectText(source, "accessed");
  if (!published || !accessed) return undefined;
  // Invalid and future dates have their own message.
  if ([published, accessed].some(({ value }) => !isIsoDate(value) || !isCalendarDay(value) || value > today))
    return undefined;
  // A date without day or month stands for any day in it.
  if (accessed.value >= published.value.slice(0, accessed.value.length)) return undefined;
  return {
    path: accessed.path,
    restsOn: [published.path],
    message: `accessed ${accessed.value} is before published ${published.value}`,
    help: "published is the date of the document, accessed the day on which it was read",
  };
}

const endsHelp = "from is the lowest version, to the highest";

/** Ranges have no gap between the first and the last: every version belongs to one of them. */
function checkOffered({ path, value }: Selected): Complaint[] {
  if (!Array.isArray(value)) return [];
  const complain = (place: Path, restsOn: Path, message: string, help: string): Complaint => ({
    path: [...path, ...place],
    restsOn: [[...path, ...restsOn]],
    message,
    help,
  });
  return value.flatMap((range: unknown, index) => {
    if (!isMapping(range)) return [];
    const { from, to } = range;
    if (typeof from === "number" && typeof to === "number" && from > to)
      return complain([index, "to"], [index, "from"], `to ${to} is before from ${from}`, endsHelp);
    const before: unknown = value[index - 1];
    if (!isMapping(before)) return [];
    const expected = typeof before.to === "number" ? before.to + 1 : undefined;
    if (expected !== undefined && from === expected) return [];
    const message =
      expected === undefined
        ? "the previous range has no end"
        : `the previous range ends at ${expected - 1}, and this range starts at ${String(from ?? "no version")}`;
    return complain([index, "from"], [index - 1, "to"], message, "ranges follow each other without gaps, lowest first");
  });
}

/** Entries of older guests follow each other, gaps apart, and end before the guest's own ranges. */
function checkOlderEntries({ path, value }: Selected): Complaint[] {
  if (!isMapping(value)) return [];
  const [own] = select(value, "offered.*.from");
  let free = -Infinity;
  let last: Path = [];
  return select(value, "olderEntries.*").flatMap((entry) => {
    if (!isMapping(entry.value)) return [];
    const { from, to } = entry.value;
    if (typeof from !== "number" || typeof to !== "number") return [];
    const placeOf = (field: string, place: Path = entry.path): Path => [...path, ...place, field];
    const complain = (field: string, restsOn: Path, message: string, help: string): Complaint => ({
      path: placeOf(field),
      restsOn: [restsOn],
      message,
      help,
    });
    if (from > to) return complain("to", placeOf("from"), `to ${to} is before from ${from}`, endsHelp);
    if (from < free)
      return complain(
        "from",
        placeOf("to", last),
        `the previous entry ends at ${free - 1}, and this entry starts at ${from}`,
        "list older entries without overlap, lowest first",
      );
    free = to + 1;
    last = entry.path;
    if (typeof own?.value !== "number" || to < own.value) return [];
    return complain(
      "to",
      [...path, ...own.path],
      `the older entry ends at ${to}, but the guest has its own entry from ${own.value} on`,
      "an older entry is valid only below the guest's first range",
    );
  });
}

function checkReleases({ path, value }: Selected): Complaint[] {
  if (!Array.isArray(value)) return [];
  const versions = value.map((release: unknown) => (isMapping(release) ? release.version : undefined));
  return versions.flatMap((version, index) => {
    const before = versions[index - 1];
    if ((compareVersions(before, version) ?? -1) < 0) return [];
    return {
      path: [...path, index, "version"],
      restsOn: [[...path, index - 1, "version"]],
      message: `release ${String(version)} does not come after ${String(before)}`,
      help: "list releases once each, oldest first",
    };
  });
}

/** One complaint for a list that only needs sorting, however many of its entries are out of place. */
function offerSorting(check: (found: Selected) => Complaint[], found: Selected, record: AnyRecord): Complaint[] {
  const complaints = check(found);
  const [first] = complaints;
  if (!first || !Array.isArray(found.value)) return complaints;
  const list: unknown[] = found.value;
  const order = [...list.keys()].sort((a, b) => compareEntries(list[a], list[b]));
  const sorted = order.map((index) => list[index]);
  if (check({ ...found, value: sorted }).length > 0) return complaints;
  const edit = reorderEntries(record, found.path, order);
  return [{ ...first, fix: edit && { edits: [edit], changes: [{ path: found.path, value: sorted }] } }];
}

/** By release, or by the first version of a range; one without a first version covers all before. */
function compareEntries(a: unknown, b: unknown): number {
  if (!isMapping(a) || !isMapping(b)) return 0;
  const byVersion = compareVersions(a.version, b.version);
  return byVersion ?? Number(a.from ?? -1) - Number(b.from ?? -1);
}

/** Every date, in any field, exists and is not in the future. */
export const datesNotInFuture: WorldRule = {
  name: "dates-not-in-future",
  summary: "Dates exist and are not in the future.",
  scope: "world",
  check({ set, schemas, today }) {
    const patterns = dateFieldsOf(schemas);
    const checkAll = (record: AnyRecord | Tombstone, content: Content): (WorldComplaint | undefined)[] =>
      (patterns.get(content) ?? [])
        .flatMap((pattern) => selectText(record.data, pattern))
        .map(({ path, value }) => {
          const problem = findProblem(String(path.at(-1)), value, today);
          return problem && { record, path, ...problem };
        });
    return [
      ...set.records.flatMap((record) => checkAll(record, record.kind)),
      ...set.tombstones.flatMap((tombstone) => checkAll(tombstone, "tombstone")),
    ];
  },
};

/** The date fields of each kind of record, as patterns of select. */
const dateFieldsOf = oncePer(
  (schemas: SchemaSet) =>
    new Map([...kinds, "tombstone" as const].map((content) => [content, listDateFields(content, schemas)])),
);

function listDateFields(content: Content, schemas: SchemaSet): string[] {
  const date = schemas.resolve({ $ref: "common.schema.json#/$defs/date" });
  return [...listPatterns(schemas.schemaOf(content), schemas, (target) => target === date)];
}

function findProblem(field: string, date: string, today: string): Words | undefined {
  if (!isIsoDate(date)) return undefined;
  if (!isCalendarDay(date))
    return {
      message: `"${field}" is ${date}, which does not exist`,
      help: `${sayLength(date)}; check the source: a month or a year is enough if the day is not known`,
    };
  // As text, a date without day or month comes before every day in it.
  if (date <= today) return undefined;
  return { message: `"${field}" is ${date}, which is in the future`, help: `write a date up to today, ${today}` };
}

function sayLength(date: string): string {
  const [year = 0, month = 1] = date.split("-").map(Number);
  return `${date.slice(0, 7)} has ${new Date(Date.UTC(year, month, 0)).getUTCDate()} days`;
}
