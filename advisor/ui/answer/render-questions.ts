import type { Advice, OpenQuestion } from "../../explain/advice.ts";
import { answerButton, h, fold, section } from "../dom.ts";
import { adapterName, fieldLabel } from "./names.ts";
import { describeAnswers, conflictTexts } from "./answer-text.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";

/** So many are in view; the others, less decisive, are one click away. */
const SHOWN = 3;

/** The open questions, most decisive first, each answer a button that says where it leads. */
export function renderQuestions(advice: Advice, view: View): HTMLElement | null {
  const { openQuestions } = advice;
  if (openQuestions.length === 0) return null;
  const items = openQuestions.map((question) => renderQuestion(question, advice, view));
  const more = items.slice(SHOWN);
  return section(
    words.questions,
    h("ul", { class: "question-list" }, ...items.slice(0, SHOWN)),
    more.length > 0 &&
      fold("questions", [words.moreQuestions(more.length)], h("ul", { class: "question-list" }, ...more)),
  );
}

function renderQuestion(question: OpenQuestion, advice: Advice, view: View): HTMLElement {
  if (view.fixed.has(question.field)) return renderFixed(question, advice);
  const buttons = renderAnswers(question, advice, view);
  return h(
    "li",
    { class: "question" },
    h("p", {}, question.text),
    ...(question.field === "guest" ? renderGuestAnswers(question, advice, view, buttons) : [buttons]),
  );
}

/** A question that the page does not leave to the reader: where its answers would lead, and no way to give one. */
function renderFixed(question: OpenQuestion, advice: Advice): HTMLElement {
  return h(
    "li",
    { class: "question" },
    h("p", {}, question.text),
    h("ul", {}, ...describeAnswers(advice, question).map(({ text }) => h("li", {}, text))),
    h("p", { class: "hint" }, words.fixedNote),
  );
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
function renderGuestAnswers(
  { field, answers }: OpenQuestion,
  advice: Advice,
  view: View,
  buttons: HTMLElement,
): HTMLElement[] {
  const outcomes = answers
    .map(({ recommended }) => adapterName(advice, recommended))
    .join(", ")
    .replace(/, ([^,]*)$/, `${words.or}$1`);
  return [
    h("div", {}, words.guestLeadsTo(outcomes)),
    h(
      "div",
      {},
      answerButton(words.nameGuest, () => view.ask(field), "name-guest"),
    ),
    fold("guests", [words.whichGuests], buttons),
  ];
}

/** What would have to give way for another adapter, or for any, to fit. */
export function renderConflicts(advice: Advice): HTMLElement | null {
  if (advice.conflicts.length === 0) return null;
  return section(
    advice.recommended === null ? words.conflictsNone : words.conflicts,
    textList("conflict-list", conflictTexts(advice)),
  );
}

/** What was given and does not go together. */
export function renderWarnings({ warnings }: Advice, { knowledge }: Pick<View, "knowledge">): HTMLElement | null {
  return warnings.length === 0
    ? null
    : section(
        words.warnings,
        textList(
          "warning-list",
          warnings.map(({ field, found, expected }) => ({
            text: words.problem(fieldLabel(knowledge, field), found, expected),
          })),
        ),
      );
}

/** The nearest changes of what is known that lead to another adapter. */
export function renderTurningPoints({ turningPoints }: Advice): HTMLElement | null {
  return turningPoints.length === 0 ? null : section(words.turning, textList("turning-list", turningPoints));
}

/** What was taken for each field that is not known. */
export function renderAssumptions({ assumptions }: Advice): HTMLElement | null {
  if (assumptions.length === 0) return null;
  return h(
    "div",
    { class: "assumptions" },
    fold("assumptions", [words.assumed(assumptions.length)], textList("", assumptions)),
  );
}

function textList(className: string, entries: readonly { text: string }[]): HTMLElement {
  return h("ul", { class: className || undefined }, ...entries.map(({ text }) => h("li", {}, text)));
}
