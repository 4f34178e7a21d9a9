/** Whether a text has the form of an ISO date, with or without month and day. */
export function isIsoDate(text: string): boolean {
  return /^\d{4}(-\d{2}(-\d{2})?)?$/.test(text);
}

/** Whether there is such a day; an ISO date without month or day stands for any day in it. */
export function isCalendarDay(date: string): boolean {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
