import { h, find } from "../../../advisor/ui/dom.ts";
import type { DatasetAnswers, MeasurementAnswers } from "../../../tools/kit/import/draft-dataset.ts";
import { describeExcess } from "./paste/paste-panel.ts";
import type { Rows } from "./rows.ts";
import { openId } from "../../../tools/check/placeholders.ts";

/** Fields of the study that files may answer; what somebody wrote there stays. */
const studyFields = [
  "method.tool",
  "method.version",
  "method.durationSeconds",
  "method.warmUpSeconds",
  "method.runs",
  "extraction",
];

/** Reads the files of measuring tools into the rows; reports which controls were filled. The readers are loaded with the first file. */
export function connectFiles(
  form: HTMLFormElement,
  rows: Rows,
  onFilled: (controls: readonly HTMLElement[]) => void,
): void {
  const field = find(form, "#tool-files", HTMLInputElement);
  const adapter = find(form, "#tool-files-adapter", HTMLInputElement);
  const repeat = find(form, "#tool-files-repeat", HTMLInputElement);
  const panel = find(form, "#tool-files-read", HTMLElement);
  const status = h("p", { role: "status" });
  const lists = h("div", { class: "paste-lists" });
  panel.append(status, lists);

  async function read(): Promise<void> {
    const files = [...(field.files ?? [])];
    if (files.length === 0) return;
    panel.hidden = false;
    lists.replaceChildren();
    status.textContent = "Reading …";
    try {
      await importFiles(files);
    } catch (error) {
      status.textContent = `The files could not be read: ${error instanceof Error ? error.message : String(error)}`;
    }
    // The same file can be chosen again.
    field.value = "";
  }

  async function importFiles(files: readonly File[]): Promise<void> {
    const { answerDataset, describeProblem, importFile } = await import("./importer.ts");
    const imported = await Promise.all(
      files.map(async (file) => importFile({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    const problems = imported.flatMap((one) => one.problems).map(describeProblem);
    const numbers = imported.flatMap((one) => one.rows);
    const excess =
      numbers.length === 0 ? undefined : fillRows(answerDataset(numbers, { areRepetitions: repeat.checked }));
    status.textContent = excess ?? describeImport(numbers.length, files.length);
    lists.replaceChildren(
      ...(problems.length === 0
        ? []
        : [h("p", { class: "paste-title" }, "Not read"), h("ul", {}, ...problems.map((text) => h("li", {}, text)))]),
    );
  }

  /** Fills rows and fields; says why not if there are too many. */
  function fillRows({ measurements, conditions, ...study }: DatasetAnswers): string | undefined {
    const excess = describeExcess(measurements.length, "rows");
    if (excess !== undefined) return excess;
    const filled: HTMLElement[] = [];
    for (const measurement of measurements) {
      const own = { ...(conditions as object | undefined), ...(measurement.conditions as object | undefined) };
      const [first] = rows.list();
      const row = first && rows.list().length === 1 && rows.isUntouched(first) ? first : rows.add(true);
      const fields = new Map(listRowFields({ ...measurement, conditions: own }));
      if (!fields.has("adapter")) fields.set("adapter", adapter.value.trim());
      for (const [path, text] of fields) {
        const control = rows.control(row, path);
        if (!control) continue;
        if (control.dataset.control === "flags") tick(control, text.split(" "));
        else rows.fill(row, path, text);
        filled.push(control);
      }
    }
    for (const [path, text] of listRowFields(study as never))
      if (studyFields.includes(path)) filled.push(...fillEmpty(path, text));
    rows.refresh();
    onFilled(filled);
    return undefined;
  }

  function fillEmpty(path: string, text: string): HTMLElement[] {
    const control = form.querySelector<HTMLElement>(`[data-path="${path}"]`);
    const isOpen =
      (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) &&
      control.value === "" &&
      !control.disabled;
    if (!isOpen) return [];
    control.value = text;
    return [control];
  }

  field.addEventListener("change", () => void read());
  // What was dropped or chosen before this was loaded.
  void read();
}

function tick(control: HTMLElement, values: readonly string[]): void {
  for (const box of control.querySelectorAll<HTMLInputElement>("input")) box.checked = values.includes(box.value);
}

function describeImport(numbers: number, files: number): string {
  const from = files === 1 ? "the file" : `${files} files`;
  if (numbers === 0) return `No number could be read from ${from}.`;
  return `${numbers === 1 ? "One number was" : `${numbers} numbers were`} read from ${from} into the rows below. Add the adapter if it is missing.`;
}

/** Fields of a row by their paths, as the form's controls hold them: plain text, several values with spaces between. */
export function listRowFields(measurement: MeasurementAnswers): [path: string, text: string][] {
  // The form makes ids that are free in it.
  return Object.entries(measurement).flatMap(([name, value]) => (name === "id" ? [] : flatten(name, value)));
}

function flatten(path: string, value: unknown): [string, string][] {
  if (value === undefined || value === null || value === openId) return [];
  if (Array.isArray(value)) return [[path, value.join(" ")]];
  if (typeof value === "object")
    return Object.entries(value).flatMap(([name, inner]) => flatten(`${path}.${name}`, inner));
  return [[path, String(value)]];
}
