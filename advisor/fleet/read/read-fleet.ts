import type { FleetKnowledge } from "../knowledge.ts";
import type { FleetFile, FleetInput } from "../record.ts";
import { type Member, unpack } from "./archive.ts";
import { dropCopies, isSameInput } from "./copies.ts";
import { GovcFiles, readVsphereRest } from "./formats/vsphere.ts";
import { readWorkbook } from "./formats/workbook.ts";
import { FileReport, describeCount } from "./report.ts";
import type { ColumnMapping } from "./table/headings.ts";
import { TableExport } from "./table/table-export.ts";
import { decodeText, type Document, parseDocuments, toMembers } from "./text/documents.ts";
import { findDelimiter, isTable, readDelimited, readWithoutHeadings } from "./formats/delimited.ts";
import { readHyperV } from "./formats/hyper-v.ts";
import { readJsonTable } from "./formats/json-table.ts";
import { isKubernetes, readKubevirt, readKubevirtYaml } from "./formats/kubevirt.ts";
import { isLibvirt, readLibvirt } from "./formats/libvirt.ts";
import { readNutanix } from "./formats/nutanix.ts";
import { isOvf, readOvf } from "./formats/ovf.ts";
import { readOvirt } from "./formats/ovirt.ts";
import { isProxmox, readProxmox, readProxmoxJson } from "./formats/proxmox.ts";
import { readTerraform } from "./formats/terraform.ts";
import { isVmx, readVmx } from "./formats/vmx.ts";
import { isEsxtop, isSysstat } from "./rates/rate-formats.ts";
import { parseXml } from "./text/parse-xml.ts";
import { reportUnknownJson, reportUnknownText } from "./unknown.ts";

