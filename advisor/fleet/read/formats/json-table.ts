import type { FileReport } from "../report.ts";
import { type ColumnMapping, findTab, readHeadings } from "../table/headings.ts";
import type { TableExport } from "../table/table-export.ts";
import { isHeadingRow, TableReader } from "../table/table-reader.ts";
import { type Document, isMembers, textAt } from "../text/documents.ts";

/**
 * Reads lists of flat objects, one for each adapter, whose members have the names of a table's columns: what
 * `Get-NetworkAdapter | ConvertTo-Json` of PowerCLI prints, or a table that was converted. False if no document is one.
 */
export function readJsonTable(
  documents: readonly Document[],
  report: FileReport,
  tables: TableExport,
  mapping: ColumnMapping,
): boolean {
  let found = false;
  for (const { value, root } of documents) {
    const isWrapped = isMembers(value) && Array.isArray(value.value);
    const list: unknown = isWrapped ? value.value : value;
    const rows = (Array.isArray(list) ? list : [list]).map((row) => (isMembers(row) ? row : {}));
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const headings = readHeadings(names, mapping);
    const tab = findTab(headings, "");
    if (!isHeadingRow(names, mapping) || (tab !== null && tab !== "vNetwork")) continue;
    const path = isWrapped ? `${root}.value` : root;
    const placeOf = (row: number): string => (Array.isArray(list) ? `${path}[${row}]` : path);
    const type = names[headings.columns.get("adapter") ?? -1] ?? "";
    const table = new TableReader(report, tables, "", placeOf, mapping);
    table.addRow(-1, names);
    for (const [index, row] of rows.entries())
      table.addRow(
        index,
        names.map((name) => (name === type && typeof row[name] === "number" ? "" : cellOf(row[name]))),
      );
    table.reportGaps();
    const numbered = rows.findIndex((row) => typeof row[type] === "number");
    if (!table.hasAdapters && (numbered === -1 || !headings.names.has("parent"))) continue;
    found = true;
    report.format = table.format("json");
    // PowerShell writes the position of a name in a list of PowerCLI's.
    if (numbered !== -1)
      report.addUnread(
        placeOf(numbered),
        `"${type}" is the number ${String(rows[numbered]?.[type])}, not the name of an adapter type. Use: Get-NetworkAdapter -VM * | Export-Csv adapters.csv`,
        table.hasAdapters ? 0 : rows.length,
      );
  }
  return found;
}

/** A value as a cell of a table; of an object its name, or the words that are true of PowerCLI's ConnectionState. */
function cellOf(value: unknown): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  if (!isMembers(value)) return "";
  if (typeof value.Connected === "boolean" && typeof value.StartConnected === "boolean")
    return `${value.Connected ? "" : "Not"}Connected, ${value.StartConnected ? "" : "No"}StartConnected`;
  return textAt(value, "name") ?? textAt(value, "value") ?? "";
}
