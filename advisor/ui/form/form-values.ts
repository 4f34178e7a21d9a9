import type { Pair } from "./pairs.ts";
import { words } from "../words.ts";
import type { Advisor } from "../../advisor.ts";
import { MOST_ENTRIES, readSituation, type Problem } from "../../questions/read-situation.ts";
import type { Situation } from "../../questions/situation.ts";
import { asTextTakesIt, fromText } from "../../questions/text-fields.ts";
import { assumedPlatform } from "../../questions/questions.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";

/**
 * Makes number fields text: they then take "80,000", and a value that cannot be used stays in view beside its message.
 * Without script the browser's own check of numbers is the only one, so the HTML keeps them.
 */
export function acceptAnyNumber(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>("input[type=number]")) input.type = "text";
}

/** What the form says, without the fields that are not known. */
export function readForm(form: HTMLFormElement): Pair[] {
  return [...new FormData(form)].flatMap(([field, value]): Pair[] =>
    typeof value === "string" && value.trim() !== "" ? [[field, value.trim()]] : [],
  );
}

/**
 * Sets every field of the form; those that are not given become unknown.
 * Gives the pairs that no field can hold, so that they are not lost.
 */
export function writeForm(form: HTMLFormElement, pairs: readonly Pair[], usualPlatform: string): Pair[] {
  const platform = pairs.findLast(([field]) => field === "platform")?.[1] ?? usualPlatform;
  for (const option of form.querySelectorAll("option[data-added]")) option.remove();
  for (const control of form.elements)
    writeControl(
      control,
      pairs.filter(([field]) => field === control.getAttribute("name")).map(([, value]) => value),
      [platform, usualPlatform],
    );
  keepDefaults(form);
  revealSet(form);
  const held = new Set(readForm(form).map(String));
  return pairs.filter((pair) => !held.has(String(pair)));
}

function writeControl(control: Element, values: readonly string[], platforms: readonly string[]): void {
  const value = values.at(-1) ?? "";
  if (control instanceof HTMLSelectElement) choose(control, value, platforms);
  else if (control instanceof HTMLInputElement) {
    if (control.type === "checkbox") control.checked = values.includes(control.value);
    else if (control.type === "radio") control.checked = control.value === value;
    else control.value = value;
  }
}

/** Chooses a value among those of the platform: two of them may have the same. One that its list lacks is added and said to be so. */
function choose(select: HTMLSelectElement, value: string, platforms: readonly string[]): void {
  const [group] = platforms.flatMap(
    (id) => select.querySelector<HTMLOptGroupElement>(`optgroup[data-platform="${CSS.escape(id)}"]`) ?? [],
  );
  // The form may still be fitted to another platform, whose lists leave this one out.
  if (group) group.hidden = group.disabled = false;
  const known = [...select.options].find(
    (option) => option.value === value && (option.parentElement === select || option.parentElement === (group ?? null)),
  );
  const option = known ?? new Option(words.notListed(value), value);
  if (!known) {
    option.dataset.added = "";
    (group ?? select).append(option);
  }
  option.selected = true;
}

/** Keeps what a reader has set in a form that was not filled yet. Gives what sets it again, or null where nothing was set. */
export function keepTouched(form: HTMLFormElement): (() => void) | null {
  const kept = [...form.elements].flatMap((control): (() => void)[] => {
    if (control instanceof HTMLSelectElement) {
      const { selectedIndex: index } = control;
      const first = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
      return index === Math.max(first, 0) ? [] : [() => void (control.selectedIndex = index)];
    }
    if (!(control instanceof HTMLInputElement)) return [];
    // A choice keeps its value, and a text is never checked.
    const { checked, defaultChecked, value, defaultValue } = control;
    if (checked !== defaultChecked) return [() => void (control.checked = checked)];
    return value === defaultValue ? [] : [() => void (control.value = value)];
  });
  return kept.length === 0 ? null : () => kept.forEach((restore) => restore());
}

/** A choice without an answer for "unknown" goes back to its first state. */
function keepDefaults(form: HTMLFormElement): void {
  const radios = [...form.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  for (const radio of radios) {
    const isOpen = !radios.some((other) => other.name === radio.name && other.checked);
    if (isOpen && radio.defaultChecked) radio.checked = true;
  }
}

/** Opens what is folded over a field that has a value, but for a fold that names the values itself. */
function revealSet(form: HTMLFormElement): void {
  for (const details of form.querySelectorAll<HTMLDetailsElement>("details:not([data-quiet])")) {
    const controls = [...details.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input[name], select[name]")];
    if (
      controls.some((control) => (isChoice(control) ? control.checked && control.value !== "" : control.value !== ""))
    )
      details.open = true;
  }
}

function isChoice(control: Element): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");
}

/** Reads what can be read and names the rest: one required feature that is misspelt does not lose the others. */
export function readLeniently(advisor: Advisor, pairs: readonly Pair[]): { situation: Situation; problems: Problem[] } {
  const input = fromText(advisor.knowledge, pairs);
  const { situation, problems: found } = readSituation(advisor, input);
  const problems = found.map((problem) => asTextTakesIt(advisor.knowledge, problem, input));
  if (
    !problems.some(({ field }) => field === "requires") ||
    !Array.isArray(input.requires) ||
    input.requires.length > MOST_ENTRIES
  )
    return { situation, problems };
  const usable = input.requires.filter((entry) => readSituation(advisor, { requires: [entry] }).problems.length === 0);
  return { situation: { ...situation, ...readSituation(advisor, { requires: usable }).situation }, problems };
}

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
