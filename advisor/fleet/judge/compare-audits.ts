import { groupBy } from "../../collections.ts";
import { findUtf16 } from "../read/text/documents.ts";
import type { Audit, AuditAdapter, ComparedFinding, Comparison, Finding } from "./audit-types.ts";
import { checkValueOf } from "./redact.ts";

/** The compared fields of an older audit. Its file may come from another version. */
export type Baseline = Pick<Audit, "knowledgeVersion" | "redacted" | "redactionKey" | "adapters" | "files">;

interface Entry {
  adapter: AuditAdapter;
  finding: Finding;
}

/**
 * Compares the findings of two audits. An adapter is found again by its machine's id and its label, else by its MAC address,
 * else by the machine's name and the label.
 */
export function compareAudits(baseline: Baseline, audit: Pick<Audit, "adapters" | "files">): Comparison {
  const old = entriesOf(baseline.adapters);
  // The last of a list is the first that is tried, so that taking one off costs nothing, however many share a name.
  const backwards = [...old].reverse();
  const byKey = new Map(
    [idKey, macKey, nameKey].map((keyOf) => [keyOf, groupBy(backwards, (entry) => keyOf(entry) ?? "")] as const),
  );
  const oldFiles = new Set(baseline.adapters.map(({ file }) => file));
  const matched = new Set<Entry>();
  const files = new Set(audit.files.map(({ file }) => file));
  const added: ComparedFinding[] = [];
  const moved: Comparison["moved"] = [];
  for (const entry of entriesOf(audit.adapters)) {
    const before = find(entry, byKey, matched, oldFiles.has(entry.adapter.file));
    if (!before) {
      added.push(describe(entry));
      continue;
    }
    matched.add(before);
    const { file, machine, label } = before.adapter;
    // An export of another day has another name; only from one file to another that is still there is a move.
    const isElsewhere = file !== entry.adapter.file && files.has(file);
    if (machine !== entry.adapter.machine || label !== entry.adapter.label || isElsewhere)
      moved.push({ ...describe(entry), from: { file, machine, label } });
  }
  return {
    knowledgeVersion: baseline.knowledgeVersion,
    new: added,
    fixed: old.filter((entry) => !matched.has(entry)).map(describe),
    moved,
  };
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

function describe({ adapter: { file, machine, label }, finding: { id, severity } }: Entry): ComparedFinding {
  return { id, severity, file, machine, label };
}
