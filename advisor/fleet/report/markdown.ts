import { count, groupDigits } from "../../text.ts";
import type { Audit } from "../judge/audit-types.ts";
import { VERDICTS } from "../judge/facts.ts";
import {
  groupAdapters,
  citation,
  countFleet,
  listChanges,
  listVerdicts,
  listWork,
  nameAdapter,
  nameGuest,
  prepareNames,
  type ReportContext,
  sumCosts,
  VERDICT_WORDS,
} from "./report-words.ts";

/** Maximum number of adapters in the list. */
const MOST_ADAPTERS = 500;

/** The audit as Markdown, for wikis and pull requests. */
export function* formatMarkdown(audit: Audit, context: ReportContext): Generator<string> {
  const { summary } = audit;
  yield `# Virtual network adapters: audit\n\n`;
  yield `${countFleet(summary)}. Knowledge ${escape(audit.knowledgeVersion)}.\n\n`;
  if (audit.target) yield `Target platform: ${escape(audit.target)}.\n\n`;
  if (audit.policy) yield `Policy: ${escape(audit.policy.name)}, SHA-256 \`${audit.policy.sha256}\`.\n\n`;
  yield* table(
    ["Verdict", "Adapters"],
    VERDICTS.map((verdict) => [VERDICT_WORDS[verdict], groupDigits(summary.verdicts[verdict])]),
  );
  if (summary.byFinding.length > 0) {
    yield "\n## Findings\n\n";
    yield* table(
      ["Severity", "Finding", "Adapters", "Id"],
      summary.byFinding.map(({ severity, title, count: number, id }) => [
        severity,
        escape(title),
        groupDigits(number),
        `\`${id}\``,
      ]),
    );
  }
  if (summary.waves.length > 0) {
    yield "\n## Order of work\n\n";
    for (const { title, text, count: number } of summary.waves)
      yield `1. **${escape(title)}** (${count(number, "adapter")}): ${escape(text)}\n`;
    const costs = sumCosts(audit);
    yield `\nThe changes need a shutdown of ${count(costs.downtime, "VM")}.\n`;
  }
  const groups = groupAdapters(audit.adapters);
  if (groups.length > 0) {
    yield "\n## Groups\n\n";
    yield* table(
      ["Adapters", "Guest OS", "Adapter", "Verdict", "Change to", "Findings"],
      groups
        .slice(0, 100)
        .map(({ adapters, first }) => [
          groupDigits(adapters.length),
          escape(nameGuest(first) ?? "not stated"),
          escape(nameAdapter(context, first, first.adapter, first.adapterAsWritten)),
          VERDICT_WORDS[first.verdict],
          first.to === null ? "" : escape(nameAdapter(context, first, first.to)),
          first.findings.map(({ id }) => `\`${id}\``).join(", "),
        ]),
    );
  }
  if (audit.comparison) {
    const { new: added, fixed, gone, moved } = audit.comparison;
    yield `\n## Since the baseline\n\n${added.length} new, ${fixed.length} fixed, ${gone.length} gone, ${moved.length} moved.\n\n`;
    yield* table(["Verdict", "Before", "After"], listVerdicts(audit.comparison));
    yield "\n";
    const changes = listChanges(audit);
    yield* table(
      ["", "Severity", "VM", "Adapter", "Finding", "Note"],
      changes
        .slice(0, MOST_ADAPTERS)
        .map(({ kind, finding: { severity, machine, label, id }, note }) => [
          kind,
          severity,
          escape(machine),
          escape(label ?? ""),
          `\`${id}\``,
          escape(note),
        ]),
    );
    if (changes.length > MOST_ADAPTERS)
      yield `\n${count(changes.length - MOST_ADAPTERS, "more finding")}: see the JSON.\n`;
  }
  const listed = listWork(audit);
  const nameMachine = prepareNames(audit);
  if (listed.length > 0) {
    yield "\n## Adapters\n\n";
    yield* table(
      ["VM", "Adapter", "Type", "Guest OS", "Verdict", "Change to", "Findings"],
      listed
        .slice(0, MOST_ADAPTERS)
        .map((adapter) => [
          escape(nameMachine(adapter)),
          escape(adapter.label ?? ""),
          escape(nameAdapter(context, adapter, adapter.adapter, adapter.adapterAsWritten)),
          escape(nameGuest(adapter) ?? "not stated"),
          VERDICT_WORDS[adapter.verdict],
          adapter.to === null ? "" : escape(nameAdapter(context, adapter, adapter.to)),
          [...adapter.findings.map(({ text }) => text), ...adapter.missing.map(({ text }) => text)]
            .map(escape)
            .join("<br>"),
        ]),
    );
    if (listed.length > MOST_ADAPTERS)
      yield `\n${count(listed.length - MOST_ADAPTERS, "more adapter")}: see the CSV or the JSON.\n`;
  }
  const problems = audit.files.flatMap(({ file, problems }) => problems.map((problem) => ({ file, ...problem })));
  if (problems.length > 0) {
    yield "\n## Problems in the files\n\n";
    for (const { file, place, text } of problems) yield `- ${escape(`${file}, ${place}: ${text}`)}\n`;
  }
  const cited = [...new Set(audit.adapters.flatMap(({ findings }) => findings.flatMap(({ evidence }) => evidence)))];
  if (cited.length > 0) {
    yield "\n## Evidence\n\n";
    for (const reference of cited.sort()) {
      const { title = "", year } = citation(context, reference) ?? {};
      yield `- ${escape(title)}${year === undefined ? "" : ` (${year})`} \`${reference}\`\n`;
    }
  }
}

function* table(titles: readonly string[], cells: readonly (readonly string[])[]): Generator<string> {
  yield `| ${titles.join(" | ")} |\n|${titles.map(() => " --- |").join("")}\n`;
  for (const row of cells) yield `| ${row.join(" | ")} |\n`;
}

/** Escapes text of a file, so that it cannot add markup, links or columns. */
function escape(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]<>()#+!|~$-]/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/\b(https?|ftp|mailto):/gi, "$1\\:")
    .replace(/\b(www)\./gi, "$1\\.")
    .replace(/@/g, "\\@");
}
