import { ASSUMED_PLATFORM } from "../../questions/fields.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";

/** Fits the form to the platform: its releases, its names of the features, and no feature that it does not have. True when that took away a release. */
export function fitToPlatform(form: HTMLFormElement, knowledge: Knowledge, platform = ASSUMED_PLATFORM): boolean {
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
  return isReset;
}
