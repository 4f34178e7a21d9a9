import { count, groupDigits } from "../../text.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { getOrCompute, groupBy } from "../../collections.ts";
import { escapeHtml as escape } from "../../html.ts";
import type { Audit, AuditAdapter } from "../judge/audit-types.ts";
import { type AuditVerdict, VERDICTS } from "../judge/facts.ts";
import {
  groupAdapters,
  citation,
  countUndescribed,
  headline,
  nameAdapter,
  nameGuest,
  prepareNames,
  type ReportContext,
  sumCosts,
  listChanges,
  listVerdicts,
  listWork,
  VERDICT_WORDS,
} from "./report-words.ts";

/** Maximum number of rows in the list of adapters. The CSV has all adapters. */
const MOST_ADAPTERS = 1000;
const MOST_GROUPS = 25;
/** Statements that paper shows; the page that is handed on has room for no more. */
const MOST_PRINTED = 5;

const STYLE = `:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--soft:#5b6470;--line:#d4d9df;--keep:#2f7d4f;--change:#b35900;--upgrade-first:#7a4fb5;--ask-vendor:#276ea8;--cannot-tell:#6b7280;--error:#a3231f;--warning:#8a5200;--note:#43505e}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--paper:#15181c;--soft:#a9b2bd;--line:#3a424c;--keep:#63c08c;--change:#f0a050;--upgrade-first:#b79ae6;--ask-vendor:#79b8ea;--cannot-tell:#9aa3ae;--error:#ff8f87;--warning:#f2b866;--note:#b4bec9}}
body{margin:0 auto;max-width:70rem;padding:1.5rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.7rem;margin:0 0 .3rem;line-height:1.2}h2{font-size:1.2rem;margin:2rem 0 .6rem;border-bottom:1px solid var(--line)}
p{margin:.4rem 0}.soft{color:var(--soft)}.lead{font-size:1.15rem}
table{border-collapse:collapse;width:100%;font-size:.9em}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th{font-weight:600}td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}svg{display:block;width:100%;height:1.6rem;border-radius:.3rem}
ul.key{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;padding:0;margin:.5rem 0}
ul.key b{font-variant-numeric:tabular-nums}
.dot{display:inline-block;width:.75em;height:.75em;border-radius:.2em;margin-right:.4em}
${VERDICTS.map((verdict) => `.dot.${verdict}{background:var(--${verdict})}rect.${verdict}{fill:var(--${verdict})}`).join("")}
.error,.warning,.note,th{white-space:nowrap;overflow-wrap:normal}
.on-paper{display:none}
.error{color:var(--error);font-weight:600}.warning{color:var(--warning);font-weight:600}.note{color:var(--note)}
code{font-size:.9em}ol li{margin:.3rem 0}
@page{margin:12mm}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:8pt;line-height:1.3}h1{font-size:15pt}h2{font-size:10pt;margin:.5rem 0 .1rem;break-after:avoid}th,td{padding:.1rem .5rem .1rem 0}svg{height:1rem}ol,ul{margin:.2rem 0}ol li{margin:.1rem 0}tr,li{break-inside:avoid}.on-screen,.evidence :is(td,th):last-child,.evidence tr:nth-child(n+${MOST_PRINTED + 1}){display:none}.on-paper{display:block}.dot,svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
@media screen{td:not(.n){min-width:6rem}}
@media screen and (max-width:40rem){td:not(.n){min-width:8rem;overflow-wrap:break-word}}
@media (forced-colors:active){rect{stroke:CanvasText}.dot{border:1px solid CanvasText}}`;

/**
 * One page for people who decide: how many, how bad, what first, what it costs, evidence. On the screen lists of groups and
 * adapters follow, which paper leaves out. It loads nothing and runs nothing.
 */
export function* formatHtml(audit: Audit, context: ReportContext): Generator<string> {
  const { summary } = audit;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${digest(STYLE)}'">
<meta name="referrer" content="no-referrer">
<title>Audit of virtual network adapters</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escape(headline(summary))}</h1>
<p class="soft">${[
    context.date,
    `${count(summary.machines, "VM")}, ${count(summary.adapters, "adapter")} in ${count(summary.files, "file")}`,
    countUndescribed(summary),
    audit.target && `target platform ${audit.target}`,
    audit.policy && `policy ${audit.policy.name}, SHA-256 ${audit.policy.sha256}`,
    audit.redacted && "names replaced by hashes",
    `vNIC Atlas, knowledge ${audit.knowledgeVersion}`,
  ]
    .filter(Boolean)
    .map((part) => escape(String(part)))
    .join(" · ")}</p>
