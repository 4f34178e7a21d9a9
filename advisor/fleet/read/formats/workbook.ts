import { SaxesParser, type SaxesTagPlain } from "saxes";
import { BrokenArchive, unpackWhole, type ZipMember } from "../archive.ts";
import type { FileReport } from "../report.ts";
import type { ColumnMapping } from "../table/headings.ts";
import type { TableExport } from "../table/table-export.ts";
import { TableReader } from "../table/table-reader.ts";

/** A sheet has no more columns than this. */
const mostColumns = 16_384;

/** Reads the sheets of an .xlsx workbook piece by piece, so that no sheet is in memory as a whole. */
export function readWorkbook(
  members: readonly ZipMember[],
  report: FileReport,
  tables: TableExport,
  mapping: ColumnMapping,
): void {
  report.format = "xlsx";
  const sheets = listSheets(members);
  if (sheets.length === 0)
    return report.addProblem("file", "This is an Office file without sheets. Save the inventory as .xlsx or .csv.");
  const shared = readSharedStrings(members, report);
  const read: TableReader[] = [];
  for (const { name, path } of sheets) {
    const member = members.find((one) => one.name.toLowerCase() === path.toLowerCase());
    if (!member) {
      report.addProblem(name, `The sheet ${name} is listed but not in the file.`);
      continue;
    }
    const table = new TableReader(report, tables, name, (row) => `${name} row ${row}`, mapping);
    readSheet(member, shared, table, name, report);
    table.reportGaps();
    if (table.isUsed) read.push(table);
  }
  const first = read.find((table) => table.isRvtools) ?? read[0];
  if (first) report.format = first.format("xlsx");
  else
    report.addProblem(
      "file",
      "No sheet has known columns. Use RVTools' export with the tab vNetwork, or name the columns.",
    );
}

function listSheets(members: readonly ZipMember[]): { name: string; path: string }[] {
  const paths = new Map<string, string>();
  parsePart(members, "xl/_rels/workbook.xml.rels", (tag, attributes) => {
    if (tag === "Relationship") paths.set(attributes.Id ?? "", attributes.Target ?? "");
  });
  const sheets: { name: string; path: string }[] = [];
  parsePart(members, "xl/workbook.xml", (tag, attributes) => {
    if (tag !== "sheet") return;
    const target = paths.get(attributes["r:id"] ?? attributes.id ?? "") ?? "";
    const path = target.startsWith("/") ? target.slice(1) : `xl/${target.replace(/^\.\//, "")}`;
    sheets.push({ name: attributes.name ?? "", path });
  });
  return sheets;
}

function parsePart(
  members: readonly ZipMember[],
  name: string,
  open: (tag: string, attributes: Record<string, string>) => void,
): void {
  const member = members.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!member) return;
  const parser = new SaxesParser({ position: false, xmlns: false });
  parser.on("opentag", (tag: SaxesTagPlain) => open(localName(tag.name), tag.attributes));
  parser.write(new TextDecoder().decode(unpackWhole(member))).close();
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

/** Passes a member's text to a parser, piece by piece. */
function parsePieces(member: ZipMember, parser: SaxesParser<{ position: false; xmlns: false }>): void {
  const decoder = new TextDecoder();
  member.unpack((bytes) => void parser.write(decoder.decode(bytes, { stream: true })));
  parser.write(decoder.decode()).close();
}

function readSharedStrings(members: readonly ZipMember[], report: FileReport): string[] {
  const strings: string[] = [];
  const member = members.find(({ name }) => name.toLowerCase() === "xl/sharedstrings.xml");
  if (!member) return strings;
  const parser = new SaxesParser({ position: false, xmlns: false });
  let [text, isText, isPhonetic] = ["", false, false];
  parser.on("opentag", ({ name }: SaxesTagPlain) => {
    const tag = localName(name);
    if (tag === "si") text = "";
    else if (tag === "t") isText = true;
    else if (tag === "rPh") isPhonetic = true;
  });
  parser.on("text", (part) => {
    if (isText && !isPhonetic) text += part;
  });
  parser.on("closetag", ({ name }: SaxesTagPlain) => {
    const tag = localName(name);
    if (tag === "si") strings.push(text);
    else if (tag === "t") isText = false;
    else if (tag === "rPh") isPhonetic = false;
  });
  try {
    parsePieces(member, parser);
  } catch (error) {
    report.addProblem(
      "file",
      `The texts of the workbook are damaged after the first ${strings.length}: ${reasonOf(error)}`,
    );
  }
  return strings;
}

