import type { Audit, AuditAdapter, Finding } from "../judge/audit-types.ts";
import { citation, type ReportContext } from "./report-words.ts";

/** The findings in SARIF 2.1.0, for code scanning of CI systems. */
export function* formatSarif(audit: Audit, context: ReportContext): Generator<string> {
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
    semanticVersion: audit.schemaVersion,
    properties: {
      knowledgeVersion: audit.knowledgeVersion,
      ...(audit.policy && { policy: audit.policy.name, policySha256: audit.policy.sha256 }),
    },
    rules,
  };
  yield `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":${JSON.stringify(driver)}},`;
  yield `"columnKind":"utf16CodeUnits","artifacts":${JSON.stringify(audit.files.map(({ file }) => ({ location: { uri: uriOf(file) } })))},"results":[`;
  const places = new Map(findings.map(({ id }, at) => [id, at]));
  const baseline = audit.comparison && new Set(audit.comparison.new.map((one) => keyOf(one.id, one)));
  let separator = "\n";
  for (const adapter of audit.adapters)
    for (const finding of adapter.findings) {
      yield separator + JSON.stringify(toResult(adapter, finding, places.get(finding.id) ?? -1, context, baseline));
      separator = ",\n";
    }
  yield "\n]}]}\n";
}

function keyOf(id: string, { file, machine, label }: { file: string; machine: string; label: string | null }): string {
  return JSON.stringify([id, file, machine, label]);
}

function toResult(
  adapter: AuditAdapter,
  { id, severity, text, evidence }: Finding,
  ruleIndex: number,
  context: ReportContext,
  baseline: ReadonlySet<string> | null,
): object {
  const { file, place, machine, machineId, label, mac, to, verdict } = adapter;
  const line = /(?:line|row) (\d+)$/.exec(place)?.[1];
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
          artifactLocation: { uri: uriOf(file) },
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
