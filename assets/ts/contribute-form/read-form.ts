import type { Data, Draft, FormKind } from "./draft.ts";
import { boxOf, readControl } from "./read-control.ts";

/** A control that holds a field of a record. */
export interface BoundControl {
  element: HTMLElement;
  kind: FormKind;
  /** Keys and indices with dots between. */
  path: string;
}

/** What the form says: the draft, and what was made of single fields. */
interface FormReading {
  draft: Draft;
  notes: Map<HTMLElement, string>;
}

/** Whether the source is a new one, to be written beside the dataset. */
export function isSourceNew(form: HTMLFormElement): boolean {
  return form.querySelector<HTMLInputElement>('input[name="source-is"]:checked')?.value === "new";
}

/** Lists the controls that count: those of the source's other way and of other kinds of rows do not. */
export function listControls(form: HTMLFormElement): BoundControl[] {
  const isNew = isSourceNew(form);
  return [...form.querySelectorAll<HTMLElement>("[data-path]")].flatMap((element) => {
    const kind: FormKind =
      element.closest<HTMLElement>("[data-record]")?.dataset.record === "source" ? "source" : "dataset";
    const isOff = element.closest(isNew ? "#source-known, [hidden]" : "#source-new, [hidden]") !== null;
    return isOff ? [] : [{ element, kind, path: element.dataset.path ?? "" }];
  });
}

/** Reads the whole form. */
export function readForm(form: HTMLFormElement): FormReading {
  const notes = new Map<HTMLElement, string>();
  const data: { [K in FormKind]: Data } = { dataset: {}, source: {} };
  for (const { element, kind, path } of listControls(form)) {
    const { value, note } = readControl(element);
    if (note !== "") notes.set(element, note);
    const steps = path.split(".");
    // A mapping that must be there is there, so that what it lacks is said of its fields.
    if (value !== undefined) place(data[kind], steps, value);
    else if (element.getAttribute("aria-required") === "true" && steps.length > 1) place(data[kind], steps, undefined);
    if (boxOf(element)?.dataset.unknown === "list") placeUnknown(data[kind], steps);
  }
  const ids = { dataset: idOf(form, "dataset"), source: idOf(form, "source") };
  if (!isSourceNew(form)) return { draft: { dataset: data.dataset, ids }, notes };
  if (ids.source !== "") data.dataset.source = ids.source;
  return { draft: { ...data, ids }, notes };
}

/** The id that a file is to have; one that is not there yet is a word that none may have. */
function idOf(form: HTMLFormElement, kind: FormKind): string {
  return form.querySelector<HTMLInputElement>(`[data-id="${kind}"]`)?.value.trim() ?? "";
}

function place(data: Data, [step = "", ...rest]: readonly string[], value: unknown): void {
  const next = rest[0];
  if (next === undefined) {
    if (value !== undefined) data[step] = value;
    return;
  }
  data[step] ??= /^\d+$/.test(next) ? [] : {};
  place(data[step] as Data, rest, value);
}

function placeUnknown(data: Data, steps: readonly string[]): void {
  let holder = data;
  for (const step of steps.slice(0, -1)) holder = (holder[step] ??= {}) as Data;
  const names = (holder.unknown ??= []) as string[];
  names.push(steps.at(-1) ?? "");
}
