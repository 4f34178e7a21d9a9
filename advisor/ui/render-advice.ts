import type { Advice } from "../advice.ts";
import { h } from "./dom.ts";
import { confidenceCause, recommendedVerdict, whyText } from "./names.ts";
import { renderActions } from "./render-actions.ts";
import { renderAssumptions, renderConflicts, renderTurningPoints, renderWarnings } from "./render-changes.ts";
import { renderEffects } from "./render-effects.ts";
import { renderQuestions } from "./render-questions.ts";
import { renderSteps } from "./render-steps.ts";
import { renderValidation } from "./render-validation.ts";
import { renderVerdicts } from "./render-verdicts.ts";
import type { View } from "./view.ts";
import { words } from "./words.ts";

/** The whole answer as elements: the recommendation first, then what could change it, then what to do. */
export function renderAdvice(advice: Advice, view: View): HTMLElement {
  const isNone = advice.recommended === null;
  const rest = [
    renderVerdicts(advice, view),
    renderEffects(advice, view),
    !isNone && renderConflicts(advice),
    renderTurningPoints(advice),
    renderSteps(advice, view),
    renderValidation(advice, view),
    renderAssumptions(advice),
  ].filter((part) => part !== null && part !== false);
  return h("div", { class: "advice" },
    renderHead(advice, view),
    renderActions(advice, view),
    renderWarnings(advice),
    isNone && renderConflicts(advice),
    renderQuestions(advice, view),
    ...(view.compact ? [h("details", { class: "fold", "data-key": "rest" }, h("summary", {}, words.folded), h("div", { class: "advice" }, ...rest))] : rest));
}

function renderHead(advice: Advice, { headingId }: View): HTMLElement {
  const verdict = recommendedVerdict(advice);
  const { level } = advice.confidence;
  return h("div", { class: "advice-head" },
    h("h2", { class: "advice-headline", id: headingId, tabindex: -1 },
      ...(verdict ? [`${advice.recommended === advice.situation.currentAdapter ? words.keep : words.use} `, h("span", { class: "advice-name" }, verdict.name)] : [h("span", { class: "advice-name" }, words.noneFits)])),
    h("p", { class: "advice-why" }, whyText(advice)),
    verdict && h("p", { class: "confidence", "data-level": level }, h("strong", {}, words.levels[level]), ". ", confidenceCause(advice)));
}
