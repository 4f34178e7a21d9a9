import type { Audit, AuditAdapter } from "../judge/audit-types.ts";
import { type ReportContext, worstOf } from "./report-words.ts";

const COLUMNS: [title: string, value: (adapter: AuditAdapter) => string | number | boolean | null | undefined][] = [
  ["file", ({ file }) => file],
  ["place", ({ place }) => place],
  ["machine", ({ machine }) => machine],
  ["machine_id", ({ machineId }) => machineId],
  ["label", ({ label }) => label],
  ["mac", ({ mac }) => mac],
  ["cluster", ({ cluster }) => cluster],
  ["network", ({ network }) => network],
  ["template", ({ template }) => template],
  ["powered_on", ({ poweredOn }) => poweredOn],
  ["guest", ({ guest }) => guest],
  ["guest_as_written", ({ guestAsWritten }) => guestAsWritten],
  ["guest_from_tools", ({ guestFromTools }) => guestFromTools],
  ["adapter", ({ adapter }) => adapter],
  ["adapter_as_written", ({ adapterAsWritten }) => adapterAsWritten],
  ["packet_rate", ({ packetRate }) => packetRate],
  ["verdict", ({ verdict }) => verdict],
  ["to", ({ to }) => to],
  ["upgrade", ({ upgrade }) => upgrade.join("; ")],
  ["wave", ({ wave }) => wave],
  ["severity", (adapter) => worstOf(adapter)],
  ["findings", ({ findings }) => findings.map(({ id }) => id).join("; ")],
  ["finding_texts", ({ findings }) => findings.map(({ text }) => text).join(" ")],
  ["missing", ({ missing }) => missing.map(({ fact }) => fact).join("; ")],
  ["commands", ({ missing }) => missing.flatMap(({ command }) => command ?? []).join("; ")],
  ["confidence", ({ confidence }) => confidence],
  ["question", ({ question }) => question],
  ["downtime", ({ price }) => price?.downtime],
  ["loses", ({ price }) => price?.loses.join("; ")],
  ["effect", ({ effect }) => effect?.text],
  ["steps", ({ steps }) => steps],
];

/** Text that a spreadsheet would run as a formula, in ASCII or in full-width letters. */
const FORMULA = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** One row per adapter, RFC 4180; text that a spreadsheet would run as a formula has an apostrophe before it. */
export function* formatCsv({ adapters }: Audit, _context: ReportContext): Generator<string> {
  yield `${COLUMNS.map(([title]) => title).join(",")}\r\n`;
  for (const adapter of adapters) yield `${COLUMNS.map(([, value]) => cell(value(adapter))).join(",")}\r\n`;
}

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
