import type { Advisor } from "../../advisor.ts";
import { groupBy } from "../../collections.ts";
import type { FleetKnowledge } from "../knowledge.ts";
import { emptyAdapter, type ExpectedAdapters, type FleetAdapter, type FleetFile } from "../record.ts";
import { type Audit, AUDIT_VERSION, type AuditAdapter, type AuditSituation, type Summary } from "./audit-types.ts";
import { type AuditVerdict, SEVERITIES, type Severity, VERDICTS } from "./facts.ts";
import { createJudge, type Judge, undecided } from "./judge.ts";
import type { JudgeOptions } from "./read-audited-adapter.ts";

/**
 * Judges every adapter of a fleet. The advisor answers each distinct situation once, however many adapters are in it.
 * With a policy the advisor must be one whose knowledge has the policy's rules: `addPolicy`.
 */
export function auditFleet(
  files: readonly FleetFile[],
  advisor: Advisor,
  fleet: FleetKnowledge,
  options: JudgeOptions = {},
): Audit {
  const judge = createJudge(advisor, fleet, options);
  const adapters = files.flatMap((file) => auditFile(file, judge, fleet));
  const { target = null, policy } = options;
  return {
    schemaVersion: AUDIT_VERSION,
    knowledgeVersion: advisor.knowledge.knowledgeVersion,
    redacted: false,
    target,
    policy: policy ? { name: policy.name, sha256: policy.sha256 } : null,
    files: files.map(({ file, format, machines, adapters: { length }, unread, problems }) => ({
      file,
      format,
      machines,
      adapters: length,
      unread,
      problems,
    })),
    situations: judge.situations,
    adapters,
    comparison: null,
    summary: summarise(files, adapters, judge.situations, advisor, fleet),
  };
}

function auditFile({ file, adapters, expected }: FleetFile, judge: Judge, fleet: FleetKnowledge): AuditAdapter[] {
  const found = expected.length === 0 ? new Map<string, FleetAdapter[]>() : groupBy(adapters, keyOfMachine);
  const incomplete = new Map<string, ExpectedAdapters>();
  const absent: AuditAdapter[] = [];
  for (const one of expected) {
    const those = found.get(keyOfMachine(one)) ?? [];
    if (those.length >= one.count) continue;
    if (those.length > 0) incomplete.set(keyOfMachine(one), one);
    else absent.push(describeAbsent(file, one, adapters[0]?.platform ?? null, judge));
  }
  const judged = adapters.map((record): AuditAdapter => {
    const adapter = combine(record, judge.judge(record));
    if (incomplete.size === 0) return adapter;
    const one = incomplete.get(keyOfMachine(record));
    if (!one) return adapter;
    const count = found.get(keyOfMachine(record))?.length ?? 0;
    return { ...adapter, findings: [...adapter.findings, ...incompleteFindings(judge, one, count)] };
  });
  return [...joinWaves(judged, fleet), ...absent];
}

/** Moves all changes of a machine with a shutdown into the latest of their waves, so that one shutdown is enough. */
function joinWaves(adapters: readonly AuditAdapter[], { waves }: FleetKnowledge): AuditAdapter[] {
  const orders = new Map(waves.map(({ id, order }) => [id, order]));
  const orderOf = ({ wave }: AuditAdapter): number => orders.get(wave ?? "") ?? -1;
  const latest = new Map<string, AuditAdapter>();
  for (const adapter of adapters) {
    if (!adapter.price?.downtime) continue;
    const key = keyOfMachine(adapter);
    const other = latest.get(key);
    if (!other || orderOf(other) < orderOf(adapter)) latest.set(key, adapter);
  }
  return adapters.map((adapter) => {
    const wave = adapter.price?.downtime ? latest.get(keyOfMachine(adapter))?.wave : undefined;
    return wave === undefined || wave === adapter.wave ? adapter : { ...adapter, wave };
  });
}

/** Returns a key that identifies a machine within its file. */
function keyOfMachine({ machine, machineId }: Pick<FleetAdapter, "machine" | "machineId">): string {
  return machineId ?? `\n${machine}`;
}

