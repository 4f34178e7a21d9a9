import type { FleetFile, FleetInput } from "../record.ts";
import { type Member, unpack } from "./archive/unpack.ts";
import { readText, type Shared } from "./detect.ts";
import { GovcFiles } from "./formats/vsphere.ts";
import { readWorkbook } from "./formats/workbook.ts";
import { FileReport } from "./report.ts";
import type { ColumnMapping } from "./table/headings.ts";
import { TableExport } from "./table/table-export.ts";
import { decodeText } from "./text/decode.ts";

/** How to read an inventory. */
export interface ReadOptions {
  /** Headings of a table whose columns go by other names: `{ machine: "Servername", adapter: "Card" }`. */
  columns?: ColumnMapping;
  /** Called before a file is read, to show progress. */
  onFile?: (file: string) => void;
}

/**
 * Reads inventory files of any known format, recognised by their content. Archives are unpacked. A file that cannot be
 * read is a problem of its `FleetFile`, never an error.
 */
export async function readFleet(inputs: readonly FleetInput[], options: ReadOptions = {}): Promise<FleetFile[]> {
  const reports: FileReport[] = [];
  const exports = new Map<string, TableExport>();
  const govc = new GovcFiles();
  for (const input of inputs)
    for await (const member of unpack(input)) {
      options.onFile?.(member.file);
      const report = new FileReport(member.file);
      reports.push(report);
      await readMember(member, report, { tables: exportOf(member, exports), govc, columns: options.columns ?? {} });
    }
  for (const [column, heading] of Object.entries(options.columns ?? {}))
    if (![...exports.values()].some((tables) => tables.hasHeading(heading)))
      reports[0]?.addProblem("heading row", `No table has the column "${heading}", which was to be read as ${column}.`);
  for (const tables of exports.values()) tables.join();
  govc.join();
  return reports.map((report) => report.finish());
}

async function readMember(member: Member, report: FileReport, shared: Shared): Promise<void> {
  if ("refused" in member) return report.addProblem("file", member.refused);
  try {
    if ("workbook" in member) return readWorkbook(member.workbook, report, shared.tables, shared.columns);
    const decoded = decodeText(member.bytes);
    if ("refused" in decoded) return report.addProblem("file", decoded.refused);
    if (decoded.doubt) report.addProblem("file", decoded.doubt);
    await readText(decoded.text.replace(/^\ufeff/, ""), report, shared);
  } catch (error) {
    report.addProblem("file", `The rest of the file cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Tabs that lie in one folder, archive or workbook belong together. */
function exportOf(member: Member, exports: Map<string, TableExport>): TableExport {
  const folder = "workbook" in member ? member.file : member.file.replace(/[^/!]*$/, "");
  let tables = exports.get(folder);
  if (!tables) exports.set(folder, (tables = new TableExport()));
  return tables;
}
