import world from "atlas:form-world";
import { findAdapter } from "./known.ts";
import { textOf } from "./read-control.ts";
import { idWords } from "../../../tools/records/words.ts";

/** The rows of the table of measurements: their elements, numbered from 0. */
export interface Rows {
  list(): HTMLElement[];
  /** Adds a row below the others; what rows usually share is taken over from the last one, unless the row is to be blank. */
  add(isBlank?: boolean): HTMLElement;
  remove(row: HTMLElement): void;
  /** Whether nothing was put into a row yet. */
  isUntouched(row: HTMLElement): boolean;
  /** Finds a control of a row by the path of its field within the row. */
  control(row: HTMLElement, path: string): HTMLElement | undefined;
  /** Writes a value into a control of a row; a choice that lacks it gets it, so that nothing is lost. */
  fill(row: HTMLElement, path: string, value: string): void;
  /** Brings what depends on other fields of a row up to date: what its kind shows, its units, its id. */
  refresh(): void;
}

/** Fields that are mostly the same from row to row. */
const shared = ["workload", "metric", "unit", "kind"];

/** Manages the rows of the form's table, each a body of its own. */
export function manageRows(table: HTMLTableElement): Rows {
  const key = table.dataset.key ?? "";
  const list = (): HTMLElement[] => [...table.querySelectorAll<HTMLElement>("[data-row]")];
  const blank = list()[0]?.cloneNode(true) as HTMLElement;
  // A row's controls stay the same, and each update asks for hundreds of them.
  const controls = new WeakMap<HTMLElement, Map<string, HTMLElement>>();
  const control = (row: HTMLElement, path: string): HTMLElement | undefined => {
    const known = controls.get(row) ?? listByPath(row);
    controls.set(row, known);
    return known.get(path);
  };
  const rows: Rows = {
    list,
    control,
    add(isBlank = false) {
      const row = blank.cloneNode(true) as HTMLElement;
      const last = list().at(-1);
      number(row, list().length);
      table.append(row);
      for (const path of last && !isBlank ? shared : []) rows.fill(row, path, textOf(last && control(last, path)));
      rows.fill(row, "precision", "as-printed");
      if (!isBlank) rows.refresh();
      return row;
    },
    remove(row) {
      row.remove();
      if (list().length === 0) rows.add();
      list().forEach(number);
      rows.refresh();
    },
    isUntouched: (row) =>
      ["adapter", "metric", "value", "samples", "quote", "locator"].every((path) => textOf(control(row, path)) === ""),
    fill(row, path, value) {
      const found = control(row, path);
      if (found instanceof HTMLSelectElement) {
        if (value !== "" && ![...found.options].some((option) => option.value === value))
          found.add(new Option(value, value));
        found.value = value;
      } else if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) found.value = value;
    },
    refresh() {
      const ids = new Set<string>();
      for (const row of list()) {
        showKind(row, textOf(control(row, "kind")));
        offerUnits(control(row, "unit"), textOf(control(row, "metric")));
        updateSummary(row);
        suggestId(row, ids);
      }
    },
  };
  function number(row: HTMLElement, index: number): void {
    renumber(row, key, index);
    row.querySelector("[data-remove]")?.setAttribute("aria-label", `Remove row ${index + 1}`);
    for (const shown of row.querySelectorAll("[data-row-number]")) shown.textContent = String(index + 1);
  }
  function suggestId(row: HTMLElement, taken: Set<string>): void {
    const field = control(row, "id");
    if (!(field instanceof HTMLInputElement)) return;
    if (field.value === "" || field.value === field.dataset.made) {
      const texts = ["adapter", "metric", "conditions.guest"].map((path) => textOf(control(row, path)));
      const parts = texts.map((text, index) => idWords(index === 0 ? (findAdapter(text) ?? text) : text).join("-"));
      const base = parts[0] === "" ? "" : parts.filter((part) => part !== "").join("-");
      let id = base;
      for (let count = 2; id !== "" && taken.has(id); count++) id = `${base}-${count}`;
      field.value = id;
      field.dataset.made = id;
    }
    taken.add(field.value);
  }
  for (const row of list()) rows.fill(row, "precision", "as-printed");
  rows.refresh();
  return rows;
}

/** The controls of a row by the path of their field within the row. */
function listByPath(row: HTMLElement): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>();
  for (const element of row.querySelectorAll<HTMLElement>("[data-path]")) {
    const path = (element.dataset.path ?? "").replace(/^[^.]*\.\d+\./, "");
    if (!found.has(path)) found.set(path, element);
  }
  return found;
}

function renumber(row: HTMLElement, key: string, index: number): void {
  const pattern = new RegExp(`(^|[ -])((?:msg-)?(?:f-)?${key})([-.])\\d+(?=[-.])`, "g");
  for (const element of row.querySelectorAll("*")) {
    for (const name of ["id", "for", "name", "data-path", "aria-describedby"]) {
      const value = element.getAttribute(name);
      if (value?.includes(key)) element.setAttribute(name, value.replace(pattern, `$1$2$3${index}`));
    }
  }
}

function showKind(row: HTMLElement, kind: string): void {
  for (const part of row.querySelectorAll<HTMLElement>("[data-kinds]"))
    part.hidden = !(part.dataset.kinds ?? "").split(" ").includes(kind);
}

/** Only the units of the metric, and what somebody has chosen before; one that is alone is chosen. */
function offerUnits(select: HTMLElement | undefined, metric: string): void {
  if (!(select instanceof HTMLSelectElement)) return;
  const fitting = world.units[metric] ?? [...new Set(Object.values(world.units).flat())];
  const current = select.value;
  const wanted = ["", ...fitting, ...(current === "" || fitting.includes(current) ? [] : [current])];
  if ([...select.options].map(({ value }) => value).join() !== wanted.join())
    select.replaceChildren(...wanted.map((unit) => new Option(unit, unit)));
  select.value = current === "" && fitting.length === 1 ? (fitting[0] ?? "") : current;
}

/** Lists the folded values of a summary in the row's line. */
function updateSummary(row: HTMLElement): void {
  const shown = row.querySelector<HTMLElement>("[data-summary-text]");
  if (!shown) return;
  const parts = [...row.querySelectorAll<HTMLInputElement>('input[data-path*=".summary."]')]
    .filter((input) => input.value !== "" && input.closest("[hidden]") === null)
    .map((input) => `${(input.dataset.path ?? "").split(".").at(-1)} ${input.value}`);
  shown.textContent = parts.join(", ");
  shown.hidden = parts.length === 0;
}
