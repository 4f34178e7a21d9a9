import type { Advice } from "../../explain/advice.ts";
import { add, answerButton, goTo, h, idOf, isShown, section, type Attributes, type Child } from "../dom.ts";
import { adviceInWords, confidenceCause, headVerb, recommendedVerdict, whyText } from "./names.ts";
import { renderActions } from "./render-actions.ts";
import {
  renderAssumptions,
  renderConflicts,
  renderQuestions,
  renderTurningPoints,
  renderWarnings,
} from "./render-questions.ts";
import { hasEffects, renderEffects, renderVerdicts } from "./render-effects.ts";
import { renderMachine } from "./render-machine.ts";
import type { Situation } from "../../questions/situation.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";
import { isWordless, withWords } from "./later-words.ts";
import { atlasLink } from "./links.ts";
import { renderSteps, renderValidation } from "./render-steps.ts";
import type { Advisor } from "../../advisor.ts";
import { questionOf } from "../../questions/questions.ts";
import type { Problem } from "../../questions/read-situation.ts";
import { explainProblem } from "../form/field-messages.ts";
import { neededText } from "./answer-text.ts";

/** An answer as it begins, and what adds the rest of it, from the top down, and its end. */
export interface Drawing {
  element: HTMLElement;
  rest: (() => void)[];
  end: () => void;
}

/** The answer to what was given as elements: the recommendation and what is asked first, then what could change it, then what to do. */
export function drawAdvice(advice: Advice, given: Situation, view: View): Drawing {
  const isNone = advice.recommended === null;
  const element = h(
    "div",
    { class: "advice" },
    renderHead(advice, given, view),
    renderActions(advice, given, view),
    view.canPrint && renderForPaper(advice, given, view),
    renderWarnings(advice, view),
    isNone && renderConflicts(advice),
    renderQuestions(advice, view),
  );
  const place = view.compact ? h("div", { class: "advice" }) : element;
  if (view.compact)
    element.append(h("details", { class: "fold", "data-key": "rest" }, h("summary", {}, words.folded), place));
  return {
    element,
    rest: [
      () => add(place, renderVerdicts(advice, view)),
      () => add(place, renderEffects(advice, view), !isNone && renderConflicts(advice), renderTurningPoints(advice)),
    ],
    end: () => add(place, ...renderEnd(advice, view)),
  };
}

function renderHead(advice: Advice, given: Situation, view: View): HTMLElement {
  const { compact, headingId } = view;
  const verdict = recommendedVerdict(advice);
  const { level } = advice.confidence;
  return h(
    "div",
    { class: "advice-head" },
    h(
      "h2",
      { class: "advice-headline", id: headingId, tabindex: -1 },
      ...(verdict
        ? [`${headVerb(advice)} `, h("span", { class: "advice-name" }, verdict.name)]
        : [h("span", { class: "advice-name" }, words.noneFits)]),
    ),
    renderMachine(advice, given, view),
    h("p", { class: "advice-why" }, whyText(advice)),
    verdict &&
      h(
        "p",
        { class: "confidence", "data-level": level },
        h("strong", {}, words.levels[level]),
        ". ",
        confidenceCause(advice),
      ),
    !compact && renderJumps(advice),
  );
}

/** What a sheet has to say by itself: which machine it is about, and where the answer comes from. */
function renderForPaper(advice: Advice, given: Situation, { knowledge, permalink }: View): HTMLElement {
  const part = section(
    words.situation,
    h(
      "ul",
      { class: "on-paper" },
      ...adviceInWords(knowledge, advice, given).map(([label, value]) => h("li", {}, `${label}: ${value}`)),
    ),
    h("p", {}, [words.madeBy(advice.knowledgeVersion), permalink(given)].filter(Boolean).join(", ")),
  );
  part.classList.add("on-paper");
  return part;
}

/** Leads to the parts of the answer that do not follow at once, in their order. No links: the address is the situation's, and a shadow root's parts have none. */
export function renderJumps(advice: Advice): HTMLElement {
  const { recommended, conflicts, turningPoints, steps, validation } = advice;
  const titles = [
    words.verdicts,
    hasEffects(advice) && words.worth,
    recommended !== null && conflicts.length > 0 && words.conflicts,
    turningPoints.length > 0 && words.turning,
    steps.length > 0 && words.steps,
    validation !== null && words.verify,
  ].filter(isShown);
  return h(
    "nav",
    { class: "on-this-page", "aria-label": words.jumps },
    h("ul", {}, ...titles.map((title) => h("li", {}, h("button", { type: "button", onclick: jump }, title)))),
  );
}

/** What is not there yet has a button in its place. */
function jump({ currentTarget }: Event): void {
  const from = currentTarget as HTMLElement;
  const root = from.getRootNode() as Document | ShadowRoot;
  goTo(root.getElementById(idOf(from.textContent)) ?? root.querySelector<HTMLElement>(".later button"));
}

/** What to do with the recommendation and what it rests on; a button while the steps have no words. */
export function renderEnd(drawn: Advice, view: View): Child[] {
  const advice = withWords(drawn, view.later);
  if (isWordless(advice, view.later)) {
    return [
      h(
        "div",
        { class: "later" },
        answerButton(words.showSteps, view.loadSteps, "later"),
        view.canPrint && sayStepsElsewhere(advice, view, { class: "on-paper" }),
      ),
    ];
  }
  return [renderSteps(advice, view), renderValidation(advice, view), renderAssumptions(advice)];
}

/** Where the steps are to be found that could not be loaded. */
export function sayStepsElsewhere(
  advice: Pick<Advice, "recommended"> | null | undefined,
  view: Pick<View, "atlas" | "newTab">,
  attributes: Attributes,
): HTMLElement {
  const path = `/adapters/${advice?.recommended ?? ""}/apply/`;
  const link = atlasLink(view, path, "adapter-link", words.stepsElsewhere);
  return h("p", attributes, words.stepsFailed, " ", link, ".");
}

/** In place of an answer: what was not understood, and what to do about it. Nothing is recommended for another machine than the reader's. */
export function drawNeeds(problems: readonly Problem[], advisor: Advisor, view: View): Drawing {
  const element = h(
    "div",
    { class: "advice" },
    h(
      "div",
      { class: "advice-head" },
      h(
        "h2",
        { class: "advice-headline", id: view.headingId, tabindex: -1 },
        h("span", { class: "advice-name" }, neededText(problems)),
      ),
      h("p", { class: "advice-why" }, words.noAnswerYet),
    ),
    h("ul", { class: "question-list" }, ...problems.map((problem) => renderNeed(problem, advisor, view))),
  );
  return { element, rest: [], end: () => undefined };
}

function renderNeed(problem: Problem, advisor: Advisor, view: View): HTMLElement {
  const { field } = problem;
  const { text, offers } = explainProblem(advisor, problem);
  if (view.fixed.has(field))
    return h("li", { class: "question" }, h("p", {}, text), h("p", { class: "hint" }, words.fixedNote));
  const buttons = offers.map(({ value, label }) =>
    answerButton(label, () => view.repair(problem, value), `${field}=${value}`),
  );
  const isAsked = questionOf(advisor.knowledge, field) !== undefined;
  return h(
    "li",
    { class: "question" },
    h("p", {}, text),
    buttons.length > 0 && h("div", {}, words.didYouMean, " ", ...buttons),
    h(
      "div",
      {},
      isAsked &&
        answerButton(field === "guest" ? words.nameGuest : words.goToField, () => view.ask(field), `ask-${field}`),
    ),
  );
}
