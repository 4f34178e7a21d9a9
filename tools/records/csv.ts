/** A cell of a table; undefined is an empty one. */
export type CsvValue = string | number | boolean | undefined;

/** Writes a table as RFC 4180 wants it: lines end in CR LF, text with commas, quotes or line ends is quoted. */
export function writeCsv(columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(writeCell).join(",")}\r\n`).join("");
}

function writeCell(value: CsvValue): string {
  if (value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = disarm(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run text that starts like a formula; an apostrophe makes it text again. Where they divide by semicolons or tabs,
 * a cell starts after each of those in a text, too, quoted or not. A number stays a number.
 */
function disarm(text: string): string {
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return text;
  const inside = text.replace(/(^|[;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])/g, "$1$2'");
  return /^[\t\r]/.test(inside) ? `'${inside}` : inside;
}
