import type { Advice } from "../../explain/advice.ts";
import { h, type Child } from "../dom.ts";
import { isWordless, withWords } from "./later-words.ts";
import { atlasLink } from "./links.ts";
import { renderAssumptions } from "./render-questions.ts";
import { renderSteps } from "./render-steps.ts";
import { renderValidation } from "./render-validation.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";

/** What to do with the recommendation and what it rests on; a button while the steps have no words. */
export function renderEnd(drawn: Advice, view: View): Child[] {
  const advice = withWords(drawn, view.later);
  if (isWordless(advice, view.later)) {
    return [
      h(
        "div",
        { class: "later" },
        h(
          "button",
          { type: "button", class: "answer-button", "data-key": "later", onclick: view.tellSteps },
          words.showSteps,
        ),
        view.canPrint &&
          h(
            "p",
            { class: "on-paper" },
            words.stepsFailed,
            " ",
            atlasLink(view, `/adapters/${advice.recommended ?? ""}/apply/`, "adapter-link", words.stepsElsewhere),
            ".",
          ),
      ),
    ];
  }
  return [renderSteps(advice, view), renderValidation(advice, view), renderAssumptions(advice)];
}