`;
  yield section("Verdicts", [bar(summary.verdicts), key(summary.verdicts), byAdapter(audit)]);
  yield section("Findings", [
    `<p><span class="error">${count(summary.findings.error, "error")}</span>, <span class="warning">${count(summary.findings.warning, "warning")}</span>, ${count(summary.findings.note, "note")}.</p>`,
    summary.byFinding.length === 0
      ? "<p>No findings.</p>"
      : table(
          ["Severity", "Finding", "Adapters:n", "What to do"],
          summary.byFinding.map(({ id, severity, title, count: number }) => [
            `<span class="${severity}">${severity}</span>`,
            escape(title),
            groupDigits(number),
            escape(context.fleet.findings.find((finding) => finding.id === id)?.help ?? ""),
          ]),
        ),
  ]);
  if (summary.waves.length > 0)
    yield section("Order of work", [
      `<ol>${summary.waves.map(({ title, text, count: number }) => `<li><b>${escape(title)}</b>, ${count(number, "adapter")}. ${escape(text)}</li>`).join("\n")}</ol>`,
    ]);
  yield section("Cost of the changes", listCosts(audit));
  if (audit.comparison) {
    const { new: added, fixed, gone, moved } = audit.comparison;
    const changes = listChanges(audit);
    const titles = new Map(context.fleet.findings.map(({ id, title }) => [id, title]));
    yield section("Since the last audit", [
      table(["Verdict", "Before:n", "After:n"], listVerdicts(audit.comparison)),
      `<p>${count(added.length, "new finding")}, ${groupDigits(fixed.length)} fixed, ${groupDigits(gone.length)} gone, ${groupDigits(moved.length)} moved.</p>`,
      changes.length > 0
        ? table(
            ["Change", "Adapter", "Finding", "Note"],
            changes
              .slice(0, MOST_ADAPTERS)
              .map(({ kind, name, finding: { severity, id }, note }) => [
                `${kind} <span class="${severity}">${severity}</span>`,
                escape(name),
                escape(titles.get(id) ?? id),
                escape(note),
              ]),
            "on-screen",
          )
        : "",
      changes.length > MOST_ADAPTERS
        ? `<p class="on-screen">${count(changes.length - MOST_ADAPTERS, "more finding")}: see the JSON.</p>`
        : "",
    ]);
  }
  yield* listEvidence(audit, context);
  yield '<p class="on-paper">The file of this report lists all changes, groups and adapters.</p>\n<div class="on-screen">\n';
  yield section("Groups", [
    table(
      ["Adapters:n", "Guest OS", "Adapter", "Verdict", "Measured elsewhere"],
      groupAdapters(audit.adapters)
        .slice(0, MOST_GROUPS)
        .map(({ adapters, first }) => [
          groupDigits(adapters.length),
          escape(nameGuest(first) ?? "not stated"),
          escape(nameAdapter(context, first, first.adapter, first.adapterAsWritten)),
          verdictCell(first, context),
          escape(first.effect?.text ?? ""),
        ]),
    ),
  ]);
  yield* listAdapters(audit, context);
  yield* listProblems(audit);
  yield "</div>\n</main>\n</body>\n</html>\n";
}

function listCosts(audit: Audit): string[] {
  const { downtime, cleanUps, needs, loses } = sumCosts(audit);
  if (downtime + cleanUps.length + needs.length === 0) return ["<p>Nothing: no adapter changes.</p>"];
  const items = [
    `${count(downtime, "VM")} must be shut down once.`,
    ...needs.map(([what, adapters]) => `${what} must be present: ${count(adapters, "adapter")}.`),
    ...cleanUps.map(([title, adapters]) => `${title}: ${count(adapters, "adapter")}.`),
    ...loses.map(([feature, adapters]) => `${feature} is lost: ${count(adapters, "adapter")}.`),
  ];
  return [
    `<ul>${items.map((item) => `<li>${escape(item)}</li>`).join("")}</ul>`,
    "<p>The guest sees a new network card. Note IP settings and MAC addresses before each change.</p>",
  ];
}

function bar(verdicts: Record<AuditVerdict, number>): string {
  const all = VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0);
  if (all === 0) return "";
  let x = 0;
  const parts = VERDICTS.map((verdict) => {
    const width = (1000 * verdicts[verdict]) / all;
    const rect = `<rect class="${verdict}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="24"/>`;
    x += width;
    return width === 0 ? "" : rect;
  });
  const label = VERDICTS.map((verdict) => `${VERDICT_WORDS[verdict]}: ${verdicts[verdict]}`).join(", ");
  return `<svg viewBox="0 0 1000 24" preserveAspectRatio="none" role="img" aria-label="${escape(label)}">${parts.join("")}</svg>`;
}

function key(verdicts: Record<AuditVerdict, number>): string {
  return `<ul class="key">${VERDICTS.map((verdict) => `<li><span class="dot ${verdict}"></span><b>${groupDigits(verdicts[verdict])}</b> ${VERDICT_WORDS[verdict]}</li>`).join("")}</ul>`;
}

function byAdapter({ summary }: Audit): string {
  return table(
    ["Adapter", ...VERDICTS.map((verdict) => `${VERDICT_WORDS[verdict]}:n`)],
    summary.byAdapter.map(({ name, verdicts }) => [
      escape(name),
      ...VERDICTS.map((verdict) => (verdicts[verdict] === 0 ? "" : groupDigits(verdicts[verdict]))),
    ]),
  );
}

