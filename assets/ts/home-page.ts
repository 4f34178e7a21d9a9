import { scriptFails } from "./page/script-runs.ts";

/** Touches of the questions that call for the advisor behind them. */
const touches = ["focusin", "pointerdown", "input"] as const;

/** The home page: nothing but this is loaded before somebody touches the questions. Whatever fails, the form has a button that leads to the advisor. */
function waitForTouch(form: HTMLFormElement, answer: HTMLElement): void {
  const isWanted = new AbortController();
  const load = (): void => {
    isWanted.abort();
    void import("./home/start-questions.ts")
      .then(({ startQuestions }) => startQuestions(form, answer))
      .catch(scriptFails);
  };
  for (const touch of touches) form.addEventListener(touch, load, { signal: isWanted.signal, passive: true });
  // A reader may be faster than this script, and is not to touch the questions twice.
  if (form.contains(document.activeElement)) load();
}

const form = document.querySelector<HTMLFormElement>("#quick-form");
const answer = document.querySelector<HTMLElement>("#quick-answer");
if (form && answer) waitForTouch(form, answer);
