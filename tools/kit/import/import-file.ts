import { groupBy } from "../../../advisor/collections.ts";
import { type JsonNode, parseJsonDocuments } from "../../../advisor/fleet/read/text/parse-json.ts";
import { parseXml } from "../../../advisor/fleet/read/text/parse-xml.ts";
import { decodeFile } from "./decode.ts";
import { JsonPlace } from "./json-place.ts";
import { isFlent, readFlent } from "./readers/flent.ts";
import { isIperf2, readIperf2 } from "./readers/iperf2.ts";
import { findCookie, isIperf3, isIperf3Event, readIperf3, readIperf3Events } from "./readers/iperf3.ts";
import { isKitResult, readKitResult } from "./readers/kit-result.ts";
import { isKitLine, readKitLines } from "./readers/kit-session.ts";
import { isNetperf, readNetperf } from "./readers/netperf.ts";
import { isNtttcpJson, isNtttcpXml, readNtttcpJson, readNtttcpXml } from "./readers/ntttcp.ts";
import { isPerfkit, readPerfkit } from "./readers/perfkit.ts";
import { isQperf, readQperf } from "./readers/qperf.ts";
import { isSockperf, readSockperf } from "./readers/sockperf.ts";
import { isSysstatJson, isSysstatText, readSysstatJson, readSysstatText } from "./readers/sysstat.ts";
import { isUperf, readUperf } from "./readers/uperf.ts";
import { Report } from "./report.ts";
import type { Imported, Line } from "./row.ts";

/** A file to import: its name as the user writes it, and its bytes. */
export interface SourceFile {
  name: string;
  bytes: Uint8Array;
}

/** A format that is known by its content. */
interface Format<T> {
  matches(content: T): boolean;
  read(content: T, report: Report): void;
}

/** Formats of JSON documents, each read on its own. */
const documentFormats: readonly Format<JsonPlace>[] = [
  { matches: isKitResult, read: readKitResult },
  { matches: isIperf3, read: readIperf3 },
  { matches: isSysstatJson, read: readSysstatJson },
  { matches: isNtttcpJson, read: readNtttcpJson },
  { matches: isFlent, read: readFlent },
];

/** Formats of JSON documents that belong together, one per line. */
const lineFormats: readonly {
  matches(document: JsonPlace): boolean;
  read(documents: readonly JsonPlace[], report: Report): void;
}[] = [
  { matches: isKitLine, read: readKitLines },
  { matches: isIperf3Event, read: readIperf3Events },
  { matches: isPerfkit, read: readPerfkit },
];

/** Formats of text; a log may hold several of them. */
const textFormats: readonly Format<readonly Line[]>[] = [
  { matches: isNetperf, read: readNetperf },
  { matches: isIperf2, read: readIperf2 },
  { matches: isSockperf, read: readSockperf },
  { matches: isQperf, read: readQperf },
  { matches: isUperf, read: readUperf },
  { matches: isSysstatText, read: readSysstatText },
];

/** Output in a form that has no exact numbers or no units, and how to get one that has. */
const unusable: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /^\[ ?ID\](?:\[Role\])? +Interval +Transfer/m,
    "this is the printed text of iperf, with rounded numbers. Repeat the run with iperf3 -J, or iperf -y C",
  ],
  [
    /^Copyright Version \d|^#+ +Totals: +#+|^\s*(?:NTTTCP|NTttcp) for Linux/m,
    "this is the printed text of NTttcp. Repeat the run with -xml FILE on Windows, -x FILE or -j FILE on Linux",
  ],
  [/^Throughput +Throughput +(?:\w|$)/m, "these are netperf's columns (-O). Repeat the run with -k instead"],
  [/^rtt min\/avg\/max\/mdev|^round-trip min\/avg\/max/m, "this is the output of ping, which is not supported"],
];

/** What the importer reads, for messages. */
export const knownFormats =
  "the validation kit's results, iperf3 -J, iperf -y C, netperf, NTttcp XML or JSON, sockperf, qperf, uperf, flent, PerfKitBenchmarker, sar, sadf and mpstat";

/** Imports one file. Its format follows from its content, never from its name. */
export async function importFile({ name, bytes }: SourceFile): Promise<Imported> {
  const report = new Report(name);
  const decoded = await decodeFile(bytes);
  if ("refused" in decoded) report.refuse(decoded.refused, decoded.found);
  else readText(decoded.text, report);
  return report.imported;
}

function readText(text: string, report: Report): void {
  if (/^\s*</.test(text)) return readXml(text, report);
  const { documents, rest, broken } = parseJsonDocuments(text);
  for (const { line, message, found } of broken) report.refuse(`broken JSON: ${message}`, found, { line });
  const places = documents.flatMap((node) => unwrap(new JsonPlace(node)));
  const unknown = readDocuments(places, report);
  const lines = rest.flatMap(({ number, text: line }) => splitLines(line).map((part) => ({ ...part, number })));
  const isText = readLines(lines, report);
  for (const { spot, names, node } of unknown)
    report.refuse(
      "unknown JSON format",
      names.slice(0, 5).join(", ") || (node?.kind === "object" ? "an empty object" : "a list"),
      spot,
    );
  if (documents.length === 0 && broken.length === 0 && !isText) refuseText(text, lines[0], report);
}

