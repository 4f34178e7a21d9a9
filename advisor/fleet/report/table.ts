import { groupBy } from "../../collections.ts";
import { count, groupDigits } from "../../text.ts";
import type { Audit, AuditAdapter } from "../judge/audit-types.ts";
import { isAtLeast } from "../judge/audit.ts";
import { VERDICTS } from "../judge/facts.ts";
import {
  groupAdapters,
  countFleet,
  listChanges,
  listVerdicts,
  nameAdapter,
  nameGuest,
  nameUpgrades,
  prepareNames,
  type ReportContext,
  sortByWork,
  VERDICT_WORDS,
} from "./report-words.ts";

/** Maximum number of adapters in the list. For more, the report shows groups. */
const MOST_ADAPTERS = 40;
const MOST_GROUPS = 20;
const MOST_PROBLEMS = 20;

/** The audit for a terminal: counts, findings, waves, then adapters or groups of them. */
export function* formatTable(audit: Audit, context: ReportContext): Generator<string> {
  const { summary } = audit;
  yield `${countFleet(summary)}\n`;
  if (audit.target) yield `Target platform: ${audit.target}\n`;
  if (audit.policy) yield `Policy: ${printable(audit.policy.name)} (SHA-256 ${audit.policy.sha256})\n`;
  yield "\nVERDICTS\n";
  yield* rows(
    VERDICTS.filter((verdict) => summary.verdicts[verdict] > 0).map((verdict) => [
      groupDigits(summary.verdicts[verdict]),
      VERDICT_WORDS[verdict],
    ]),
    [true],
  );
  if (summary.byFinding.length > 0) {
    yield "\nFINDINGS\n";
    yield* rows(
      summary.byFinding.map((finding) => [groupDigits(finding.count), finding.severity, finding.id, finding.title]),
      [true],
    );
  }
  if (summary.waves.length > 0) {
    yield "\nORDER OF WORK\n";
    yield* rows(
      summary.waves.map((wave, at) => [`${at + 1}.`, groupDigits(wave.count), wave.title, wave.text]),
      [true, true],
    );
  }
  yield* audit.adapters.length <= MOST_ADAPTERS ? listAdapters(audit, context) : listGroups(audit, context);
  yield* listComparison(audit);
  yield* listProblems(audit);
  yield `\nKnowledge ${audit.knowledgeVersion}.\n`;
}

function* listAdapters(audit: Audit, context: ReportContext): Generator<string> {
  if (audit.adapters.length === 0) return;
  yield "\nADAPTERS\n";
  const nameMachine = prepareNames(audit);
  for (const adapter of sortByWork(audit.adapters)) {
    const { label, findings, missing } = adapter;
    yield `  ${printable([nameMachine(adapter), label].filter(Boolean).join(" / "))}: ${describeVerdict(adapter, context)}`;
    yield ` (${printable(nameGuest(adapter) ?? "guest OS not stated")})\n`;
    for (const { severity, text } of findings)
      if (isAtLeast(severity, context.failOn)) yield `      ${severity}: ${printable(text)}\n`;
    for (const { text, command } of missing)
      yield `      missing: ${printable(text)}${command ? ` Run: ${command}` : ""}\n`;
  }
}

function* listGroups(audit: Audit, context: ReportContext): Generator<string> {
  const groups = groupAdapters(audit.adapters).filter(
    ({ first }) => first.verdict !== "keep" || first.findings.length > 0,
  );
  if (groups.length === 0) return;
  yield "\nGROUPS\n";
  yield* rows(
    groups.slice(0, MOST_GROUPS).map(({ adapters, first }) => [
      groupDigits(adapters.length),
      describeVerdict(first, context),
      printable(nameGuest(first) ?? "guest OS not stated"),
      first.findings
        .filter(({ severity }) => isAtLeast(severity, context.failOn))
        .map(({ id }) => id)
        .join(", "),
    ]),
    [true],
  );
  if (groups.length > MOST_GROUPS)
    yield `  ${count(groups.length - MOST_GROUPS, "more group")}. --format csv lists every adapter.\n`;
}

/** "Change E1000E to VMXNET3", "Keep VMXNET3". */
function describeVerdict(adapter: AuditAdapter, context: ReportContext): string {
  const { verdict, to, upgrade, adapterAsWritten } = adapter;
  const current = nameAdapter(context, adapter, adapter.adapter, adapterAsWritten && printable(adapterAsWritten));
  const first = upgrade.length > 0 ? `${nameUpgrades(context, adapter)} first, then ` : "";
  if (to !== null && to === adapter.adapter) return `${first}keep ${current}`;
  if (to !== null) {
    return `${first === "" ? "Change" : `${first}change`} ${current} to ${nameAdapter(context, adapter, to)}`;
  }
  if (verdict === "keep") return `Keep ${current}`;
  return `${VERDICT_WORDS[verdict]}: ${current}`;
}

function* listComparison(audit: Audit): Generator<string> {
  const { comparison } = audit;
  if (!comparison) return;
  yield `\nSINCE THE BASELINE (knowledge ${printable(comparison.knowledgeVersion)})\n`;
  yield* rows(
    [
      ["new", comparison.new.length],
      ["fixed", comparison.fixed.length],
      ["gone", comparison.gone.length],
      ["moved", comparison.moved.length],
    ].map(([word, number]) => [groupDigits(Number(number)), String(word)]),
    [true],
  );
  yield* rows([["", "before", "after"], ...listVerdicts(comparison)], [false, true, true]);
  const byKind = groupBy(listChanges(audit), ({ kind }) => kind);
  for (const [kind, changes] of byKind) {
    for (const { name, finding, note } of changes.slice(0, MOST_GROUPS))
      yield `  ${printable(`${kind} ${finding.severity}: ${name}: ${finding.id}${note === "" ? "" : ` (${note})`}`)}\n`;
    if (changes.length > MOST_GROUPS)
      yield `  ${groupDigits(changes.length - MOST_GROUPS)} more ${kind}. --format json lists all.\n`;
  }
}

function* listProblems({ files, summary }: Audit): Generator<string> {
  const problems = files.flatMap(({ file, problems }) => problems.map((problem) => ({ file, ...problem })));
  if (problems.length === 0 && summary.unread === 0) return;
  yield "\nPROBLEMS IN THE FILES\n";
  if (summary.unread > 0) yield `  ${count(summary.unread, "row")} could not be used.\n`;
  for (const { file, place, text } of problems.slice(0, MOST_PROBLEMS))
    yield `  ${printable(`${file}, ${place}: ${text}`)}\n`;
  if (problems.length > MOST_PROBLEMS)
    yield `  ${count(problems.length - MOST_PROBLEMS, "more problem")}. --format json lists all.\n`;
}

/** Cells in columns, two spaces apart; the columns named are right-aligned. */
function* rows(table: readonly (readonly string[])[], right: readonly boolean[] = []): Generator<string> {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  for (const row of table) {
    const cells = row.map((cell, column) =>
      right[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    yield `  ${cells.join("  ").trimEnd()}\n`;
  }
}

/** Removes control characters from a file's text, which could move the terminal's cursor or change its colours. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ");
}
