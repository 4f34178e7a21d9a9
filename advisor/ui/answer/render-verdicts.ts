import type { Advice, Reason, Verdict } from "../../explain/advice.ts";
import { toText } from "../../questions/text-fields.ts";
import { listAbsent, toldReasons } from "./answer-text.ts";
import { h, fold, section } from "../dom.ts";
import { atlasLink, citationLinks } from "./links.ts";
import { statusWord } from "./names.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";

/** Every adapter with its status, the reason that decides in short, and all reasons with their sources one click away. */
export function renderVerdicts(advice: Advice, view: View): HTMLElement {
  const query = new URLSearchParams(toText(advice.situation));
  const listed = (verdicts: Verdict[]): HTMLElement => {
    const told = toldReasons(verdicts, advice);
    return h("ul", { class: "verdict-list" }, ...verdicts.map((verdict, at) => renderVerdict(verdict, told[at], view)));
  };
  const absent = listAbsent(advice);
  return section(
    words.verdicts,
    listed(advice.verdicts.filter((verdict) => !absent.includes(verdict))),
    absent.length > 0 && fold("absent", [words.absent(absent.map(({ name }) => name).join(", "))], listed(absent)),
    view.atlas !== null && h("p", {}, atlasLink(view, `/rules/?${query}`, "rules-link", words.rulesThatDecided)),
  );
}

function renderVerdict(verdict: Verdict, told: string | undefined, view: View): HTMLElement {
  const { adapter, name, status, reasons } = verdict;
  return h(
    "li",
    { class: "verdict", "data-status": status },
    h("span", { class: "verdict-name" }, atlasLink(view, `/adapters/${adapter}/`, "adapter-link", name)),
    h("span", { class: "status" }, statusWord(verdict)),
    h(
      "div",
      { class: "verdict-told" },
      told !== undefined && h("p", { class: "verdict-reason" }, told),
      " ",
      fold(
        `reasons-${adapter}`,
        [words.reasons(reasons.length), h("span", { class: "visually-hidden" }, words.forAdapter(name))],
        h("ul", { class: "reason-list" }, ...reasons.map((reason) => renderReason(reason, view))),
      ),
    ),
  );
}

function renderReason(reason: Reason, view: View): HTMLElement {
  const links = citationLinks(reason.evidence, view);
  if (reason.kind === "rule" && view.atlas !== null)
    links.push(atlasLink(view, `/rules/${reason.id}/`, "evidence-link", words.rule));
  return h(
    "li",
    { class: "reason", "data-effect": reason.effect },
    reason.text,
    reason.change !== undefined && h("span", { class: "reason-change" }, `${words.change} ${reason.change}`),
    links.length > 0 && h("ul", { class: "evidence-list" }, ...links.map((link) => h("li", {}, link))),
  );
}