function verdictCell(adapter: AuditAdapter, context: ReportContext): string {
  const { verdict, to } = adapter;
  const change = to === null || to === adapter.adapter ? "" : ` to ${escape(nameAdapter(context, adapter, to))}`;
  return `<span class="dot ${verdict}"></span>${VERDICT_WORDS[verdict]}${verdict === "upgrade-first" && change !== "" ? `, then change${change}` : change}`;
}

function* listAdapters(audit: Audit, context: ReportContext): Generator<string> {
  const listed = listWork(audit);
  const nameMachine = prepareNames(audit);
  if (listed.length === 0) return;
  yield `<section>\n<h2>Adapters with work or findings</h2>\n<div class="scroll"><table>\n<thead><tr><th scope="col">VM</th><th scope="col">Adapter</th><th scope="col">Guest OS</th><th scope="col">Verdict</th><th scope="col">Findings</th></tr></thead>\n<tbody>\n`;
  for (const adapter of listed.slice(0, MOST_ADAPTERS)) {
    const { label, findings, missing, adapterAsWritten } = adapter;
    const texts = [
      ...findings.map(({ severity, text }) => `<span class="${severity}">${severity}</span>: ${escape(text)}`),
      ...missing.map(({ text, command }) => `${escape(text)}${command ? ` <code>${escape(command)}</code>` : ""}`),
    ];
    yield `<tr><td>${escape(nameMachine(adapter))}</td><td>${escape([label, nameAdapter(context, adapter, adapter.adapter, adapterAsWritten)].filter(Boolean).join(": "))}</td><td>${escape(nameGuest(adapter) ?? "not stated")}</td><td>${verdictCell(adapter, context)}</td><td>${texts.join("<br>")}</td></tr>\n`;
  }
  yield "</tbody>\n</table></div>\n";
  if (listed.length > MOST_ADAPTERS)
    yield `<p>${count(listed.length - MOST_ADAPTERS, "more adapter")}: see the CSV or the JSON.</p>\n`;
  yield "</section>\n";
}

function* listProblems({ files }: Audit): Generator<string> {
  const problems = files.flatMap(({ file, problems }) => problems.map((problem) => ({ file, ...problem })));
  if (problems.length === 0) return;
  yield section("Problems in the files", [
    `<ul>${problems
      .slice(0, MOST_ADAPTERS)
      .map(({ file, place, text }) => `<li>${escape(file)}, ${escape(place)}: ${escape(text)}</li>`)
      .join("")}</ul>`,
  ]);
}

/** Lists the evidence of findings and gains, the evidence for most adapters first. */
function* listEvidence({ adapters }: Audit, context: ReportContext): Generator<string> {
  const statements = new Map<string, string>();
  const statementOf = (reference: string): string =>
    getOrCompute(statements, reference, () => {
      const { title = reference, year = "" } = citation(context, reference) ?? {};
      return `${title}\n${year}`;
    });
  // Rows of one dataset count as one piece of evidence.
  const cited = new Map<string, { adapters: number; references: Set<string> }>();
  for (const { findings, effect } of adapters) {
    const references = [...findings.flatMap(({ evidence }) => evidence), ...(effect?.evidence ?? [])];
    for (const [statement, own] of groupBy(references, statementOf)) {
      const entry = getOrCompute(cited, statement, () => ({ adapters: 0, references: new Set<string>() }));
      entry.adapters += 1;
      for (const reference of own) entry.references.add(reference);
    }
  }
  if (cited.size === 0) return;
  const rows = [...cited].sort(([a, one], [b, other]) => other.adapters - one.adapters || (a < b ? -1 : 1));
  yield section("Evidence", [
    table(
      ["Statement", "Year:n", "Adapters:n", "Record"],
      rows.map(([statement, { adapters: number, references }]) => {
        const [title = "", year = ""] = statement.split("\n");
        const records = [...references].sort().map((reference) => `<code>${escape(reference)}</code>`);
        return [escape(title), escape(year), groupDigits(number), records.join("<br>")];
      }),
      "evidence",
    ),
    rows.length > MOST_PRINTED
      ? `<p class="on-paper">${count(rows.length - MOST_PRINTED, "more statement")} in the file of this report.</p>`
      : "",
  ]);
}

function section(title: string, parts: readonly string[]): string {
  return `<section>\n<h2>${escape(title)}</h2>\n${parts.join("\n")}\n</section>\n`;
}

/** A table of HTML cells; ":n" after a title is a column of numbers. */
function table(titles: readonly string[], cells: readonly (readonly string[])[], kind = ""): string {
  const classes = titles.map((title) => (title.endsWith(":n") ? ' class="n"' : ""));
  const heads = titles.map((title, at) => `<th scope="col"${classes[at]}>${escape(title.replace(/:n$/, ""))}</th>`);
  const body = cells.map((row) => `<tr>${row.map((cell, at) => `<td${classes[at]}>${cell}</td>`).join("")}</tr>`);
  return `<div class="scroll ${kind}"><table>\n<thead><tr>${heads.join("")}</tr></thead>\n<tbody>\n${body.join("\n")}\n</tbody>\n</table></div>`;
}

/** SHA-256 in base64, as content policies name a style sheet. */
function digest(text: string): string {
  return btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))));
}
