import { readableCommands } from "../commands.ts";
import type { FileReport } from "../report.ts";
import { type ColumnMapping, countHeadings } from "../table/headings.ts";
import type { TableExport } from "../table/table-export.ts";
import { TableReader } from "../table/table-reader.ts";

/** Number of first lines in which headings are looked for. */
const linesLookedAt = 50;

/** The delimiter of a table with known headings; null if the text has none. */
export function findDelimiter(text: string, mapping: ColumnMapping): string | null {
  const stated = /^sep=(.)\r?\n/i.exec(text)?.[1];
  if (stated) return stated;
  let best = { delimiter: "", count: 1 };
  let start = 0;
  for (let line = 0; line < linesLookedAt && start < text.length; line++) {
    const newline = text.indexOf("\n", start);
    const end = Math.min(newline === -1 ? text.length : newline, start + 20_000);
    const whole = text.slice(start, end);
    for (const delimiter of [",", ";", "\t", "|"]) {
      if (!whole.includes(delimiter)) continue;
      const [row] = scanDelimited(whole, delimiter, () => 0);
      const count = countHeadings(row?.cells ?? [], mapping);
      if (count > best.count) best = { delimiter, count };
    }
    if (newline === -1) break;
    start = newline + 1;
  }
  return best.delimiter || null;
}