function incompleteFindings(judge: Judge, { count }: ExpectedAdapters, found: number): AuditAdapter["findings"] {
  return judge.findingOn(
    { isIncomplete: true },
    { expected: count === 1 ? "1 adapter" : `${count} adapters`, found: String(found) },
  );
}

/** A machine whose file states adapters but describes none. */
function describeAbsent(file: string, one: ExpectedAdapters, platform: string | null, judge: Judge): AuditAdapter {
  const { machine, machineId, place, facts } = one;
  const record = { ...emptyAdapter(file, place, machine, machineId), ...facts };
  return combine(record, {
    ...undecided,
    missing: [judge.missing("adapter", record, platform)],
    findings: incompleteFindings(judge, one, 0),
  });
}

function combine(record: FleetAdapter, judgement: ReturnType<Judge["judge"]>): AuditAdapter {
  const { file, place, machine, machineId, label, mac, adapterAsWritten, guestAsWritten, guestFromTools } = record;
  const { platformVersion, virtualHardware, cluster, network, tools, poweredOn, template, packetRate } = record;
  return {
    file,
    place,
    machine,
    machineId,
    label,
    mac,
    adapterAsWritten,
    guestAsWritten,
    guestFromTools,
    platformVersion,
    virtualHardware,
    cluster,
    network,
    tools,
    poweredOn,
    template,
    packetRate,
    ...judgement,
  };
}

function summarise(
  files: readonly FleetFile[],
  adapters: readonly AuditAdapter[],
  situations: readonly AuditSituation[],
  advisor: Advisor,
  fleet: FleetKnowledge,
): Summary {
  const verdicts = noVerdicts();
  const findings = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as Record<Severity, number>;
  const counts = new Map<string, number>();
  const waves = new Map<string, number>();
  const byAdapter = new Map<string | null, Record<AuditVerdict, number>>();
  for (const { verdict, findings: found, wave, adapter } of adapters) {
    verdicts[verdict] += 1;
    for (const { id, severity } of found) {
      findings[severity] += 1;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    if (wave !== null) waves.set(wave, (waves.get(wave) ?? 0) + 1);
    const row = byAdapter.get(adapter) ?? noVerdicts();
    row[verdict] += 1;
    byAdapter.set(adapter, row);
  }
  const names = new Map(advisor.knowledge.adapters.map(({ id, name }) => [id, name]));
  const described = files.reduce((sum, { adapters: { length } }) => sum + length, 0);
  return {
    files: files.length,
    machines: files.reduce((sum, { machines }) => sum + machines, 0),
    adapters: described,
    undescribed: adapters.length - described,
    situations: situations.length,
    verdicts,
    findings,
    byFinding: fleet.findings
      .flatMap(({ id, severity, title }) => {
        const count = counts.get(id);
        return count === undefined ? [] : [{ id, severity, title, count }];
      })
      .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || b.count - a.count),
    byAdapter: [...byAdapter]
      .map(([adapter, row]) => ({ adapter, name: names.get(adapter ?? "") ?? "not recognised", verdicts: row }))
      .sort((a, b) => total(b.verdicts) - total(a.verdicts)),
    waves: [...fleet.waves]
      .sort((a, b) => a.order - b.order)
      .flatMap(({ id, title, text }) => {
        const count = waves.get(id);
        return count === undefined ? [] : [{ id, title, text, count }];
      }),
    unread: files.reduce((sum, { unread }) => sum + unread, 0),
  };
}

/** Zero adapters for each verdict. */
export function noVerdicts(): Record<AuditVerdict, number> {
  return Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<AuditVerdict, number>;
}

function total(verdicts: Record<AuditVerdict, number>): number {
  return Object.values(verdicts).reduce((sum, count) => sum + count, 0);
}

/** Whether a severity is at least as bad as another. */
export function isAtLeast(severity: Severity, limit: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(limit);
}

/** Whether a fleet has adapters, but none can be judged. Such a fleet is not clean, even without findings. */
export function isUnjudged({ adapters }: Pick<Audit, "adapters">): boolean {
  return adapters.length > 0 && adapters.every(({ verdict }) => verdict === "cannot-tell");
}
