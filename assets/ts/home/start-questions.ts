import { createAdvisor } from "../../../advisor/index.ts";
import { announcement } from "../../../advisor/ui/announcement.ts";
import { h } from "../../../advisor/ui/dom.ts";
import { readForm } from "../../../advisor/ui/form-values.ts";
import { offerGuests } from "../../../advisor/ui/guest-combobox.ts";
import { recommendedVerdict, whyText } from "../../../advisor/ui/names.ts";
import { spellOut } from "../../../advisor/ui/pairs.ts";
import { readLeniently } from "../../../advisor/ui/read-leniently.ts";
import { words, fieldLabel } from "../../../advisor/ui/words.ts";
import { fetchKnowledge } from "../advisor/fetch-knowledge.ts";

/** Answers the three questions in their place, in short, while the reader types; the form still leads to the whole answer. */
export async function startQuestions(form: HTMLFormElement, answer: HTMLElement): Promise<void> {
  const advisor = createAdvisor(await fetchKnowledge(form.dataset.knowledge ?? ""));
  const [examples, own] = [answer.querySelector(".quick-examples"), answer.querySelector<HTMLElement>(".quick-own")] as [Element, HTMLElement];
  const status = h("p", { class: "visually-hidden", role: "status" });
  answer.after(status);
  offerGuests(form, advisor);
  form.addEventListener("input", update);
  form.addEventListener("change", update);
  // The address names the guest by its id, not by the name that the field shows.
  form.addEventListener("formdata", ({ formData }) => {
    const { guest } = readLeniently(advisor, [["guest", String(formData.get("guest") ?? "")]]).situation;
    if (guest !== undefined) formData.set("guest", guest);
  });
  update();

  function update(): void {
    const pairs = readForm(form);
    const { situation, problems } = readLeniently(advisor, pairs);
    // The examples keep their place, so that nothing below moves.
    examples.toggleAttribute("inert", pairs.length > 0);
    own.hidden = pairs.length === 0;
    if (own.hidden) return;
    const advice = advisor.advise(situation);
    const { level } = advice.confidence;
    const verdict = recommendedVerdict(advice);
    const unusable = [...new Set(problems.map(({ field }) => fieldLabel(field)))].join(", ");
    own.replaceChildren(
      h("p", { class: "advice-headline" },
        ...(verdict ? [`${words.use} `, h("span", { class: "advice-name" }, verdict.name)] : [h("span", { class: "advice-name" }, words.noneFits)])),
      h("p", { class: "quick-why" }, whyText(advice)),
      ...(unusable === "" ? [] : [h("p", { class: "field-message" }, words.unusable(unusable))]),
      ...(unusable === "" && verdict ? [h("p", { class: "confidence", "data-level": level }, h("strong", {}, words.levels[level]))] : []),
      h("p", {}, h("a", { href: `${form.action}?${new URLSearchParams(spellOut(pairs, situation).map(([field, value]) => [field, value]))}` }, words.whole)));
    // Said only when it differs from what was said last, so that typing stays quiet.
    const text = announcement(advice, problems);
    if (status.textContent !== text) status.textContent = text;
  }
}
