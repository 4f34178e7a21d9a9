import { groupDigits } from "../../../advisor/text.ts";
import type { Audit, AuditAdapter } from "../../../advisor/fleet/judge/audit-types.ts";
import { SEVERITIES } from "../../../advisor/fleet/judge/facts.ts";
import {
  type Group,
  groupAdapters,
  nameAdapter,
  nameGuest,
  type ReportContext,
  sortGroups,
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
  /** The adapters of the row whose first adapter has this place in the audit. */
  adaptersAt(index: number): readonly AuditAdapter[];
}

/** Finds the adapters that fit a filter, grouped if that is asked for; words are made for the rows in view only. */
export function listRows(audit: Audit, filter: Filter, context: ReportContext): RowList {
  const fits = makeFits(filter, context);
  const groups = filter.grouped
    ? groupAdapters(audit.adapters, fits)
    : sortGroups(audit.adapters.flatMap((first, index) => (fits(first) ? [{ adapters: [first], first, index }] : [])));
  return {
    total: groups.length,
    adapters: groups.reduce((sum, { adapters }) => sum + adapters.length, 0),
    slice: (from, count) => groups.slice(from, from + count).map((group) => describe(group, context)),
    adaptersAt: (index) => groups.find((group) => group.index === index)?.adapters ?? [],
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

/** The findings of an adapter, the worst first. */
export function sortFindings(findings: AuditAdapter["findings"]): AuditAdapter["findings"] {
  return [...findings].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

/** Each machine once, in the order of the audit. */
export function listMachines(adapters: readonly AuditAdapter[]): string[] {
  return [...new Set(adapters.map(({ machine }) => machine))];
}

function nameGroup({ adapters, first: { machine, label } }: Group): string {
  if (adapters.length === 1) return [machine, label].filter(Boolean).join(", ");
  const others = listMachines(adapters).length - 1;
  return others === 0
    ? `${machine}, ${groupDigits(adapters.length)} adapters`
    : `${machine} and ${groupDigits(others)} more`;
}

function describe(group: Group, context: ReportContext): Row {
  const { first: adapter, index } = group;
  const { adapterAsWritten, verdict, to, findings, missing } = adapter;
  const titles = sortFindings(findings).map(
    ({ id }) => context.fleet.findings.find((one) => one.id === id)?.title ?? id,
  );
  const lacks = verdict === "cannot-tell" ? missing.map(({ text }) => text) : [];
  const [first, ...others] = titles.length === 0 ? lacks : titles;
  return {
    index,
    machine: nameGroup(group),
    guest: nameGuest(adapter) ?? "not stated",
    adapter: nameAdapter(context, adapter, adapter.adapter, adapterAsWritten),
    verdict,
    verdictText:
      to === null ? VERDICT_WORDS[verdict] : `${VERDICT_WORDS[verdict]}: ${nameAdapter(context, adapter, to)}`,
    severity: worstOf(adapter) ?? null,
    findings: titles.length === 0 ? lacks.join(" ") : titles.join("; "),
    reason: first === undefined ? "" : others.length === 0 ? first : `${first} and ${groupDigits(others.length)} more`,
  };
}
