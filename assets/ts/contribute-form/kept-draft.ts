/*
 * What is typed stays in this browser until it is cleared, so that a reload loses nothing. Nothing of it is sent.
 * Storage throws if a browser or a sandbox forbids it; the form then works without.
 */

const storageKey = "vnic-atlas-dataset-draft";

/** The controls of the form as they were left: texts and ticks by the control's name, and how many rows there were. */
interface KeptDraft {
  rows: number;
  values: Record<string, string | boolean>;
  /** Names of the fields whose text was suggested, so that it goes on following the others. */
  suggested: string[];
}

/** Whether there is a draft to go on with. */
export function hasKeptDraft(): boolean {
  return read() !== undefined;
}

/** Keeps the form's controls; false if the browser does not store them. */
export function keepDraft(form: HTMLFormElement, rows: number): boolean {
  const draft: KeptDraft = { rows, values: {}, suggested: [] };
  for (const control of listKeptControls(form)) {
    const value = isTick(control) ? control.checked : control.value;
    if (value === "" || value === false) continue;
    draft.values[nameOf(control)] = value;
    if (control.dataset.made === value) draft.suggested.push(nameOf(control));
  }
  try {
    localStorage.setItem(storageKey, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Puts a kept draft back into the form, which gets as many rows as it had; false if there is none. */
export function restoreDraft(form: HTMLFormElement, addRow: () => void): boolean {
  const draft = read();
  if (!draft) return false;
  for (let count = form.querySelectorAll("[data-row]").length; count < draft.rows; count++) addRow();
  for (const control of listKeptControls(form)) {
    const value = draft.values[nameOf(control)];
    if (isTick(control)) control.checked = value === true;
    else if (typeof value === "string") {
      // A unit is offered only once its metric is there.
      if (control instanceof HTMLSelectElement && ![...control.options].some((option) => option.value === value))
        control.add(new Option(value, value));
      control.value = value;
      if (draft.suggested.includes(nameOf(control))) control.dataset.made = value;
    }
  }
  return true;
}

/** Forgets the draft. */
export function clearDraft(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // What cannot be stored need not be removed.
  }
}

function read(): KeptDraft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(storageKey) ?? "null") as Partial<KeptDraft> | null;
    if (typeof draft?.rows !== "number" || typeof draft.values !== "object" || !Array.isArray(draft.suggested))
      return undefined;
    return draft as KeptDraft;
  } catch {
    return undefined;
  }
}

type KeptControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Every control with a name that holds after a reload; of pasted tables and files the rows are kept, not themselves. */
function listKeptControls(form: HTMLFormElement): KeptControl[] {
  const controls = form.querySelectorAll<KeptControl>("input:not([type=file]), select, textarea");
  return [...controls].filter(
    (control) => nameOf(control) !== "" && control.closest("#paste-reading, #paste") === null,
  );
}

function nameOf(control: KeptControl): string {
  const isChoice = control instanceof HTMLInputElement && control.type === "radio";
  return isChoice
    ? `${control.name}=${control.value}`
    : control.id || (control.name && `${control.name}=${control.value}`);
}

function isTick(control: KeptControl): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");
}
