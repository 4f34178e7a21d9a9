import { groupBy } from "../../collections.ts";
import { findUtf16 } from "../read/text/documents.ts";
import type { FleetKnowledge } from "../knowledge.ts";
import { noVerdicts } from "./audit.ts";
import type { Audit, AuditAdapter, ComparedFinding, Comparison, Finding } from "./audit-types.ts";
import type { AuditVerdict } from "./facts.ts";
import { checkValueOf } from "./redact.ts";

/** The compared fields of an older audit. Its file may come from another version. */
export type Baseline = Pick<Audit, "knowledgeVersion" | "redacted" | "redactionKey" | "adapters" | "files">;

interface Entry {
  adapter: AuditAdapter;
  finding: Finding;
}

/**
 * Compares the findings of two audits. An adapter is found again by its machine's id and its label, else by its MAC address,
 * else by the machine's name and the label; a finding about a machine by the machine alone.
 */
export function compareAudits(
  baseline: Baseline,
  audit: Pick<Audit, "adapters" | "files">,
  { findings }: Pick<FleetKnowledge, "findings">,
): Comparison {
  const ofMachines = new Set(findings.filter(({ about }) => about === "machine").map(({ id }) => id));
  const isMachines = ({ finding: { id } }: Entry): boolean => ofMachines.has(id);
  const [old, now] = [entriesOf(baseline.adapters), entriesOf(audit.adapters)];
  // The last entry of a list is tried first, because removing it is cheap however many share a name.
  const backwards = old.filter((entry) => !isMachines(entry)).reverse();
  const byKey = new Map(
    [idKey, macKey, nameKey].map((keyOf) => [keyOf, groupBy(backwards, (entry) => keyOf(entry) ?? "")] as const),
  );
  const oldByMachine = new Map(
    old.filter(isMachines).flatMap((entry) => machineKeys(entry).map((key) => [key, entry])),
  );
  const machinesNow = new Set(now.filter(isMachines).flatMap(machineKeys));
  const oldFiles = new Set(baseline.adapters.map(({ file }) => file));
  const matched = new Set<Entry>();
  const files = new Set(audit.files.map(({ file }) => file));
  const added: ComparedFinding[] = [];
  const moved: Comparison["moved"] = [];
  for (const entry of now) {
    const before = isMachines(entry)
      ? findFirst(machineKeys(entry), oldByMachine)
      : find(entry, byKey, matched, oldFiles.has(entry.adapter.file));
    if (!before) {
      added.push(describe(entry));
      continue;
    }
    matched.add(before);
    const { file, machine, label } = before.adapter;
    // An export of another day has another file name. An adapter has moved only if its old file is still there.
    const isElsewhere = file !== entry.adapter.file && files.has(file);
    const isRenamed = !isMachines(entry) && label !== entry.adapter.label;
    if (machine !== entry.adapter.machine || isRenamed || isElsewhere)
      moved.push({ ...describe(entry), from: { file, machine, label } });
  }
  const ended = old.filter(
    (entry) => !matched.has(entry) && !(isMachines(entry) && machineKeys(entry).some((key) => machinesNow.has(key))),
  );
  const isGone = prepareGone(audit.adapters, findings);
  return {
    knowledgeVersion: baseline.knowledgeVersion,
    new: added,
    fixed: ended.filter((entry) => !isGone(entry)).map(describe),
    gone: ended.filter(isGone).map(describe),
    moved,
    verdicts: { before: countVerdicts(baseline.adapters), after: countVerdicts(audit.adapters) },
  };
}

/**
 * Whether the files no longer tell if a finding still holds: the machine is not there, only some of its adapters are listed, or
 * a fact is missing that was stated before. Names repeat, so a name counts only if one of the two audits has no id.
 */
function prepareGone(
  adapters: readonly AuditAdapter[],
  findings: FleetKnowledge["findings"],
): (entry: Entry) => boolean {
  const incomplete = new Set(findings.filter(({ when }) => when.isIncomplete).map(({ id }) => id));
  const byId = groupBy(adapters, ({ machineId }) => machineId ?? "");
  const byName = groupBy(adapters, ({ machine }) => machine);
  const byMac = groupBy(adapters, ({ mac }) => mac ?? "");
  return ({ adapter: before }) => {
    const { machine, machineId, label, mac } = before;
    const named = byName.get(machine)?.filter((one) => machineId === null || one.machineId === null) ?? [];
    const there = (machineId === null ? undefined : byId.get(machineId)) ?? named;
    const same = (mac === null ? undefined : byMac.get(mac)) ?? there.filter((one) => one.label === label);
    if (same.length > 0) return same.every((one) => hasLostFacts(before, one));
    return there.length === 0 || there.some((one) => one.findings.some(({ id }) => incomplete.has(id)));
  };
}

