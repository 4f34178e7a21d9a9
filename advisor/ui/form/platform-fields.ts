import { assumedPlatform } from "../../questions/questions.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";

/** Fits the form to the platform: its releases, its names of the features, no feature that it does not have, and no question that is not asked on it. True when that took away a release. */
export function fitToPlatform(
  form: HTMLFormElement,
  knowledge: Knowledge,
  platform = assumedPlatform(knowledge),
): boolean {
  let isReset = false;
  for (const group of form.querySelectorAll<HTMLOptGroupElement>("optgroup[data-platform]")) {
    const isOther = group.dataset.platform !== platform;
    group.hidden = group.disabled = isOther;
    const chosen = group.querySelector<HTMLOptionElement>("option:checked");
    const select = group.closest("select");
    if (!isOther || !chosen || !select) continue;
    select.value = "";
    isReset = true;
  }
  for (const name of form.querySelectorAll<HTMLElement>("[data-feature-name]")) {
    const feature = knowledge.features.find(({ id }) => id === name.dataset.featureName);
    const choice = name.closest<HTMLElement>(".choice");
    const own = feature?.platforms[platform];
    name.textContent = own ?? feature?.name ?? name.textContent;
    // One that is ticked stays in view, because it is what excludes every adapter.
    if (choice) choice.hidden = own === undefined && !choice.querySelector("input")?.checked;
  }
  for (const field of form.querySelectorAll<HTMLElement>("[data-platforms]")) {
    const control = field.querySelector<HTMLInputElement | HTMLSelectElement>("input, select");
    // One that has a value stays in view, for it says what is wrong.
    field.hidden = !field.dataset.platforms?.split(" ").includes(platform) && !control?.value;
  }
  return isReset;
}
