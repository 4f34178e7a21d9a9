import type { Advice, OpenQuestion } from "../advice.ts";
import { h } from "./dom.ts";
import { outcomeText } from "./outcome-text.ts";
import { fold, section } from "./section.ts";
import type { View } from "./view.ts";
import { words } from "./words.ts";

/** So many are in view; the others, less decisive, are one click away. */
const SHOWN = 3;

/** The open questions, most decisive first, each answer a button that says where it leads. */
export function renderQuestions(advice: Advice, view: View): HTMLElement | null {
  const { openQuestions } = advice;
  if (openQuestions.length === 0) return null;
  const items = openQuestions.map((question) => renderQuestion(question, advice, view));
  const more = items.slice(SHOWN);
  return section(words.questions,
    h("ul", { class: "question-list" }, ...items.slice(0, SHOWN)),
    more.length > 0 && fold("questions", [words.moreQuestions(more.length)], h("ul", { class: "question-list" }, ...more)));
}

function renderQuestion(question: OpenQuestion, advice: Advice, view: View): HTMLElement {
  const { field, text, answers } = question;
  return h("li", { class: "question" },
    h("p", {}, text),
    h("div", {}, ...answers.map((answer) => h("button", {
      type: "button", class: "answer-button", "data-key": `${field}=${answer.value}`, onclick: () => view.answer(field, String(answer.value)),
    }, outcomeText(advice, question, answer)))));
}
