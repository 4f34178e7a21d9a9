import type { Advice, OpenQuestion } from "../../explain/advice.ts";
import { answerButton, h, fold, section } from "../dom.ts";
import {
  adapterName,
  firstQuestion,
  matteringAssumptions,
  problemDetail,
  problemText,
  problemWithFix,
} from "./names.ts";
import { changeTexts, describeAnswers, inView, listOr, moreQuestions } from "./answer-text.ts";
import { citationLinks } from "./links.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";

/** The question whose answer could change the verdict, each answer a button that names its outcome. */
export function renderFirstQuestion(advice: Advice, view: View): HTMLElement | null {
  const question = firstQuestion(advice);
  if (!question || view.hidden.has(question.field)) return null;
  return section(words.question, h("ul", { class: "question-list" }, renderQuestion(question, advice, view)));
}

function renderQuestion(question: OpenQuestion, advice: Advice, view: View): HTMLElement {
  const { field, text } = question;
  return h(
    "li",
    { class: "question" },
    h("p", {}, text),
    ...(view.fixed.has(field)
      ? renderFixed(question, advice)
      : field === "guest" && advice.situation.guest === undefined
        ? renderGuestAnswers(question, advice, view)
        : [renderAnswers(question, advice, view)]),
  );
}

/** A question that the page does not leave to the reader: where its answers would lead, and no way to give one. */
function renderFixed(question: OpenQuestion, advice: Advice): HTMLElement[] {
  return [textList("", describeAnswers(advice, question)), h("p", { class: "hint" }, words.fixedNote)];
}

function renderAnswers(question: OpenQuestion, advice: Advice, view: View): HTMLElement {
  const { field } = question;
  return h(
    "div",
    {},
    ...describeAnswers(advice, question).map(({ value, text }) =>
      answerButton(text, () => view.answer(field, String(value)), `${field}=${value}`),
    ),
  );
}

/** There are too many guests to choose from buttons: the field is the way, the groups of guests are one click away. */
function renderGuestAnswers(question: OpenQuestion, advice: Advice, view: View): HTMLElement[] {
  const { field, answers } = question;
  const outcomes = listOr(answers.map(({ recommended }) => adapterName(advice, recommended)));
  return [
    h("div", {}, words.guestLeadsTo(outcomes)),
    h(
      "div",
      {},
      answerButton(words.nameGuest, () => view.ask(field), "name-guest"),
    ),
    fold("guests", [words.whichGuests], renderAnswers(question, advice, view)),
  ];
}

/** The changes that let an adapter fit, if none does. */
export function renderConflicts(advice: Advice): HTMLElement | null {
  const texts = changeTexts(advice);
  return texts.length === 0 ? null : section(words.conflictsNone, textList("conflict-list", texts));
}

/**
 * The known problems of the recommended and the current adapter that match the inputs; versions and workarounds are folded, and
 * so is everything if all of them depend on what the advisor does not ask.
 */
export function renderProblems(advice: Advice, view: View): HTMLElement | null {
  const shown = inView(advice, view.knowledge).problems;
  const details = renderProblemDetails(advice, view);
  if (shown.length === 0) return details;
  const part = section(
    words.known.title,
    h("ul", {}, ...shown.map((problem) => h("li", { "data-finding": problem.id }, problemWithFix(problem)))),
    details,
  );
  part.classList.add("known-problems");
  return part;
}

/** The known problems with versions and workarounds, folded under a title that counts them; marked as long as these texts have not come. */
export function renderProblemDetails(advice: Advice, view: View): HTMLElement | null {
  const { problems } = advice;
  if (problems.length === 0) return null;
  const { title, more } = words.known;
  return fold(
    "problems",
    [
      inView(advice, view.knowledge).problems.length > 0 ? more : title,
      h("span", { class: "fold-count" }, words.counted("", problems.length)),
    ],
    h(
      "ul",
      {},
      ...problems.map((problem) =>
        h(
          "li",
          { "data-finding": problem.id, ...(problem.affects === "" ? { "data-untitled": "" } : {}) },
          [problemText(problem), problemDetail(problem), ""].join(" "),
          ...citationLinks(problem.evidence, view, problem.text),
        ),
      ),
    ),
  );
}

/** What was given and does not go together. */
export function renderWarnings(advice: Advice, { knowledge }: Pick<View, "knowledge">): HTMLElement | null {
  const shown = inView(advice, knowledge).warnings;
  return shown.length === 0
    ? null
    : section(
        words.warnings,
        textList(
          "warning-list",
          shown.map((text) => ({ text })),
        ),
      );
}

/** What a rule warns of with the recommended adapter, in a line. */
export function renderCaution(advice: Advice, { knowledge }: Pick<View, "knowledge">): HTMLElement | null {
  const { caution } = inView(advice, knowledge);
  return caution === "" ? null : h("p", { class: "caution" }, h("strong", {}, words.caution), `: ${caution}`);
}

/** The changes that lead to another adapter, and the questions that are still open. */
export function renderTurningPoints(advice: Advice, view: View): HTMLElement | null {
  const changes = advice.recommended === null ? [] : changeTexts(advice);
  const more = moreQuestions(advice).filter(({ field }) => !view.hidden.has(field));
  if (changes.length + more.length === 0) return null;
  return fold(
    "turning",
    [words.turning],
    changes.length > 0 && textList("turning-list", changes),
    more.length > 0 && h("h4", {}, words.questions),
    more.length > 0 &&
      h("ul", { class: "question-list" }, ...more.map((question) => renderQuestion(question, advice, view))),
  );
}

/** The assumptions that could change the recommendation. */
export function renderAssumptions(advice: Advice): HTMLElement | null {
  const mattering = matteringAssumptions(advice);
  return mattering.length === 0
    ? null
    : h("div", { class: "assumptions" }, fold("assumptions", [words.assumptions], textList("", mattering)));
}

function textList(className: string, entries: readonly { text: string }[]): HTMLElement {
  return h("ul", { class: className || undefined }, ...entries.map(({ text }) => h("li", {}, text)));
}
