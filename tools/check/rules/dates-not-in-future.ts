import type { RecordRule } from "../rule.ts";
import { selectText } from "../select.ts";

/**
 * A document was published, and read, on a day of the calendar that has come.
 *
 * Good: `published: 2008-03-04`
 * Bad: `accessed: 2026-02-30`, or a day that lies ahead.
 */
export const datesNotInFuture: RecordRule = {
  name: "dates-not-in-future",
  scope: "record",
  fixable: false,
  check({ kind, data }, { today }) {
    if (kind !== "source") return [];
    return ["published", "accessed"]
      .flatMap((field) => selectText(data, field))
      .flatMap(({ path, value }) => {
        if (!isoDate.test(value)) return [];
        if (!isCalendarDay(value))
          return [{ path, message: `"${String(path.at(-1))}" is ${value}, which no calendar has` }];
        // As text, a date without day or month comes before every day in it.
        if (value <= today) return [];
        return [
          {
            path,
            message: `"${String(path.at(-1))}" is ${value}, which lies in the future`,
            help: `today is ${today}`,
          },
        ];
      });
  },
};

const isoDate = /^\d{4}(-\d{2}(-\d{2})?)?$/;

function isCalendarDay(date: string): boolean {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
