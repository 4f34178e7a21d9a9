import { groupBy } from "../../collections.ts";
import { count, groupDigits } from "../../text.ts";
import type { Evidence, Knowledge } from "../../knowledge/knowledge.ts";
import type { Audit, AuditAdapter, ComparedFinding, Comparison, Summary } from "../judge/audit-types.ts";
import { type AuditVerdict, SEVERITIES, type Severity, VERDICTS } from "../judge/facts.ts";
import type { FleetKnowledge } from "../knowledge.ts";

/** Input of a report in addition to the audit. */
export interface ReportContext {
  knowledge: Knowledge;
  fleet: FleetKnowledge;
  /** Lowest severity that makes the audit fail. */
  failOn: Severity;
  /** Date that a report for people shows, YYYY-MM-DD. */
  date?: string | undefined;
}

/** Verdicts as reports print them. */
export const VERDICT_WORDS: Record<AuditVerdict, string> = {
  keep: "Keep",
  change: "Change",
  "upgrade-first": "Upgrade first",
  "ask-vendor": "Ask the vendor",
  "cannot-tell": "Cannot tell",
};

/** An adapter's name on the platform of a machine, or the spelling of the file. */
export function nameAdapter(
  { knowledge }: ReportContext,
  { platform }: Pick<AuditAdapter, "platform">,
  id: string | null,
  written?: string | null,
): string {
  const adapter = knowledge.adapters.find((one) => one.id === id);
  return adapter?.platforms[platform ?? ""]?.name ?? adapter?.name ?? written ?? "not stated";
}

/** A guest's name, or the spelling of the file; null if the file has none. */
export function nameGuest({
  guestName,
  guestAsWritten,
  guestFromTools,
}: Pick<AuditAdapter, "guestName" | "guestAsWritten" | "guestFromTools">): string | null {
  return guestName ?? guestAsWritten ?? guestFromTools;
}

/** Names the required upgrade as a sentence: "Install VMware Tools and upgrade the virtual hardware to version 7 or later". */
export function nameUpgrades(
  { knowledge }: ReportContext,
  {
    platform,
    upgrade,
    requiredHardware,
    tools,
  }: Pick<AuditAdapter, "platform" | "upgrade" | "requiredHardware" | "tools">,
): string {
  const drivers = knowledge.platforms.find(({ id }) => id === platform)?.guestDrivers ?? "the drivers";
  const words = upgrade.map((one) =>
    one === "virtual-hardware"
      ? `upgrade the virtual hardware${requiredHardware === null ? "" : ` to version ${requiredHardware} or later`}`
      : `${tools === "missing" ? "install" : "upgrade"} ${drivers}`,
  );
  const text = words.join(" and ").replace(/^(upgrade .*) and upgrade /, "$1 and ");
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}

/** Returns the cited evidence by reference. */
export function citation({ knowledge, fleet }: ReportContext, reference: string): Evidence | undefined {
  return knowledge.evidence[reference] ?? fleet.evidence[reference];
}

/** Describes the size of a fleet: "9 VMs, 8 adapters, 1 VM without listed adapters". */
export function countFleet(summary: Summary): string {
  const { machines, adapters } = summary;
  return [count(machines, "VM"), count(adapters, "adapter"), countUndescribed(summary)].filter(Boolean).join(", ");
}

/** Describes the VMs without listed adapters, because each also has a verdict. Empty if there are none. */
export function countUndescribed({ undescribed }: Summary): string {
  return undescribed === 0 ? "" : `${count(undescribed, "VM")} without listed adapters`;
}

/** Summarises the findings of an audit in one line. */
export function headline({ adapters, undescribed, verdicts, waves }: Summary): string {
  if (adapters + undescribed === 0) return "No adapters found";
  const work = waves.reduce((sum, wave) => sum + wave.count, 0);
  if (work === 0) return verdicts["cannot-tell"] > 0 ? "Facts are missing for a verdict" : "No adapter needs a change";
  return `${groupDigits(work)} of ${count(adapters, "adapter")} need${work === 1 ? "s" : ""} work`;
}

/** Each verdict that one of two audits has, with the adapters before and after, as rows of a table. */
export function listVerdicts({ verdicts: { before, after } }: Comparison): [string, string, string][] {
  return VERDICTS.filter((verdict) => before[verdict] + after[verdict] > 0).map((verdict) => [
    VERDICT_WORDS[verdict],
    groupDigits(before[verdict]),
    groupDigits(after[verdict]),
  ]);
}

const CHANGES = ["new", "fixed", "gone", "moved"] as const;

/** Name of an adapter of a machine, or of the machine alone: "web1 / Network adapter 1". */
const nameChanged = ({ machine, label }: Pick<ComparedFinding, "machine" | "label">): string =>
  [machine, label].filter(Boolean).join(" / ");

/**
 * The findings that differ from the older audit, by kind, with a note on where they were: for a moved one the old place, for one
 * that is gone its file if this audit does not have it, else nothing.
 */
export function listChanges({
  comparison,
  files,
}: Pick<Audit, "comparison" | "files">): { kind: string; name: string; finding: ComparedFinding; note: string }[] {
  if (!comparison) return [];
  const present = new Set(files.map(({ file }) => file));
  const noteOf = (kind: string, { file, from }: ComparedFinding & Partial<Comparison["moved"][number]>): string => {
    if (from) return `before: ${nameChanged(from)} in ${from.file}`;
    return kind === "gone" && !present.has(file) ? `${file} is not in this audit` : "";
  };
  return CHANGES.flatMap((kind) =>
    comparison[kind].map((finding) => ({ kind, name: nameChanged(finding), finding, note: noteOf(kind, finding) })),
  );
}