/** What a cell holds, by its attribute `t`. */
function valueOf(type: string | undefined, text: string, shared: readonly string[]): string | null {
  if (type === "s") return shared[Number(text)] ?? null;
  if (type === "b") return text === "1" ? "True" : "False";
  return type === "e" ? "" : text;
}

function readSheet(
  member: ZipMember,
  shared: readonly string[],
  table: TableReader,
  name: string,
  report: FileReport,
): void {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let [row, column, type, text, isText] = [0, -1, undefined as string | undefined, "", false];
  let cells: string[] = [];
  let lost = false;
  let [rowsRead, isRow] = [0, false];
  parser.on("opentag", (tag: SaxesTagPlain) => {
    switch (localName(tag.name)) {
      case "row":
        row = Number(tag.attributes.r) || row + 1;
        isRow = true;
        cells = [];
        column = -1;
        lost = false;
        break;
      case "c": {
        const at = tag.attributes.r ? columnOf(tag.attributes.r) : column + 1;
        column = at >= 0 && at < mostColumns ? at : column + 1;
        type = tag.attributes.t;
        text = "";
        break;
      }
      case "v":
      case "t":
        isText = true;
        break;
      case "rPh":
        type = "phonetic";
    }
  });
  parser.on("text", (part) => {
    if (isText && type !== "phonetic") text += part;
  });
  parser.on("closetag", (tag: SaxesTagPlain) => {
    switch (localName(tag.name)) {
      case "v":
      case "t":
        isText = false;
        break;
      case "rPh":
        type = "inlineStr";
        break;
      case "c": {
        if (text === "" || column >= mostColumns) break;
        const value = valueOf(type, text, shared);
        lost ||= value === null;
        while (cells.length < column) cells.push("");
        cells[column] = value ?? "";
        break;
      }
      case "row":
        rowsRead++;
        isRow = false;
        if (lost) table.addLost(row, "A text of this row is missing in the workbook.");
        else table.addRow(row, cells);
    }
  });
  try {
    parsePieces(member, parser);
  } catch (error) {
    const lost = Math.max(0, countRows(member) - rowsRead);
    const text = `The sheet cannot be read from here on (${lost} rows): ${reasonOf(error)}`;
    const place = `${name} row ${isRow ? row : row + 1}`;
    if (table.hasAdapters) report.addUnread(place, text, lost);
    else report.addProblem(place, text);
  }
}

/** How many rows a sheet has that is not sound XML, as far as it can be unpacked. */
function countRows(member: ZipMember): number {
  const decoder = new TextDecoder();
  let [count, before] = [0, ""];
  try {
    member.unpack((bytes) => {
      const text = before + decoder.decode(bytes, { stream: true });
      count += text.match(/<(?:\w+:)?row[\s>]/g)?.length ?? 0;
      const open = text.lastIndexOf("<");
      before =
        open >= 0 && text.length - open < 20 && !/^<(?:\w+:)?row[\s>]/.test(text.slice(open)) ? text.slice(open) : "";
    });
  } catch (error) {
    if (!(error instanceof BrokenArchive)) throw error;
  }
  return count;
}

/** Index of the column in a reference such as `AB12`. */
function columnOf(reference: string): number {
  let index = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    index = index * 26 + letter - 64;
  }
  return index - 1;
}

function reasonOf(error: unknown): string {
  if (error instanceof BrokenArchive) return error.message;
  return error instanceof Error ? error.message.replace(/\.?$/, ".") : String(error);
}
