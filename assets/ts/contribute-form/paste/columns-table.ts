import { h } from "../../../../advisor/ui/dom.ts";
import type { Column, Role } from "./columns.ts";
import type { Cells } from "./split-table.ts";

/** What a column can be taken for, in words. */
export interface RoleChoice {
  role: Role;
  label: string;
}

/** Cells of each column that are shown, to tell columns apart. */
const shownCells = 3;

/** A table of the pasted columns with what each is taken for; a change is made in the column itself, then told. */
export function makeColumnsTable(
  columns: Column[],
  lines: Cells,
  roles: readonly RoleChoice[],
  choices: { [path: string]: readonly string[] },
  onChange: () => void,
): HTMLElement {
  const rows = columns.map((column, index) => {
    const name = column.header === "" ? `Column ${index + 1}` : column.header;
    const cells = lines.map((line) => line[index] ?? "").filter((cell) => cell !== "");
    const role = pick(
      `Taken for, ${name}`,
      roles.map(({ role: value, label }) => [value, label] as const),
      column.role,
      (value) => {
        column.role = value as Role;
        showResult();
        onChange();
      },
    );
    const metric = pick(`Metric, ${name}`, withNone(choices.metric ?? []), column.metric, (value) => {
      column.metric = value;
      onChange();
    });
    const unit = pick(`Unit, ${name}`, withNone(choices.unit ?? []), column.unit, (value) => {
      column.unit = value;
      onChange();
    });
    function showResult(): void {
      const isResult = column.role === "value" || column.role === "sample" || column.role.startsWith("stat:");
      for (const part of [metric, unit]) part.hidden = !isResult;
    }
    showResult();
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, name, column.adapter !== "" && h("span", { class: "field-note" }, column.adapter)),
      h("td", {}, cells.slice(0, shownCells).join(", "), cells.length > shownCells && " …"),
      h("td", {}, role),
      h("td", {}, metric),
      h("td", {}, unit),
    );
  });
  return h(
    "div",
    { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Columns that were pasted" },
    h(
      "table",
      { class: "paste-columns" },
      h("caption", {}, "What the columns are taken for"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...["Column", "First cells", "Taken for", "Metric", "Unit"].map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h("tbody", {}, ...rows),
    ),
  );
}

function withNone(values: readonly string[]): (readonly [string, string])[] {
  return [["", "not said"], ...values.map((value) => [value, value] as const)];
}

function pick(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  now: string,
  onChange: (value: string) => void,
): HTMLSelectElement {
  const select = h(
    "select",
    { "aria-label": label, onchange: () => onChange(select.value) },
    ...options.map(([value, text]) => h("option", { value, selected: value === now }, text)),
  );
  return select;
}
