const months = "january february march april may june july august september october november december".split(" ");

/**
 * Reads a date as people and spreadsheets write it: as ISO dates, from year to day as exact as the text. More than one if the
 * order of day and month is anyone's guess, none if it is no day of the calendar.
 */
export function readDate(text: string): string[] {
  const candidates = readNumbers(text.trim()) ?? readWords(text.trim()) ?? [];
  return [...new Set(candidates.filter(isOnCalendar).map(toIso))];
}

type Parts = readonly [year: number, month: number, day?: number];

function readNumbers(text: string): Parts[] | undefined {
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?$/.exec(text);
  if (yearFirst) return [toParts(yearFirst[1], yearFirst[3], yearFirst[4])];
  const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (yearLast) {
    const [, first, sign, second, year] = yearLast;
    // Dots are used where the day comes first; with other signs some countries begin with the month.
    return sign === "." ? [toParts(year, second, first)] : [toParts(year, second, first), toParts(year, first, second)];
  }
  const month = /^(\d{1,2})[-/.](\d{4})$/.exec(text);
  return month ? [toParts(month[2], month[1])] : undefined;
}

function readWords(text: string): Parts[] | undefined {
  const dayFirst = /^(?:(\d{1,2})(?:st|nd|rd|th|\.)? )?([a-z]+)\.?,? (\d{4})$/i.exec(text);
  const monthFirst = /^([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text);
  const [day, word, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const month = findMonth(word ?? "");
  return month === undefined ? undefined : [toParts(year, String(month), day)];
}

function findMonth(word: string): number | undefined {
  const name = word.toLowerCase();
  const index = months.findIndex((month) => month === name || month.slice(0, 3) === name);
  return index === -1 ? (name === "sept" ? 9 : undefined) : index + 1;
}

function toParts(year = "", month = "", day?: string): Parts {
  return day === undefined ? [Number(year), Number(month)] : [Number(year), Number(month), Number(day)];
}

function isOnCalendar([year, month, day = 1]: Parts): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function toIso([year, ...rest]: Parts): string {
  return [String(year), ...rest.map((part) => String(part).padStart(2, "0"))].join("-");
}

/** Whether a text has the form of an ISO date, with or without month and day. */
export function isIsoDate(text: string): boolean {
  return /^\d{4}(-\d{2}(-\d{2})?)?$/.test(text);
}

/** Whether there is such a day; an ISO date without month or day stands for any day in it. */
export function isCalendarDay(date: string): boolean {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
