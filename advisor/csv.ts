/** A cell of a table; undefined and null are empty ones. */
export type CsvValue = string | number | boolean | null | undefined;

/** Writes a table as RFC 4180 requires: lines end in CR LF, text with commas, quotes or line ends is quoted. */
export function writeCsv(columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [columns, ...rows].map(writeCsvLine).join("");
}

/** Writes one line of a table, for tables that never become one text. */
export function writeCsvLine(row: readonly CsvValue[]): string {
  return `${row.map(writeCell).join(",")}\r\n`;
}

/** Puts a text in quotes if it could be taken for several cells. */
export function quoteCsv(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function writeCell(value: CsvValue): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? quoteCsv(disarm(value)) : String(value);
}

/**
 * Spreadsheets run text that starts like a formula, in ASCII or in full-width letters. An apostrophe makes it text again. If a
 * spreadsheet divides lines by semicolons or tabs, a cell also starts after each of those in a text, quoted or not. A number stays a
 * number.
 */
function disarm(text: string): string {
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return text;
  // The white space leaves out what divides: else a run of line ends would be read once for each of them.
  const inside = text.replace(/(^|[;\t\r\n])([^\S\t\r\n]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, "$1$2'");
  return /^[\t\r]/.test(inside) ? `'${inside}` : inside;
}
