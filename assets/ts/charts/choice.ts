import type { Row } from "./row.ts";

/** What a reader has chosen: an order, none for the one that is drawn at first, and for some fields the value that is wanted. */
export interface Choice {
  sort: string;
  wanted: ReadonlyMap<string, string>;
}

/** Says for each field how a row is found by it, where that is not its own value. */
const alsoIn: Readonly<Record<string, string>> = { adapter: "over" };

/** Lists the places of the rows that are wanted, in the order that is chosen. */
export function listPlaces(rows: readonly Row[], { sort, wanted }: Choice): number[] {
  const places = rows.flatMap((row, place) =>
    [...wanted].every(([field, value]) => isOf(row, field, value)) ? [place] : [],
  );
  const by =
    (field: string) =>
    (a: number, b: number): number =>
      Number(rows[b]?.[field]) - Number(rows[a]?.[field]);
  if (sort === "ratio") return places.sort(by("value"));
  if (sort === "year") return places.sort((a, b) => by("year")(a, b) || by("value")(a, b));
  return places;
}

/** Takes these rows in this order; rows that follow each other under one heading keep it, so that each row still stands under its own. */
export function pickRows(rows: readonly Row[], places: readonly number[]): Row[] {
  let run = 0;
  return places.map((place, order) => {
    const row = rows[place] ?? {};
    const before = rows[places[order - 1] ?? -1];
    if (before && before.heading !== row.heading) run++;
    // What a heading has behind its two forms is not drawn.
    return { ...row, order, heading: `${String(row.heading)}\t${run}` };
  });
}

function isOf(row: Row, field: string, value: string): boolean {
  return [row[field], row[alsoIn[field] ?? field]].includes(value);
}

/** A form that chooses, with all that follows it. */
export interface ChoiceForm {
  pickChosen(rows: readonly Row[]): Row[];
  /** Brings the table, the count and what can still be chosen in step with the rows. */
  refresh(rows: readonly Row[]): void;
  /** Takes the choice away where the chart cannot follow it. */
  end(): void;
}

/** Starts the fields above a chart that sort and filter its rows; the address keeps the choice. */
export function startChoice(form: HTMLFormElement, drawing: HTMLElement, onChange: () => void): ChoiceForm {
  const selects = [...form.querySelectorAll("select")];
  const lines = [...(form.closest(".chart")?.querySelectorAll<HTMLTableRowElement>(".chart-tools tbody tr") ?? [])];
  const output = form.querySelector("output");
  const read = (): Choice => ({
    sort: selects.find(({ name }) => name === "sort")?.value ?? "",
    wanted: new Map(
      selects.filter(({ name, value }) => name !== "sort" && value !== "").map(({ name, value }) => [name, value]),
    ),
  });
  const fill = (): void => {
    const asked = new URLSearchParams(location.search);
    for (const select of selects) {
      const value = asked.get(select.name) ?? "";
      select.value = [...select.options].some((option) => option.value === value) ? value : "";
    }
  };
  const write = (): void => {
    const asked = new URLSearchParams(location.search);
    for (const { name, value } of selects) {
      if (value === "") asked.delete(name);
      else asked.set(name, value);
    }
    const search = asked.size === 0 ? "" : `?${asked}`;
    if (search !== location.search) history.pushState(null, "", location.pathname + search + location.hash);
  };
  /** What an address asks for and no row has is not asked for. */
  const places = (rows: readonly Row[]): number[] => {
    const found = listPlaces(rows, read());
    if (found.length > 0) return found;
    for (const select of selects) if (select.name !== "sort") select.value = "";
    return listPlaces(rows, read());
  };
  if (selects.some(({ name }) => new URLSearchParams(location.search).has(name))) {
    fill();
    // Nobody has touched anything yet, so nothing may move.
    drawing.style.minHeight = `${drawing.offsetHeight}px`;
  } else write();
  form.addEventListener("change", () => {
    drawing.style.minHeight = "";
    write();
    onChange();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("popstate", () => {
    fill();
    onChange();
  });
  return {
    pickChosen: (rows) => pickRows(rows, places(rows)),
    refresh(rows) {
      const shown = places(rows);
      const choice = read();
      for (const line of lines) line.hidden = true;
      for (const place of shown) {
        const line = lines[place];
        if (!line) continue;
        line.hidden = false;
        line.parentElement?.append(line);
      }
      for (const select of selects) {
        if (select.name === "sort") continue;
        for (const option of select.options) {
          option.disabled =
            option.value !== "" &&
            listPlaces(rows, { ...choice, wanted: new Map(choice.wanted).set(select.name, option.value) }).length === 0;
        }
      }
      if (output) output.textContent = `${shown.length} of ${rows.length} ratios are shown.`;
    },
    end() {
      for (const line of lines) {
        line.hidden = false;
        line.parentElement?.append(line);
      }
      drawing.style.minHeight = "";
      form.hidden = true;
    },
  };
}
