import type { Audit, AuditAdapter } from "../../../advisor/fleet/judge/audit-types.ts";
import { SEVERITIES } from "../../../advisor/fleet/knowledge.ts";
import { nameAdapter, type ReportContext, VERDICT_WORDS, worstOf } from "../../../advisor/fleet/report/report-words.ts";
import type { Filter, Row } from "./protocol.ts";

/** The rows that fit a filter, the worst first. */
export interface RowList {
  /** Number of rows. */
  total: number;
  /** Number of adapters that they stand for. */
  adapters: number;
  /** Some of the rows, in words. */
  slice(from: number, count: number): Row[];
}

interface Group {
  index: number;
  count: number;
}

/** Finds the adapters that fit a filter, grouped if that is asked for; words are made for the rows in view only. */
export function listRows(audit: Audit, filter: Filter, context: ReportContext): RowList {
  const fits = makeFits(filter, context);
  const groups = new Map<string, Group>();
  let adapters = 0;
  for (const [index, adapter] of audit.adapters.entries()) {
    if (!fits(adapter)) continue;
    adapters++;
    const key = filter.grouped ? keyOf(adapter) : String(index);
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { index, count: 1 });
  }
  const ranked = [...groups.values()].map((group) => ({ group, rank: rankOf(audit.adapters[group.index]) }));
  ranked.sort((a, b) => a.rank - b.rank || b.group.count - a.group.count || a.group.index - b.group.index);
  return {
    total: ranked.length,
    adapters,
    slice: (from, count) =>
      ranked.slice(from, from + count).flatMap(({ group }) => {
        const adapter = audit.adapters[group.index];
        return adapter ? [describe(adapter, group, context)] : [];
      }),
  };
}

function makeFits(filter: Filter, context: ReportContext): (adapter: AuditAdapter) => boolean {
  const words = (filter.text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return (adapter) =>
    (filter.verdict === undefined || adapter.verdict === filter.verdict) &&
    (filter.severity === undefined || worstOf(adapter) === filter.severity) &&
    (filter.finding === undefined || adapter.findings.some(({ id }) => id === filter.finding)) &&
    (filter.wave === undefined || adapter.wave === filter.wave) &&
    (filter.adapter === undefined || (adapter.adapter ?? "") === filter.adapter) &&
    (words.length === 0 || words.every((word) => textOf(adapter, context).includes(word)));
}

function textOf(adapter: AuditAdapter, context: ReportContext): string {
  const { machine, label, mac, network, cluster, guestName, guestAsWritten, adapterAsWritten, file } = adapter;
  const name = nameAdapter(context, adapter, adapter.adapter, adapterAsWritten);
  return [machine, label, mac, network, cluster, guestName, guestAsWritten, adapterAsWritten, name, file]
    .join("\n")
    .toLowerCase();
}

/** What people decide on once for all machines that share it. */
function keyOf({ adapter, adapterAsWritten, guestName, guestAsWritten, verdict, to, findings }: AuditAdapter): string {
  const ids = findings.map(({ id }) => id);
  return JSON.stringify([adapter ?? adapterAsWritten, guestName ?? guestAsWritten, verdict, to, ...ids]);
}

const verdictRanks = ["change", "upgrade-first", "ask-vendor", "cannot-tell", "keep"];

function rankOf(adapter: AuditAdapter | undefined): number {
  if (!adapter) return Infinity;
  const worst = worstOf(adapter);
  const severity = worst === undefined ? SEVERITIES.length : SEVERITIES.indexOf(worst);
  return severity * verdictRanks.length + verdictRanks.indexOf(adapter.verdict);
}

function describe(adapter: AuditAdapter, { index, count }: Group, context: ReportContext): Row {
  const { machine, label, guestName, guestAsWritten, adapterAsWritten, verdict, to, findings } = adapter;
  return {
    index,
    count,
    machine: count === 1 ? [machine, label].filter(Boolean).join(", ") : `${count} adapters`,
    guest: guestName ?? guestAsWritten ?? "not stated",
    adapter: nameAdapter(context, adapter, adapter.adapter, adapterAsWritten),
    verdict,
    verdictText:
      to === null ? VERDICT_WORDS[verdict] : `${VERDICT_WORDS[verdict]}: ${nameAdapter(context, adapter, to)}`,
    severity: worstOf(adapter) ?? null,
    findings: findings.map(({ id }) => context.fleet.findings.find((one) => one.id === id)?.title ?? id).join("; "),
  };
}
