import type { Reason, Verdict, Advice } from "../../../advisor/explain/advice.ts";
import { traceRows } from "../../../advisor/explain/confidence.ts";
import { h } from "../../../advisor/ui/dom.ts";
import { explainProblem } from "../../../advisor/ui/form/field-messages.ts";
import { adapterName, adviceInWords } from "../../../advisor/ui/answer/names.ts";
import { neededText } from "../../../advisor/ui/answer/answer-text.ts";
import { readLeniently } from "../../../advisor/ui/form/form-values.ts";
import { readAddress } from "../advisor/address.ts";
import { fetchKnowledge, knowledgeFiles } from "../advisor/fetch-knowledge.ts";
import { createPageAdvisor } from "../advisor/page-advisor.ts";
import { platformIn } from "../../../advisor/ui/form/pairs.ts";

/** Lights the rules that decided in the situation that the address brings, and says above the table what it is and what came out. */
export async function lightRules(table: HTMLElement): Promise<void> {
  const knowledge = await fetchKnowledge(table, new URLSearchParams(location.search).get("platform"));
  const pairs = readAddress(location.search, knowledge.questions);
  if (pairs.length === 0) return;
  const advisor = createPageAdvisor(knowledgeFiles(table), knowledge);
  const platform = platformIn(knowledge, pairs);
  await advisor.switchTo(platform)?.loaded;
  advisor.switchTo(platform);
  const { situation, problems } = readLeniently(advisor, pairs);
  const back = h(
    "a",
    { href: `${document.documentElement.dataset.base ?? "/"}advisor/${location.search}` },
    ruleWords.backToAnswer,
  );
  if (problems.length > 0) {
    table.before(
      h(
        "section",
        { class: "rules-here", "aria-labelledby": "here-title" },
        h("h2", { id: "here-title" }, neededText(problems)),
        ...problems.map((problem) => h("p", {}, explainProblem(advisor, problem).text)),
        h("p", {}, back),
      ),
    );
    return;
  }
  const advice = advisor.advise(situation);
  const effects = effectTexts(advice);
  for (const [id, texts] of effects) {
    const row = table.querySelector(`[data-rule="${CSS.escape(id)}"]`);
    row?.setAttribute("data-fired", "");
    row?.querySelector("[data-then]")?.append(...texts.map((text) => h("span", { class: "fired-text" }, text)));
  }
  const only = h("input", { type: "checkbox", checked: effects.size > 0, onchange: show });
  show();
  table.before(
    h(
      "section",
      { class: "rules-here", "aria-labelledby": "here-title" },
      h("h2", { id: "here-title" }, advice.headline.text),
      h(
        "dl",
        { class: "facts" },
        ...adviceInWords(advisor.knowledge, advice, situation).map(([label, value]) =>
          h("div", {}, h("dt", {}, label), h("dd", {}, value)),
        ),
      ),
      ...renderExclusions(advice.verdicts),
      h("p", {}, ruleWords.rulesFired(effects.size, table.querySelectorAll("[data-rule]").length)),
      h("p", { class: "cluster" }, h("label", { class: "choice" }, only, ` ${ruleWords.onlyFired}`), back),
    ),
  );

  function show(): void {
    table.toggleAttribute("data-only-fired", only.checked);
  }

  /** What excludes without being a rule: offers, drivers, versions, required features. */
  function renderExclusions(verdicts: readonly Verdict[]): HTMLElement[] {
    const others = traceRows(verdicts, "excludes").filter(({ kind }) => kind !== "rule");
    return others.length === 0
      ? []
      : [
          h("p", {}, ruleWords.beforeRules),
          h(
            "ul",
            {},
            ...others.map(({ kind, id, adapters }) =>
              h(
                "li",
                {},
                `${adapters.map((adapter) => adapterName(advice, adapter)).join(", ")}: ${textOf(verdicts, kind, id)}`,
              ),
            ),
          ),
        ];
  }
}

function textOf(verdicts: readonly Verdict[], kind: Reason["kind"], id: string): string {
  const texts = verdicts.flatMap(({ reasons }) =>
    reasons.filter((reason) => reason.kind === kind && reason.id === id && reason.effect === "excludes"),
  );
  // One list excludes several adapters, with a sentence for each.
  return texts.length === 1 ? (texts[0]?.text ?? "") : (ruleWords.excludedBy[kind] ?? texts[0]?.text ?? "");
}

/** What the decision table says of a situation; apart, because only its page does. */
export const ruleWords = {
  rulesFired: (fired: number, all: number) => `${fired} of the ${all} rules apply here.`,
  onlyFired: "Only the rules that apply",
  backToAnswer: "Back to the answer",
  beforeRules: "Excluded before any rule:",
  excludedBy: {
    guest: "the platform does not support them for this guest.",
    driver: "no driver for them exists.",
  } as Partial<Record<Reason["kind"], string>>,
  ruleEffects: {
    excludes: (adapters) => `Here: excludes ${adapters}.`,
    prefers: (adapters) => `Here: prefers ${adapters}.`,
    behind: (adapters) => `Here: ranks ${adapters} lower.`,
    requires: (adapters) => `Here: requires a step for ${adapters}.`,
    warns: (adapters) => `Here: warns about ${adapters}.`,
    neutral: (adapters) => `Here: about ${adapters}.`,
  } as Record<Reason["effect"], (adapters: string) => string>,
} as const;

const EFFECTS: readonly Reason["effect"][] = ["excludes", "prefers", "behind", "requires", "warns"];

/** What each rule did in this situation, in words, by the rule's id. */
export function effectTexts(advice: Advice): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { kind, id, effect, adapters } of EFFECTS.flatMap((one) => traceRows(advice.verdicts, one))) {
    if (kind !== "rule") continue;
    const names = adapters.map((adapter) => adapterName(advice, adapter)).join(", ");
    texts.set(id, [...(texts.get(id) ?? []), ruleWords.ruleEffects[effect](names)]);
  }
  return texts;
}