/** Why adapters cannot be judged, with the number of adapters for each reason, the most frequent first. */
export function listUnjudged({ adapters }: Pick<Audit, "adapters">): { text: string; adapters: number }[] {
  const counts = new Map<string, number>();
  for (const { verdict, missing, findings } of adapters) {
    if (verdict !== "cannot-tell") continue;
    const text = missing[0]?.text ?? findings[0]?.text ?? "No adapter is recommended for it.";
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([text, number]) => ({ text, adapters: number }));
}

/** The worst severity of an adapter's findings; undefined if there is none. */
export function worstOf({ findings }: Pick<AuditAdapter, "findings">): Severity | undefined {
  return SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity));
}

/** Verdicts by the work that they need. */
const BY_WORK: readonly AuditVerdict[] = ["change", "upgrade-first", "ask-vendor", "cannot-tell", "keep"];

/** The place of an adapter in a list for people: by its worst finding, then by its verdict, Keep last. */
function rankOf(adapter: AuditAdapter): number {
  const worst = worstOf(adapter);
  const severity = worst === undefined ? SEVERITIES.length : SEVERITIES.indexOf(worst);
  return severity * BY_WORK.length + BY_WORK.indexOf(adapter.verdict);
}

/** Lists the adapters that need work or have findings, the worst first. */
export function listWork({ adapters }: Pick<Audit, "adapters">): AuditAdapter[] {
  return sortByWork(adapters.filter(({ verdict, findings }) => verdict !== "keep" || findings.length > 0));
}

/** Sorts adapters with the worst first, and else as in the audit. */
export function sortByWork(adapters: readonly AuditAdapter[]): AuditAdapter[] {
  return adapters
    .map((adapter) => ({ adapter, rank: rankOf(adapter) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ adapter }) => adapter);
}

/**
 * Prepares the names of machines. Where several machines of the audit have one name, the id follows, or else the file and the
 * place: the id only if it tells the machine from the others.
 */
export function prepareNames({ adapters }: Pick<Audit, "adapters">): (adapter: AuditAdapter) => string {
  const machines = groupBy(adapters, ({ machine }) => machine);
  const isRepeated = new Set<string>();
  const sharedIds = new Set<string>();
  for (const [machine, own] of machines) {
    const filesOf = groupBy(own, ({ machineId }) => machineId);
    for (const [machineId, those] of filesOf)
      if (machineId !== null && those.some(({ file }) => file !== those[0]?.file)) sharedIds.add(machineId);
    // Rows without ids are of one machine, unless two have the same label.
    const labels = own.flatMap(({ file, machineId, label }) =>
      machineId === null && label !== null ? `${file}\n${label}` : [],
    );
    const those = new Set(own.map(({ file, machineId }) => `${file}\n${machineId}`));
    if (those.size > 1 || new Set(labels).size < labels.length) isRepeated.add(machine);
  }
  return ({ machine, machineId, file, place }) => {
    if (!isRepeated.has(machine)) return machine;
    return `${machine} (${machineId === null || sharedIds.has(machineId) ? `${file}, ${place}` : machineId})`;
  };
}

/** Total cost of the changes. */
interface Costs {
  /** Machines that have to be powered off or restarted, without those that are off. */
  downtime: number;
  /** Adapters whose guest gets a new network interface that needs its address. */
  cleanUps: [title: string, adapters: number][];
  needs: [what: string, adapters: number][];
  loses: [feature: string, adapters: number][];
}

/** Sums up the price of every change. */
export function sumCosts({ adapters }: Pick<Audit, "adapters">): Costs {
  const machines = new Set<string>();
  const [cleanUps, needs, loses] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const add = (into: Map<string, number>, words: readonly string[]): void =>
    words.forEach((word) => into.set(word, (into.get(word) ?? 0) + 1));
  for (const { price, file, machine, machineId, poweredOn } of adapters) {
    if (!price) continue;
    if (price.downtime && poweredOn !== false) machines.add(`${file}\n${machineId ?? machine}`);
    add(cleanUps, price.cleanUp);
    add(needs, price.needs);
    add(loses, price.loses);
  }
  const sorted = (map: Map<string, number>): [string, number][] => [...map].sort((a, b) => b[1] - a[1]);
  return { downtime: machines.size, cleanUps: sorted(cleanUps), needs: sorted(needs), loses: sorted(loses) };
}

/** Adapters that share everything that a person decides on. */
export interface Group {
  adapters: AuditAdapter[];
  /** The first of them, with its place in the audit. */
  first: AuditAdapter;
  index: number;
}

/** Groups the adapters that `fits` accepts by guest, adapter, verdict and findings: the worst first, then the largest. */
export function groupAdapters(
  adapters: readonly AuditAdapter[],
  fits: (adapter: AuditAdapter) => boolean = () => true,
): Group[] {
  const groups = new Map<string, Group>();
  for (const [index, first] of adapters.entries()) {
    if (!fits(first)) continue;
    const key = keyOf(first);
    const group = groups.get(key);
    if (group) group.adapters.push(first);
    else groups.set(key, { adapters: [first], first, index });
  }
  return sortGroups([...groups.values()]);
}

/** Sorts groups: the worst first, then the largest. */
export function sortGroups(groups: readonly Group[]): Group[] {
  return groups
    .map((group) => ({ group, rank: rankOf(group.first) }))
    .sort((a, b) => a.rank - b.rank || b.group.adapters.length - a.group.adapters.length)
    .map(({ group }) => group);
}

function keyOf(judged: AuditAdapter): string {
  const { adapter, adapterAsWritten, verdict, to, upgrade, findings } = judged;
  return [verdict, to, nameGuest(judged), adapter ?? adapterAsWritten, upgrade, ...findings.map(({ id }) => id)].join(
    "\n",
  );
}
