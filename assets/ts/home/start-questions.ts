import type { Advice } from "../../../advisor/explain/advice.ts";
import type { Problem } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { announcement, neededText } from "../../../advisor/ui/answer/answer-text.ts";
import { h } from "../../../advisor/ui/dom.ts";
import { explainProblem } from "../../../advisor/ui/form/field-messages.ts";
import {
  acceptAnyNumber,
  fitToPlatform,
  readForm,
  readLeniently,
  writeForm,
} from "../../../advisor/ui/form/form-values.ts";
import { offerGuests } from "../../../advisor/ui/form/guest-combobox.ts";
import { offerScale } from "../../../advisor/ui/form/rate-scale.ts";
import {
  normalisePairs,
  repairPairs,
  platformIn,
  spellOut,
  type Pair,
  withField,
} from "../../../advisor/ui/form/pairs.ts";
import { listNames } from "../../../advisor/ui/answer/names.ts";
import { renderMachine } from "../../../advisor/ui/answer/render-advice.ts";
import { assumedPlatform } from "../../../advisor/questions/questions.ts";
import { words } from "../../../advisor/ui/words.ts";
import { fetchKnowledge, knowledgeFiles } from "../advisor/fetch-knowledge.ts";
import { createPageAdvisor } from "../advisor/page-advisor.ts";
import { startSentence } from "../advisor/sentence.ts";

/** Answers the questions in their place, in short, while the reader types; the form still leads to the whole answer. */
export async function startQuestions(form: HTMLFormElement, answer: HTMLElement): Promise<void> {
  const advisor = createPageAdvisor(
    knowledgeFiles(form),
    await fetchKnowledge(form, new FormData(form).get("platform") as string | null),
  );
  const [examples, own] = [
    answer.querySelector(".quick-examples"),
    answer.querySelector<HTMLElement>(".quick-own"),
  ] as [Element, HTMLElement];
  const status = h("p", { class: "visually-hidden", role: "status" });
  answer.after(status);
  acceptAnyNumber(form);
  offerGuests(form, advisor);
  const fitScale = offerScale(form, advisor);
  const followSentence = startSentence(form, advisor);
  form.addEventListener("input", () => update(false));
  form.addEventListener("change", () => update(true));
  // The address names the guest by its id, not by the name that the field shows.
  form.addEventListener("formdata", ({ formData }) => {
    const said = ["guest", "platform"].map((field): Pair => [field, String(formData.get(field) || "unknown")]);
    const { guest } = readLeniently(advisor, said).situation;
    if (guest !== undefined) formData.set("guest", guest);
  });
  let drawn = "";
  // Counts updates: what an older one waited for comes too late.
  let updates = 0;
  update(true);

  function update(isCommitted: boolean): void {
    updates += 1;
    const before = updates;
    const pairs = readForm(form);
    // Pressing a button moves the focus from a field, which fires its change event again. The button must stay for the click.
    const key = JSON.stringify(pairs);
    if (key === drawn) return;
    const coming = advisor.switchTo(platformIn(advisor.knowledge, pairs));
    if (coming) {
      drawn = "";
      own.ariaBusy = "true";
      own.querySelector("[data-whole]")?.replaceWith(linkWhole(pairs));
      coming.loaded.then(
        () => before === updates && update(isCommitted),
        () => before === updates && showMissing(coming.name, pairs),
      );
      return;
    }
    own.ariaBusy = null;
    drawn = key;
    const { situation, problems } = readLeniently(advisor, pairs);
    if (fitToPlatform(form, advisor.knowledge, situation.platform)) return update(isCommitted);
    fitScale(situation);
    // The examples keep their place, so that nothing below moves.
    examples.toggleAttribute("inert", pairs.length > 0);
    own.hidden = pairs.length === 0;
    if (own.hidden) return;
    const advice = problems.length > 0 ? null : advisor.advise(situation);
    followSentence(situation, advice, isCommitted);
    own.replaceChildren(
      ...(advice ? renderAnswer(advice, situation) : renderNeeds(problems)),
      linkWhole(spellOut(pairs, situation), advice !== null),
    );
    // Said only when it differs from what was said last, so that typing stays quiet.
    const text = advice ? advice.summary : announcement(advisor.knowledge, advice, problems);
    if (status.textContent !== text) status.textContent = text;
  }

  /** Leads to the advisor with these answers. */
  function linkWhole(pairs: readonly Pair[], hasAnswer = false): HTMLElement {
    const href = `${form.action}?${new URLSearchParams(pairs.map(([field, value]) => [field, value]))}`;
    const text = hasAnswer ? "Full answer with evidence and steps" : "All questions of the advisor";
    return h("p", { "data-whole": true }, h("a", { href }, text));
  }

  /** In place of an answer, which would be for another platform than the form says. */
  function showMissing(platform: string, pairs: readonly Pair[]): void {
    own.ariaBusy = null;
    own.hidden = false;
    followSentence(readLeniently(advisor, pairs).situation, null, true);
    own.replaceChildren(h("p", { role: "alert" }, words.platformFailed(platform)), linkWhole(pairs));
  }

  function renderAnswer(advice: Advice, given: Situation): HTMLElement[] {
    const { level } = advice.confidence;
    const loses = advice.price?.loses ?? [];
    return [
      h(
        "div",
        { class: "quick-head" },
        h("p", { class: "advice-headline" }, h("span", { class: "advice-name" }, advice.headline.text)),
        advice.recommended !== null &&
          h("p", { class: "confidence", "data-level": level }, h("strong", {}, words.levels[level])),
      ),
      h("p", { class: "quick-why" }, advice.why),
      ...(loses.length > 0
        ? [h("p", { class: "quick-loses" }, h("strong", {}, `${words.price.loses}: `), listNames(loses))]
        : []),
      renderMachine(advice, given, {
        knowledge: advisor.knowledge,
        fixed: new Set(),
        answer: (field, value) => write(withField(readForm(form), field, [value])),
      }),
    ];
  }

  /** In place of an answer: what was not understood, and what could be meant. */
  function renderNeeds(problems: readonly Problem[]): HTMLElement[] {
    return [
      h("p", { class: "advice-headline" }, h("span", { class: "advice-name" }, neededText(problems))),
      ...problems.map((problem) => {
        const { text, offers } = explainProblem(advisor, problem);
        return h(
          "p",
          {},
          text,
          offers.length > 0 && ` ${words.didYouMean} `,
          ...offers.map(({ value, label }) =>
            h(
              "button",
              {
                type: "button",
                class: "answer-button",
                onclick: () =>
                  write(
                    repairPairs(advisor.knowledge, readForm(form), problem, problem.field === "guest" ? label : value),
                  ),
              },
              label,
            ),
          ),
        );
      }),
    ];
  }

  /** Fills the form with what a button says; a guest that is offered comes by its name. */
  function write(pairs: readonly Pair[]): void {
    writeForm(form, normalisePairs(advisor.knowledge, pairs), assumedPlatform(advisor.knowledge));
    update(true);
    own.querySelector<HTMLElement>("a")?.focus();
  }
}
