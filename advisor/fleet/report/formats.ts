import { count } from "../../text.ts";
import { type CsvValue, writeCsvLine } from "../../csv.ts";
import { isUnjudged } from "../judge/audit.ts";
import type { Audit, AuditAdapter, Finding } from "../judge/audit-types.ts";
import { formatHtml } from "./html.ts";
import { formatMarkdown } from "./markdown.ts";
import { formatTable } from "./table.ts";
import { citation, listUnjudged, type ReportContext, worstOf } from "./report-words.ts";

/** Formats of a report. Each yields its text in pieces, so that a large audit is never one string. */
export const FORMATS = {
  table: formatTable,
  json: formatJson,
  csv: formatCsv,
  md: formatMarkdown,
  html: formatHtml,
  sarif: formatSarif,
} as const satisfies Record<string, (audit: Audit, context: ReportContext) => Iterable<string>>;

export type Format = keyof typeof FORMATS;

/** Media type and file ending of each format, for downloads. */
export const FILES: Record<Format, { type: string; ending: string }> = {
  table: { type: "text/plain", ending: "txt" },
  json: { type: "application/json", ending: "json" },
  csv: { type: "text/csv", ending: "csv" },
  md: { type: "text/markdown", ending: "md" },
  html: { type: "text/html", ending: "html" },
  sarif: { type: "application/sarif+json", ending: "sarif" },
};

/** The audit as JSON, with one adapter per line. The whole text is never in memory. */
function* formatJson(audit: Audit, _context: ReportContext): Generator<string> {
  let separator = "{\n";
  for (const [field, value] of Object.entries(audit)) {
    yield `${separator}"${field}": `;
    separator = ",\n";
    if (Array.isArray(value)) yield* listLines(value);
    else yield JSON.stringify(value);
  }
  yield "\n}\n";
}

/** Yields the entries of a list, one per line, so that the caller can stop after any entry. */
function* listLines(list: readonly unknown[]): Generator<string> {
  yield "[\n";
  for (const [at, value] of list.entries()) yield `${JSON.stringify(value)}${at === list.length - 1 ? "" : ","}\n`;
  yield "]";
}

const COLUMNS: [title: string, value: (adapter: AuditAdapter) => CsvValue][] = [
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
  ["required_hardware", ({ requiredHardware }) => requiredHardware],
];

/** One row per adapter. */
function* formatCsv({ adapters }: Audit, _context: ReportContext): Generator<string> {
  yield writeCsvLine(COLUMNS.map(([title]) => title));
  for (const adapter of adapters) yield writeCsvLine(COLUMNS.map(([, value]) => value(adapter)));
}

/** The findings in SARIF 2.1.0, for code scanning of CI systems. */
function* formatSarif(audit: Audit, context: ReportContext): Generator<string> {
  const { findings } = context.fleet;
  const rules = findings.map(({ id, severity, title, help }) => ({
    id,
    name: id.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: title },
    help: { text: help },
    defaultConfiguration: { level: severity },
  }));
  const driver = {
    name: "vNIC Atlas",
    version: audit.knowledgeVersion,
    properties: {
      schemaVersion: audit.schemaVersion,
      knowledgeVersion: audit.knowledgeVersion,
      ...(audit.policy && { policy: audit.policy.name, policySha256: audit.policy.sha256 }),
    },
    rules,
  };
  yield `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":${JSON.stringify(driver)}},`;
  yield `"invocations":[${JSON.stringify(toInvocation(audit))}],`;
  yield `"columnKind":"utf16CodeUnits","artifacts":${JSON.stringify(audit.files.map(({ file }) => ({ location: { uri: uriOf(file) } })))},"results":[`;
  const places = new Map(findings.map(({ id }, at) => [id, at]));
  const baseline = audit.comparison && new Set(audit.comparison.new.map((one) => keyOf(one.id, one)));
  const files = new Set(audit.files.map(({ file }) => file));
  let separator = "";
  for (const adapter of audit.adapters)
    for (const finding of adapter.findings) {
      const ruleIndex = places.get(finding.id) ?? -1;
      yield `${separator}${JSON.stringify(toResult(adapter, finding, ruleIndex, files, context, baseline))}\n`;
      separator = ",";
    }
  yield "]}]}\n";
}

/** The run of the audit. Adapters without a verdict have no result, so each reason is a notification. */
function toInvocation(audit: Audit): object {
  const notifications = listUnjudged(audit).map(({ text, adapters }) => ({
    level: "warning",
    message: { text: `${count(adapters, "adapter")} cannot be judged: ${text}` },
  }));
  return {
    executionSuccessful: !isUnjudged(audit),
    ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
  };
}

function keyOf(id: string, { file, machine, label }: { file: string; machine: string; label: string | null }): string {
  return JSON.stringify([id, file, machine, label]);
}

function toResult(
  adapter: AuditAdapter,
  { id, severity, text, evidence }: Finding,
  ruleIndex: number,
  files: ReadonlySet<string>,
  context: ReportContext,
  baseline: ReadonlySet<string> | null,
): object {
  const { file, place, machine, machineId, label, mac, to, verdict } = adapter;
  // The place of a machine without adapters may begin with the name of another file.
  const [, other = "", line] = /^(?:(.*) )?(?:line|row) (\d+)$/s.exec(place) ?? [];
  const name = [machine, label].filter(Boolean).join("/");
  const sources = evidence.flatMap((reference) => citation(context, reference)?.title ?? []);
  return {
    ruleId: id,
    ruleIndex,
    level: severity,
    message: { text: `${name}: ${text}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(files.has(other) ? other : file) },
          ...(line !== undefined && Number(line) > 0 && { region: { startLine: Number(line) } }),
        },
        logicalLocations: [{ name: label ?? machine, fullyQualifiedName: name, kind: "resource" }],
      },
    ],
    partialFingerprints: { "adapter/v1": [machineId ?? machine, label ?? mac ?? "", id].join("/") },
    ...(baseline && { baselineState: baseline.has(keyOf(id, adapter)) ? "new" : "unchanged" }),
    properties: { place, verdict, ...(to !== null && { to }), ...(sources.length > 0 && { sources }) },
  };
}

/** A file's path as a relative reference. */
function uriOf(file: string): string {
  return file.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
}
