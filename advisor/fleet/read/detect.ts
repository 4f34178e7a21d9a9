import { findDelimiter, readDelimited, readWithoutHeadings } from "./formats/delimited.ts";
import type { FileReport } from "./report.ts";
import type { ColumnMapping } from "./table/headings.ts";
import type { TableExport } from "./table/table-export.ts";

/** Reads a text in the format that its content shows. */
export function readText(text: string, report: FileReport, tables: TableExport, columns: ColumnMapping): void {
  const delimiter = findDelimiter(text, columns);
  if (delimiter !== null) return readDelimited(text, delimiter, report, tables, columns);
  if (readWithoutHeadings(text, report)) return;
  report.addProblem("file", "The content is in no inventory format that is known here.");
}
