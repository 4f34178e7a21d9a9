import type { Audit, AuditAdapter } from "../../../advisor/fleet/judge/audit-types.ts";
import { SEVERITIES } from "../../../advisor/fleet/knowledge.ts";
import {
  type Group,
  groupAdapters,
  nameAdapter,
  nameGuest,
  type ReportContext,
  VERDICT_WORDS,
  worstOf,
} from "../../../advisor/fleet/report/report-words.ts";
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

/** Finds the adapters that fit a filter, grouped if that is asked for; words are made for the rows in view only. */
export function listRows(audit: Audit, filter: Filter, context: ReportContext): RowList {
  const fits = makeFits(filter, context);
  const groups = filter.grouped
    ? groupAdapters(audit.adapters, fits)
    : audit.adapters.flatMap((first, index) => (fits(first) ? [{ adapters: 1, first, index }] : []));
  const ranked = groups.map((group) => ({ group, rank: rankOf(group.first) }));
  ranked.sort((a, b) => a.rank - b.rank || b.group.adapters - a.group.adapters || a.group.index - b.group.index);
  return {
    total: ranked.length,
    adapters: groups.reduce((sum, { adapters }) => sum + adapters, 0),
    slice: (from, count) => ranked.slice(from, from + count).map(({ group }) => describe(group, context)),
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
  const { machine, label, mac, network, cluster, guestName, guestAsWritten, guestFromTools } = adapter;
  const { adapterAsWritten, file } = adapter;
  const name = nameAdapter(context, adapter, adapter.adapter, adapterAsWritten);
  return [
    machine,
    label,
    mac,
    network,
    cluster,
    guestName,
    guestAsWritten,
    guestFromTools,
    adapterAsWritten,
    name,
    file,
  ]
    .join("\n")
    .toLowerCase();
}

const verdictRanks = ["change", "upgrade-first", "ask-vendor", "cannot-tell", "keep"];

function rankOf(adapter: AuditAdapter): number {
  const worst = worstOf(adapter);
  const severity = worst === undefined ? SEVERITIES.length : SEVERITIES.indexOf(worst);
  return severity * verdictRanks.length + verdictRanks.indexOf(adapter.verdict);
}

function describe({ adapters: count, first: adapter, index }: Group, context: ReportContext): Row {
  const { machine, label, adapterAsWritten, verdict, to, findings, missing } = adapter;
  const titles = findings.map(({ id }) => context.fleet.findings.find((one) => one.id === id)?.title ?? id);
  return {
    index,
    count,
    machine: count === 1 ? [machine, label].filter(Boolean).join(", ") : `${count} adapters`,
    guest: nameGuest(adapter) ?? "not stated",
    adapter: nameAdapter(context, adapter, adapter.adapter, adapterAsWritten),
    verdict,
    verdictText:
      to === null ? VERDICT_WORDS[verdict] : `${VERDICT_WORDS[verdict]}: ${nameAdapter(context, adapter, to)}`,
    severity: worstOf(adapter) ?? null,
    findings:
      verdict === "cannot-tell" && titles.length === 0 ? missing.map(({ text }) => text).join(" ") : titles.join("; "),
  };
}
