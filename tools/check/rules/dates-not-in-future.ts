import { type Content, kinds } from "../../records/kinds.ts";
import type { AnyRecord, Tombstone } from "../../records/record.ts";
import { isCalendarDay, isIsoDate } from "../dates.ts";
import type { Words, WorldComplaint, WorldRule } from "../rule.ts";
import { listPatterns } from "../schema/fields.ts";
import { oncePerSchemas, type SchemaSet } from "../schema/schema-set.ts";
import { selectText } from "../select.ts";

/**
 * A date, in whatever field, is a day of the calendar that has come.
 *
 * Good: `published: 2008-03-04`
 * Bad: `accessed: 2026-02-30`, or a day that lies ahead.
 */
export const datesNotInFuture: WorldRule = {
  name: "dates-not-in-future",
  summary: "Dates exist and are not in the future.",
  scope: "world",
  check({ set, schemas, today }) {
    const patterns = dateFieldsOf(schemas);
    const checkAll = (record: AnyRecord | Tombstone, content: Content): WorldComplaint[] =>
      (patterns.get(content) ?? [])
        .flatMap((pattern) => selectText(record.data, pattern))
        .flatMap(({ path, value }) => {
          const problem = findProblem(String(path.at(-1)), value, today);
          return problem ? [{ record, path, ...problem }] : [];
        });
    return [
      ...set.records.flatMap((record) => checkAll(record, record.kind)),
      ...set.tombstones.flatMap((tombstone) => checkAll(tombstone, "tombstone")),
    ];
  },
};

/** The date fields of each kind of record, as patterns of select. */
const dateFieldsOf = oncePerSchemas(
  (schemas) => new Map([...kinds, "tombstone" as const].map((content) => [content, listDateFields(content, schemas)])),
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
  return { message: `"${field}" is ${date}, which is in the future`, help: `today is ${today}` };
}

function sayLength(date: string): string {
  const [year = 0, month = 1] = date.split("-").map(Number);
  return `${date.slice(0, 7)} has ${new Date(Date.UTC(year, month, 0)).getUTCDate()} days`;
}
