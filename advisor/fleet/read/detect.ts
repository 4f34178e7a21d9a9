import { findDelimiter, isTable, readDelimited, readWithoutHeadings } from "./formats/delimited.ts";
import { isLibvirt, readLibvirt } from "./formats/libvirt.ts";
import { isProxmox, readProxmox } from "./formats/proxmox.ts";
import { isVmx, readVmx } from "./formats/vmx.ts";
import type { FileReport } from "./report.ts";
import type { ColumnMapping } from "./table/headings.ts";
import type { TableExport } from "./table/table-export.ts";
import { parseXml } from "./text/parse-xml.ts";

/** Reads a text in the format that its content shows. */
export function readText(text: string, report: FileReport, tables: TableExport, columns: ColumnMapping): void {
  if (/^\s*</.test(text)) return readXml(text, report);
  if (isVmx(text)) return readVmx(text, report);
  const delimiter = findDelimiter(text, columns);
  if (delimiter !== null) return readDelimited(text, delimiter, report, tables, columns);
  if (isProxmox(text)) return readProxmox(text, report);
  if (readWithoutHeadings(text, report)) return;
  if (isTable(text)) {
    report.format = "csv";
    report.addProblem(
      "line 1",
      "The table has no headings that are known. Name the columns of the machine and the adapter.",
    );
    return;
  }
  report.addProblem("file", "The content is in no inventory format that is known here.");
}

function readXml(text: string, report: FileReport): void {
  const parsed = parseXml(text);
  if (isLibvirt(parsed)) return readLibvirt(parsed, report);
  const { fault, roots } = parsed;
  report.addProblem(
    fault ? `line ${fault.line}` : "file",
    fault
      ? `The XML is not well-formed: ${fault.message}.`
      : `<${roots[0]?.name}> is not an inventory format that is known here.`,
  );
}