function refuseText(text: string, first: Line | undefined, report: Report): void {
  const [, advice] = unusable.find(([pattern]) => pattern.test(text)) ?? [];
  report.refuse(advice ?? `unknown format. Supported: ${knownFormats}`, first?.text ?? "", {
    line: first?.number ?? 1,
  });
}

/** Several logs of NTttcp may stand one after the other in a file. */
function readXml(text: string, report: Report): void {
  let line = 1;
  for (const part of text.split(/(?<=<\/ntttcp[sr]>)/)) {
    const start = part.length - part.trimStart().length;
    line += countLines(part.slice(0, start));
    if (part.trim() !== "") readXmlLog(part.trim(), line, report);
    line += countLines(part.slice(start));
  }
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}

/** Entities of the document type are not expanded. */
function readXmlLog(text: string, firstLine: number, report: Report): void {
  const { roots, fault } = parseXml(text, firstLine);
  const [root] = roots;
  if (fault || !root) {
    const message = `broken XML: ${fault?.message ?? "there is no element"}`;
    return report.refuse(message, text.slice(0, 40), { line: fault?.line ?? firstLine });
  }
  if (isNtttcpXml(root)) return readNtttcpXml(root, report);
  report.refuse("unknown XML format. Only NTttcp logs are supported", `<${root.name}>`, { line: root.line });
}

/** Reads the documents that are known; returns the others. */
function readDocuments(documents: readonly JsonPlace[], report: Report): JsonPlace[] {
  const inLines = groupBy(documents, (document) => lineFormats.find(({ matches }) => matches(document)));
  for (const [format, own] of inLines) format?.read(own, report);
  const taken = new Set([...inLines].flatMap(([format, own]) => (format ? own : [])));
  // iperf3 --json-stream-full-output prints the whole run once more behind its events.
  const streamed = new Set([...taken].map(findCookie).filter((cookie) => cookie !== undefined));
  return documents.filter(
    (document) => !taken.has(document) && !streamed.has(findCookie(document) ?? "") && !readDocument(document, report),
  );
}

/** Reads a document if its format is known. */
function readDocument(document: JsonPlace, report: Report): boolean {
  const format = documentFormats.find(({ matches }) => matches(document));
  format?.read(document, report);
  return format !== undefined || readTexts(document, report);
}

/** Frameworks keep what a tool printed as a list of texts, or as a text in an object of their own. */
function readTexts(document: JsonPlace, report: Report): boolean {
  const texts = findTexts(document.node);
  const lines = texts.flatMap(({ line, value }) =>
    splitLines(value.replace(/\n$/, "")).map(({ text }) => ({ number: line, text })),
  );
  return readLines(lines, report);
}

function findTexts(node: JsonNode | undefined): { line: number; value: string }[] {
  if (node?.kind === "string") return [{ line: node.line, value: node.value }];
  if (node?.kind === "array") return node.items.flatMap(findTexts);
  return node?.kind === "object" ? [...node.members.values()].flatMap(findTexts) : [];
}

/** No tool prints a longer line as text; on such a line a pattern could take very long. */
const longestLine = 4000;

function readLines(all: readonly Line[], report: Report): boolean {
  const lines = all.filter(({ text }) => text.length <= longestLine);
  const tooLong = all.find(({ text }) => text.length > longestLine);
  if (tooLong)
    report.refuse(`a line of more than ${longestLine} characters is left out`, tooLong.text, { line: tooLong.number });
  const formats = textFormats.filter(({ matches }) => matches(lines));
  for (const { read } of formats) read(lines, report);
  return formats.length > 0;
}

/** A list of documents, as frameworks write them, is read like the documents one after the other. */
function unwrap(document: JsonPlace): JsonPlace[] {
  const items = document.items;
  return items.length > 0 && items.every(({ node }) => node?.kind === "object") ? items : [document];
}

/** Colour codes and cursor movements of a terminal. */
const terminalCodes = /\u001b(?:\[[0-9;?]*[A-Za-z]|\][^\u0007\n]{0,200}\u0007)/g;

/** Splits a text into lines without terminal codes. What a carriage return overwrites is a line of its own. */
function splitLines(text: string): Line[] {
  return text
    .replace(terminalCodes, "")
    .split("\n")
    .flatMap((line, index) =>
      line
        .split("\r")
        .filter((part, at) => at === 0 || part.trim() !== "")
        .map((part) => ({ number: index + 1, text: part })),
    );
}
