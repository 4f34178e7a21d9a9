import type { Choice, Layout, Found } from "./filter.ts";
import { type FacetName, facetNames } from "./measurement-file.ts";
import { mapNames, type Measurements } from "./measurements.ts";
import { writeNumber } from "./numbers.ts";
import type { NameValue } from "./write-question.ts";

/** The filters as they stand on the page: what they say is read from there, and the choice put there. */
export interface Controls {
  name: NameValue;
  /** Values of a facet that can be chosen: those of the measurements, then those of which there is none. */
  values: (facet: FacetName) => readonly string[];
  read: () => Choice;
  fill: (choice: Choice) => void;
  /** Shows how many rows each value would leave. */
  count: (counts: Found["counts"]) => void;
}

/** Connects the filters of a form with the columns that they filter. */
export function connectControls(form: HTMLFormElement, { facets }: Measurements): Controls {
  const boxes = [...form.querySelectorAll<HTMLInputElement>("[data-facet] input")].map((box) => {
    const facet = box.name as FacetName;
    const label = box.closest("label");
    return {
      box,
      facet,
      place: facets[facet].values.indexOf(box.value),
      text: label?.querySelector(".value-name")?.textContent ?? box.value,
      count: label?.querySelector<HTMLElement>(".value-count"),
      item: box.closest("li"),
    };
  });
  const values = mapNames(facetNames, (name) => {
    const offered = boxes.filter(({ facet }) => facet === name).map(({ box }) => box.value);
    return [...new Set([...facets[name].values, ...offered])];
  });
  const names = new Map(boxes.map(({ facet, box, text }) => [`${facet}=${box.value}`, text]));
  const control = (name: string): HTMLSelectElement => form.elements.namedItem(name) as HTMLSelectElement;
  const year = (name: string): number | undefined => Number(control(name).value) || undefined;
  const showChosen = (): void => {
    for (const name of facetNames) {
      const chosen = boxes.filter(({ facet, box }) => facet === name && box.checked).length;
      const note = form.querySelector(`[data-facet="${name}"] .chosen`);
      if (note) note.textContent = chosen === 0 ? "" : ` ${chosen} chosen`;
    }
  };
  return {
    name: (facet, value) => names.get(`${facet}=${value}`) ?? value,
    values: (facet) => values[facet],
    read: () => {
      showChosen();
      const chosen = facetNames.flatMap((name): [FacetName, string[]][] => {
        const ticked = new Set(
          boxes.filter(({ facet, box }) => facet === name && box.checked).map(({ box }) => box.value),
        );
        return ticked.size === 0 ? [] : [[name, values[name].filter((value) => ticked.has(value))]];
      });
      const [from, to] = [year("from"), year("to")];
      return {
        facets: new Map(chosen),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        by: control("by").value as Layout,
      };
    },
    fill: ({ facets: chosen, from, to, by }) => {
      for (const { box, facet } of boxes) box.checked = chosen.get(facet)?.includes(box.value) ?? false;
      control("from").value = from === undefined ? "" : String(from);
      control("to").value = to === undefined ? "" : String(to);
      control("by").value = by;
      showChosen();
    },
    count: (counts) => {
      for (const { facet, place, count, item } of boxes) {
        const rows = counts[facet][place] ?? 0;
        const text = writeNumber(rows);
        // Most stay as they are, and what is not touched is not laid out anew.
        if (count && count.textContent !== text) count.textContent = text;
        item?.toggleAttribute("data-empty", rows === 0);
      }
    },
  };
}

/** What a reader has set in a form that was not filled yet: functions that set it again. */
export function keepEarly(form: HTMLFormElement): (() => void)[] {
  return [...form.elements].flatMap((control) => {
    if (control instanceof HTMLInputElement && control.checked) return [() => void (control.checked = true)];
    if (!(control instanceof HTMLSelectElement) || control.selectedIndex <= 0) return [];
    const { value } = control;
    return [() => void (control.value = value)];
  });
}
