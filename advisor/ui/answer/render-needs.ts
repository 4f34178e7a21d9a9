import type { Advisor } from "../../advisor.ts";
import { SITUATION_FIELDS } from "../../questions/fields.ts";
import type { Problem } from "../../questions/read-situation.ts";
import { h } from "../dom.ts";
import { explainProblem } from "../form/field-messages.ts";
import { neededText } from "./answer-text.ts";
import type { Drawing } from "./render-advice.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";

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
    h(
      "button",
      {
        type: "button",
        class: "answer-button",
        "data-key": `${field}=${value}`,
        onclick: () => view.repair(problem, value),
      },
      label,
    ),
  );
  const isAsked = (SITUATION_FIELDS as readonly string[]).includes(field);
  return h(
    "li",
    { class: "question" },
    h("p", {}, text),
    buttons.length > 0 && h("div", {}, words.didYouMean, " ", ...buttons),
    h(
      "div",
      {},
      isAsked &&
        h(
          "button",
          { type: "button", class: "answer-button", "data-key": `ask-${field}`, onclick: () => view.ask(field) },
          field === "guest" ? words.nameGuest : words.goToField,
        ),
    ),
  );
}