/** Reads RVTools' CSV tabs, lists of adapters from PowerShell, and any other table with known or mapped headings. */
export function readDelimited(
  text: string,
  delimiter: string,
  report: FileReport,
  tables: TableExport,
  mapping: ColumnMapping,
): void {
  const name = report.file.replace(/^.*[/!]/, "");
  const table = new TableReader(report, tables, name, (row) => `line ${row}`, mapping);
  // Spreadsheets separate values with semicolons in languages with a decimal comma.
  table.hasDecimalComma = delimiter === ";";
  let advice =
    "vCenter's and Aria's own lists have no such column. Use the RVTools tab vNetwork, or name the column: --column adapter=Card.";
  for (const { line, cells, isBroken } of scanDelimited(text, delimiter, () => table.width)) {
    const first = line === 1 ? cells.join(delimiter) : "";
    if (first.startsWith("#TYPE ")) table.type = first.slice(6);
    if (/^(?:sep=|#TYPE )/i.test(first)) continue;
    if (cells.includes("NetworkAdapters") || (cells.includes("PowerState") && cells.includes("GuestId")))
      advice = adviseOnMachines(cells);
    table.addRow(line, cells, isBroken);
  }
  table.reportGaps();
  report.format = table.format("csv");
  if (table.hasAdapters || (table.isUsed && table.isRvtools)) return;
  if (table.isRvtools)
    report.addProblem("heading row", "This RVTools tab lists no adapters. Add the tab vNetwork of the same export.");
  else
    tables.addWithoutAdapters(report, `The table has no adapter type column, such as Adapter or NIC type. ${advice}`);
}

/** As CSV, PowerShell writes a VM's list of adapters as the name of its class. */
function adviseOnMachines(headings: readonly string[]): string {
  const command = headings.includes("PowerState") ? readableCommands.powerCli : readableCommands.hyperV;
  return `Get-VM as CSV does not contain the adapters. Add the output of: ${command}`;
}

/** Whether a text is a table, though none of its headings is known. */
export function isTable(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/, 4)
    .slice(0, 3)
    .filter((line) => line.trim() !== "");
  return [",", ";", "\t"].some((delimiter) => {
    const [first = 0, ...others] = lines.map((line) => line.split(delimiter).length);
    return first > 1 && others.length > 0 && others.every((count) => count === first);
  });
}

/** Reports a table without known headings. Its rows with a MAC address are adapters, but the other columns are unknown. */
export function readWithoutHeadings(text: string, report: FileReport): boolean {
  const lines = text.split(/\r?\n/);
  const rows = lines.flatMap((line, index) => (hasMac(line) && /[,;\t|]/.test(line) ? [index + 1] : []));
  if (rows.length === 0) return false;
  report.format = "csv";
  const [first = 1] = rows;
  const [above = "", row = ""] = lines.slice(Math.max(0, first - 2), first);
  const hasHeadings =
    first > 1 &&
    [",", ";", "\t", "|"].some((mark) => row.includes(mark) && row.split(mark).length === above.split(mark).length);
  report.addUnread(
    rows.length === 1 ? `line ${first}` : `lines ${first}–${rows.at(-1)}`,
    `${rows.length} ${rows.length === 1 ? "row lists an adapter" : "rows list adapters"}, but ${
      hasHeadings
        ? "the headings are not known. Name the columns of the VM and the adapter: --column machine=Server --column adapter=Card."
        : "there is no heading row. Add the line with the names of the columns."
    }`,
    rows.length,
  );
  return true;
}

function hasMac(line: string): boolean {
  return /(?:^|[^\da-f])[\da-f]{2}(?:[:-][\da-f]{2}){5}(?![\da-f:-])/i.test(line);
}

/** A row of delimited text. */
interface DelimitedRow {
  /** Line on which the row begins, counted from 1. */
  line: number;
  cells: string[];
  /** The row's quotes do not match, so its cells are not used. */
  isBroken: boolean;
}

/** Maximum number of lines in a cell. A quote that encloses more lines is a stray one. */
const mostNewlines = 500;

/**
 * Reads rows of delimited text. Cells in quotes may contain line ends. A quote that is never closed breaks only its own line.
 * `width()` is the number of cells of a valid row, 0 if it is not known yet.
 */
function* scanDelimited(text: string, delimiter: string, width: () => number): Generator<DelimitedRow> {
  let [start, line] = [0, 1];
  while (start < text.length) {
    const end = endOfLine(text, start);
    const whole = text.slice(start, text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end);
    if (!whole.includes('"')) {
      yield { line, cells: whole.split(delimiter), isBroken: false };
      [start, line] = [end + 1, line + 1];
      continue;
    }
    const quoted = scanQuoted(text, start, delimiter, width() || Number.POSITIVE_INFINITY);
    const plain = whole.split(delimiter);
    // A value of several lines may contain delimiters, but a valid row has as many cells as the others.
    const isSwallowing =
      quoted !== null && quoted.newlines > 0 && quoted.cells.length !== width() && quoted.cells.length < plain.length;
    if (quoted !== null && !isSwallowing) {
      yield { line, cells: quoted.cells, isBroken: false };
      [start, line] = [quoted.end, line + quoted.newlines + 1];
      continue;
    }
    yield { line, cells: plain.map(unquote), isBroken: isSwallowing || plain.length !== width() };
    [start, line] = [end + 1, line + 1];
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function unquote(cell: string): string {
  return cell.replaceAll(/^"|"$/g, "").replaceAll('""', '"');
}

/**
 * Reads one row whose cells may be in quotes. Null if a quote is not closed, if more text follows the closing one, or if
 * the row has more cells than `most` over several lines.
 */
function scanQuoted(
  text: string,
  start: number,
  delimiter: string,
  most: number,
): { cells: string[]; end: number; newlines: number } | null {
  const cells: string[] = [];
  let [at, newlines] = [start, 0];
  let end = endOfLine(text, start);
  for (;;) {
    if (newlines > mostNewlines || (newlines > 0 && cells.length >= most)) return null;
    if (text[at] === '"') {
      let from = at + 1;
      let cell = "";
      for (;;) {
        const quote = text.indexOf('"', from);
        if (quote === -1) return null;
        cell += text.slice(from, quote);
        from = quote + 1;
        if (text[from] !== '"') break;
        cell += '"';
        from++;
      }
      for (let newline = cell.indexOf("\n"); newline !== -1; newline = cell.indexOf("\n", newline + 1)) newlines++;
      cells.push(cell);
      at = from;
      if (at > end) end = endOfLine(text, at);
    } else {
      let stop = at;
      while (stop < end && text[stop] !== delimiter) {
        // A value with a quote is written in quotes: after a row that fills several lines this is the end of a later one.
        if (newlines > 0 && text[stop] === '"') return null;
        stop++;
      }
      cells.push(text.slice(at, stop === end && stop > at && text[stop - 1] === "\r" ? stop - 1 : stop));
      at = stop;
    }
    if (text[at] === delimiter) {
      at++;
      continue;
    }
    if (text[at] === "\r") at++;
    return at >= text.length || text[at] === "\n" ? { cells, end: at + 1, newlines } : null;
  }
}
