import type { FleetInput } from "../../record.ts";
import { unpack } from "../archive/unpack.ts";
import { decodeText } from "../text/decode.ts";
import { parseDocuments } from "../text/documents.ts";
import { isEsxtop, readEsxtop } from "./esxtop.ts";
import { isIpLink, readIpLink } from "./ip-link.ts";
import { type PacketRates, RateReport } from "./rate.ts";
import { isSysstat, readSadfJson, readSysstat } from "./sysstat.ts";
import { readMetricSample } from "./vcenter.ts";

/** Reads files of packet rates in any known format, recognised by their content. Never throws: see the problems. */
export async function readPacketRates(inputs: readonly FleetInput[]): Promise<PacketRates> {
  const all: PacketRates = { rates: [], problems: [] };
  for (const input of inputs)
    for await (const member of unpack(input)) {
      const report = new RateReport(member.file);
      if ("refused" in member) report.addProblem("file", member.refused);
      else if ("workbook" in member) report.addProblem("file", "A workbook is no file of packet rates.");
      else readBytes(member.bytes, report);
      const { rates, problems } = report.finish();
      // One by one: a call with as many arguments as a fleet has adapters runs out of stack.
      for (const rate of rates) all.rates.push(rate);
      for (const problem of problems) all.problems.push(problem);
    }
  return all;
}

function readBytes(bytes: Uint8Array, report: RateReport): void {
  try {
    const decoded = decodeText(bytes);
    if ("refused" in decoded) return report.addProblem("file", decoded.refused);
    readText(decoded.text.replace(/^\ufeff/, ""), report);
    if (!report.hasRates && !report.hasProblems)
      report.addProblem(
        "file",
        "The file has no packet rates. Known are sar, sadf, esxtop -b, govc metric.sample -json and ip -s -j link.",
      );
  } catch (error) {
    report.addProblem("file", `The rest of the file cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function readText(text: string, report: RateReport): void {
  if (isEsxtop(text)) return readEsxtop(text, report);
  if (isIpLink(text)) return readIpLink(text, report);
  if (/^\s*[{[]/.test(text)) {
    const { documents, faults } = parseDocuments(text);
    for (const { line, message } of faults) report.addProblem(`line ${line}`, `The JSON is not valid: ${message}.`);
    if (readSadfJson(documents, report)) return;
    readMetricSample(documents, report);
  } else if (isSysstat(text)) readSysstat(text, report);
}