/** Facts that findings depend on. */
const FACTS = ["adapterAsWritten", "guestAsWritten", "virtualHardware", "tools", "packetRate"] as const;

/** Whether an adapter can no longer be judged, or a fact of it is not stated any more. The older audit may lack fields. */
function hasLostFacts(before: AuditAdapter, now: AuditAdapter): boolean {
  return (
    (now.verdict === "cannot-tell" && before.verdict !== "cannot-tell") ||
    FACTS.some((fact) => (before[fact] ?? null) !== null && now[fact] === null)
  );
}

/** Reads an older audit. Returns the error if the file is not an audit. Windows PowerShell redirects output as UTF-16. */
export function readBaseline(
  bytes: Uint8Array,
): { baseline: Baseline; problem?: undefined } | { baseline?: undefined; problem: string } {
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder(findUtf16(bytes) ?? "utf-8").decode(bytes));
  } catch (error) {
    return { problem: `found no JSON (${(error as Error).message}), expected the output of audit --format json` };
  }
  const { schemaVersion, adapters, files } = (data ?? {}) as Partial<Audit>;
  const isAudit =
    Array.isArray(adapters) &&
    adapters.every(
      (one: unknown) =>
        typeof one === "object" &&
        one !== null &&
        typeof (one as AuditAdapter).machine === "string" &&
        Array.isArray((one as AuditAdapter).findings) &&
        (one as AuditAdapter).findings.every((finding) => typeof finding?.id === "string"),
    );
  if (!isAudit) return { problem: "found no audit, expected the output of audit --format json" };
  if (!String(schemaVersion).startsWith("1."))
    return { problem: `found an audit of version ${JSON.stringify(schemaVersion)}, expected version 1` };
  return { baseline: { ...(data as Baseline), files: Array.isArray(files) ? files : [] } };
}

/** Whether an older audit has hashes of a key: one that does not state the key's check value may have. */
export function isOfKey({ redactionKey }: Baseline, key?: string): boolean {
  return redactionKey === undefined || redactionKey === checkValueOf(key);
}

function find(
  entry: Entry,
  byKey: ReadonlyMap<(entry: Entry) => string | undefined, ReadonlyMap<string, Entry[]>>,
  matched: ReadonlySet<Entry>,
  isOldFile: boolean,
): Entry | undefined {
  for (const [keyOf, groups] of byKey) {
    const key = keyOf(entry);
    const candidates = key === undefined ? undefined : groups.get(key);
    if (!candidates) continue;
    while (candidates.length > 0 && matched.has(candidates.at(-1) as Entry)) candidates.pop();
    const isOpen = (other: Entry): boolean => !matched.has(other);
    // Names repeat between files, so the same file comes first.
    const before =
      (isOldFile
        ? candidates.findLast((other) => isOpen(other) && other.adapter.file === entry.adapter.file)
        : undefined) ?? candidates.findLast(isOpen);
    if (before) return before;
  }
  return undefined;
}

function entriesOf(adapters: readonly AuditAdapter[]): Entry[] {
  return adapters.flatMap((adapter) => adapter.findings.map((finding) => ({ adapter, finding })));
}

function idKey({ adapter: { machineId, label }, finding }: Entry): string | undefined {
  return machineId === null ? undefined : [machineId, label, finding.id].join("\n");
}

function macKey({ adapter: { mac }, finding }: Entry): string | undefined {
  return mac === null ? undefined : [mac, finding.id].join("\n");
}

function nameKey({ adapter: { machine, label }, finding }: Entry): string {
  return [machine, label, finding.id].join("\n");
}

/** Returns the key of a machine: its id, or else its name. */
function machineNames({ machineId, machine }: AuditAdapter): string[] {
  return machineId === null ? [`\n${machine}`] : [machineId, `\n${machine}`];
}

function machineKeys({ adapter, finding }: Entry): string[] {
  return machineNames(adapter).map((name) => `${finding.id}\n${name}`);
}

function findFirst(keys: readonly string[], entries: ReadonlyMap<string, Entry>): Entry | undefined {
  return keys.map((key) => entries.get(key)).find((entry) => entry !== undefined);
}

function countVerdicts(adapters: readonly AuditAdapter[]): Record<AuditVerdict, number> {
  const counts = noVerdicts();
  for (const { verdict } of adapters) if (Object.hasOwn(counts, verdict)) counts[verdict] += 1;
  return counts;
}

function describe({ adapter: { file, machine, label }, finding: { id, severity } }: Entry): ComparedFinding {
  return { id, severity, file, machine, label };
}
