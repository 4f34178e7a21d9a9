import type { Pair } from "./pairs.ts";
import { words } from "../words.ts";

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
  if (!known) (group ?? select).append(option);
  option.selected = true;
}

/** A choice without an answer for "unknown" goes back to its first state. */
function keepDefaults(form: HTMLFormElement): void {
  const radios = [...form.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  for (const radio of radios) {
    const isOpen = !radios.some((other) => other.name === radio.name && other.checked);
    if (isOpen && radio.defaultChecked) radio.checked = true;
  }
}

/** Opens what is folded over a field that has a value. */
function revealSet(form: HTMLFormElement): void {
  for (const details of form.querySelectorAll("details")) {
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
