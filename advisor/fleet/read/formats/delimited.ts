import type { FileReport } from "../report.ts";
import { type ColumnMapping, countHeadings } from "../table/headings.ts";
import { scanDelimited } from "../table/scan-delimited.ts";
import type { TableExport } from "../table/table-export.ts";
import { TableReader } from "../table/table-reader.ts";

/** Headings stand within the first lines of a file. */
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
  const table = new TableReader(report, tables, name, "line ", mapping);
  for (const { line, cells, isBroken } of scanDelimited(text, delimiter, () => table.width)) {
    const first = line === 1 ? cells.join(delimiter) : "";
    if (first.startsWith("#TYPE ")) table.type = first.slice(6);
    if (/^(?:sep=|#TYPE )/i.test(first)) continue;
    table.addRow(line, cells, isBroken);
  }
  table.finish();
  report.format = table.format("csv");
  if (table.hasAdapters || (table.isUsed && table.isRvtools)) return;
  report.addProblem(
    "heading row",
    table.isRvtools
      ? "This tab of RVTools states nothing about adapters. Add the tab vNetwork of the same export."
      : "The table has no column for the type of an adapter, such as Adapter or NIC type. vCenter's and Aria's own lists have none. Use RVTools' tab vNetwork, or name the column.",
  );
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

/** A table without headings: rows with a MAC address state adapters, but not which value means what. */
export function readWithoutHeadings(text: string, report: FileReport): boolean {
  const rows = text.split(/\r?\n/).flatMap((line, index) => (hasMac(line) && /[,;\t|]/.test(line) ? [index + 1] : []));
  if (rows.length === 0) return false;
  report.format = "csv";
  report.addUnread(
    `lines ${rows[0]}–${rows.at(-1)}`,
    `${rows.length} ${rows.length === 1 ? "row states an adapter" : "rows state adapters"}, but there is no heading row. Add the line with the names of the columns.`,
    rows.length,
  );
  return true;
}

function hasMac(line: string): boolean {
  return /(?:^|[^\da-f])[\da-f]{2}(?:[:-][\da-f]{2}){5}(?![\da-f:-])/i.test(line);
}