/** How to read an inventory. */
export interface ReadOptions {
  /** The audit's names of adapters: they show that a column headed "Type" or "Model" is one of adapters. */
  adapterNames?: FleetKnowledge["adapterNames"];
  /** The audit's words for platforms, for a column that names them. */
  platformWords?: FleetKnowledge["platformWords"];
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
  const adapterNames = new Set(Object.values(options.adapterNames ?? {}).flatMap((names) => Object.keys(names)));
  const govc = new GovcFiles();
  const read = new Map<string, { input: FleetInput; members: FileReport[] }>();
  for (const input of inputs) {
    const before = read.get(input.name);
    if (before && (await isSameInput(before.input, input))) {
      const report = new FileReport(input.name);
      report.format = before.members.find(({ format }) => format !== null)?.format ?? null;
      report.addProblem("file", "The file is given twice. It is read once.");
      reports.push(report);
      continue;
    }
    const members: FileReport[] = [];
    read.set(input.name, { input, members });
    for await (const member of unpack(input)) {
      options.onFile?.(member.file);
      const report = new FileReport(member.file);
      reports.push(report);
      members.push(report);
      await readMember(member, report, {
        tables: exportOf(member, exports, adapterNames, options.platformWords),
        govc,
        columns: options.columns ?? {},
      });
    }
  }
  for (const [column, heading] of Object.entries(options.columns ?? {}))
    if (![...exports.values()].some((tables) => tables.hasHeading(heading)))
      reports[0]?.addProblem("heading row", `No table has the column "${heading}" that was named for ${column}.`);
  for (const tables of exports.values()) tables.join();
  govc.join();
  dropCopies(reports);
  return reports.map((report) => report.toResult());
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

/** Tabs that lie in one folder, archive or workbook belong together, each packed with gzip or not. */
function exportOf(
  member: Member,
  exports: Map<string, TableExport>,
  adapterNames: ReadonlySet<string>,
  platformWords: ReadOptions["platformWords"],
): TableExport {
  const folder = "workbook" in member ? member.file : member.file.replace(/[^/!]*(?:\.gz![^/!]*)?$/i, "");
  let tables = exports.get(folder);
  if (!tables) exports.set(folder, (tables = new TableExport(adapterNames, platformWords)));
  return tables;
}

/** What files of one inventory share. */
interface Shared {
  tables: TableExport;
  govc: GovcFiles;
  columns: ColumnMapping;
}

/** Reads a text in the format that its content shows. */
function readText(text: string, report: FileReport, { tables, govc, columns }: Shared): void | Promise<void> {
  if (/^\s*</.test(text)) return readXml(text, report, govc);
  // Before JSON, which also begins with a bracket.
  if (isGoSyntax(text)) return refuseGoSyntax(text, report);
  if (/^\s*(?:\{|\[\s*[{["\]])/.test(text)) return readJson(text, report, { tables, govc, columns });
  if (isVmx(text)) return readVmx(text, report);
  if (isKubernetes(text)) return readKubevirtYaml(text, report);
  if (isEsxtop(text) || isSysstat(text))
    return report.addProblem("file", "This is a file of packet rates, not an inventory. Give it as packet rates.");
  const delimiter = findDelimiter(text, columns);
  if (delimiter !== null) return readDelimited(text, delimiter, report, tables, columns);
  if (isProxmox(text)) return readProxmox(text, report);
  // Lines may stand above it, such as the command that printed it.
  const top = text.slice(0, 2000);
  if (/^<(?:\?xml\s|domain\s|infoResult>|(?:\w+:)?Envelope\s)/m.test(top)) return readXml(text, report, govc);
  if (/^(?:\{\s*(?:"|$)|\[\s*(?:\{|$))/m.test(top)) return readJson(text, report, { tables, govc, columns });
  if (readWithoutHeadings(text, report)) return;
  if (isTable(text)) {
    report.format = "csv";
    report.addProblem(
      "line 1",
      "The table has no known headings. Name the columns of the VM and the adapter: --column adapter=Card.",
    );
    return;
  }
  reportUnknownText(text, report);
}

function readXml(text: string, report: FileReport, govc: GovcFiles): void {
  const parsed = parseXml(text);
  if (isLibvirt(parsed)) return readLibvirt(parsed, report);
  if (isOvf(parsed)) return readOvf(parsed, report);
  const documents: Document[] = parsed.roots.map((root) => ({
    value: toMembers(root),
    root: `line ${root.line} ${root.name}`,
  }));
  const isKnown = readOvirt(documents, "xml", report) || govc.read(documents, "xml", report);
  const { fault, roots, rest } = parsed;
  if (fault) {
    const lost = countAdapters(rest);
    report.addUnread(
      `line ${fault.line}`,
      `The XML is not well-formed: ${fault.message}. Everything from there on is not read (${describeCount(lost)}).`,
      lost,
    );
  } else if (!isKnown) {
    const [root] = roots;
    const isPart = /^(?:interface|devices)$/.test(root?.name ?? "");
    report.addProblem(
      `line ${root?.line}`,
      isPart
        ? `<${root?.name}> is only a part of a libvirt domain. Use the output of virsh dumpxml.`
        : `<${root?.name}> is not a known inventory format.`,
    );
  }
}

function readJson(text: string, report: FileReport, { tables, govc, columns }: Shared): void {
  const { documents, faults } = parseDocuments(text);
  const isKnown =
    readTerraform(documents, report) ||
    readNutanix(documents, report) ||
    readProxmoxJson(documents, report) ||
    readHyperV(documents, report) ||
    readKubevirt(documents, report) ||
    readVsphereRest(documents, report) ||
    govc.read(documents, "json", report) ||
    readOvirt(documents, "json", report) ||
    readJsonTable(documents, report, tables, columns);
  for (const { line, message, text: broken } of faults) {
    const lost = countAdapters(broken);
    report.addUnread(
      `line ${line}`,
      `The JSON is not valid: ${message}. The document is not read (${describeCount(lost)}).`,
      lost,
    );
  }
  if (!isKnown && faults.length === 0) reportUnknownJson(documents, report);
}

/** Whether a text is a Go value, `[]mo.VirtualMachine{...}`, as govc prints with -dump. */
function isGoSyntax(text: string): boolean {
  return /^\s*(?:\[\]|&|\*)*[a-z]\w*\.[A-Z]\w*\s*\{/.test(text);
}

function refuseGoSyntax(text: string, report: FileReport): void {
  const lost = text.match(/\bMacAddress:/g)?.length ?? 0;
  report.addUnread(
    "file",
    `The file is in Go syntax, as govc prints with -dump, and is not read (${describeCount(lost)}). Use: govc vm.info -xml NAME...`,
    lost,
  );
}

/** How many adapters a text states that cannot be parsed, by their MAC addresses. */
function countAdapters(text: string): number {
  return text.match(/["<](?:mac_?address|macaddr|mac)["> ]/gi)?.length ?? 0;
}
