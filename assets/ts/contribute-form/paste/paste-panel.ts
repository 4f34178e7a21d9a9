import { h } from "../../../../advisor/ui/dom.ts";
import { findNotation, type Notation } from "../read-number.ts";
import { guessColumns, hasHeader, type Names, type Column, type Role } from "./columns.ts";
import { readTable, type PastedRow } from "./read-table.ts";
import { findSeparator, splitTable, type Cells } from "./split-table.ts";

interface PasteParts {
  text: HTMLTextAreaElement;
  panel: HTMLElement;
  names: Names;
  roles: readonly RoleChoice[];
  /** Choices of fields that rows may all share. */
  choices: { [path: string]: readonly string[] };
  /** Puts rows into the form. */
  insert(rows: readonly PastedRow[]): void;
}

/** Fields that a pasted table often leaves unsaid because they are the same in every row. */
const shared: readonly (readonly [path: string, label: string])[] = [
  ["workload", "Workload"],
  ["metric", "Metric"],
  ["unit", "Unit"],
  ["locator", "Location of the table in the source"],
];

/** Shows what is made of a pasted table as soon as it is there, lets it be changed, and hands it over on demand. */
export function startPaste({ text, panel, names, roles, choices, insert }: PasteParts): {
  read: (pasted: string) => void;
} {
  const status = h("p", { role: "status", class: "paste-status" });
  const body = h("div", { class: "paste-body" });
  const defaults = new Map<string, string>();
  panel.append(status, body);

  function read(isHeadedBy?: boolean): void {
    const excess = findExcess(text.value);
    const cells = excess === undefined ? splitTable(text.value) : [];
    panel.hidden = cells.length === 0 && excess === undefined;
    status.textContent = excess ?? "";
    if (cells.length === 0) return body.replaceChildren();
    const isHeaded = isHeadedBy ?? hasHeader(cells, names);
    let notation: Notation = findNotation(cells.flat(), findSeparator(text.value));
    const columns = guessColumns(cells, isHeaded, names);
    const lists = h("div", { class: "paste-lists" });
    const button = h("button", { type: "button", class: "button", onclick: () => insertRows() });
    const reading = (): ReturnType<typeof readTable> =>
      readTable(cells, isHeaded, columns, notation, new Map([...defaults].filter(([, value]) => value !== "")), names);
    function refresh(): void {
      const { rows, notes, unread } = reading();
      button.textContent = rows.length === 1 ? "Add one row to the table" : `Add ${rows.length} rows to the table`;
      const tooMany = describeExcess(rows.length, "rows");
      button.disabled = rows.length === 0 || tooMany !== undefined;
      status.textContent = tooMany ?? "";
      lists.replaceChildren(...listOf("How it was read", notes), ...listOf("Not read", unread));
    }
    function insertRows(): void {
      const { rows, unread } = reading();
      insert(rows);
      status.textContent = `${rows.length === 1 ? "One row was" : `${rows.length} rows were`} added to the table below.`;
      body.replaceChildren(...listOf("Not read", unread));
    }
    const setUp = h(
      "div",
      { class: "form-fields" },
      checkBox("The first line names the columns", isHeaded, (isOn) => read(isOn)),
      choice(
        "paste-notation",
        "Decimals are written",
        [
          ["point", "2.65"],
          ["comma", "2,65"],
        ],
        notation,
        (value) => {
          notation = value === "comma" ? "comma" : "point";
          refresh();
        },
      ),
    );
    const common = h(
      "fieldset",
      { class: "more-group" },
      h("legend", {}, "For rows that do not state the field"),
      h(
        "div",
        { class: "form-fields" },
        ...shared.map(([path, label]) => {
          const set = (value: string): void => {
            defaults.set(path, value);
            refresh();
          };
          const offered = choices[path];
          const now = defaults.get(path) ?? "";
          return offered
            ? choice(`paste-${path}`, label, [["", ""], ...offered.map((value) => [value, value] as const)], now, set)
            : line(`paste-${path}`, label, now, set);
        }),
      ),
    );
    body.replaceChildren(
      setUp,
      makeColumnsTable(columns, isHeaded ? cells.slice(1) : cells, roles, choices, refresh),
      common,
      lists,
      h("p", {}, button),
    );
    refresh();
  }

  let before = "";
  text.addEventListener("input", () => {
    if (text.value === before) return;
    before = text.value;
    read();
  });
  if (text.value !== "") read();
  return {
    read(pasted) {
      text.value = pasted;
      before = pasted;
      read();
      text.focus();
      text.scrollIntoView({ block: "start" });
    },
  };
}

function listOf(title: string, items: readonly string[]): HTMLElement[] {
  return items.length === 0
    ? []
    : [h("p", { class: "paste-title" }, title), h("ul", {}, ...items.map((item) => h("li", {}, item)))];
}

function checkBox(label: string, isOn: boolean, onChange: (isOn: boolean) => void): HTMLElement {
  const box = h("input", { type: "checkbox", onchange: () => onChange(box.checked) });
  box.checked = isOn;
  return h("label", { class: "unstated" }, box, label);
}

function choice(
  id: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  now: string,
  onChange: (value: string) => void,
): HTMLElement {
  const select = h(
    "select",
    { id, onchange: () => onChange(select.value) },
    ...options.map(([value, text]) => h("option", { value, selected: value === now }, text)),
  );
  return h("div", { class: "cell" }, h("label", { for: id }, label), select);
}

function line(id: string, label: string, now: string, onChange: (value: string) => void): HTMLElement {
  const input = h("input", { id, type: "text", value: now, oninput: () => onChange(input.value.trim()) });
  return h("div", { class: "cell" }, h("label", { for: id }, label), input);
}

/** Each row is a form of its own with dozens of fields: a browser can show so many and still answer at once. */
const limits = { rows: 200, lines: 201, characters: 100_000 } as const;

/** Says why a pasted text is not read, before any of it is split. */
export function findExcess(text: string): string | undefined {
  return (
    describeExcess(text.length, "characters") ?? describeExcess(text.match(/\S.*(?:\r\n?|\n|$)/g)?.length ?? 0, "lines")
  );
}

/** Says that there is more of something than the form takes, and what to do; undefined where there is not. */
export function describeExcess(count: number, what: keyof typeof limits): string | undefined {
  if (count <= limits[what]) return undefined;
  return `The table has ${count.toLocaleString("en-GB")} ${what}; this form takes up to ${limits[what].toLocaleString("en-GB")}. Paste it in parts, or start a file with npm run new dataset and write the record there.`;
}

/** What a column can be taken for, in words. */
export interface RoleChoice {
  role: Role;
  label: string;
}

/** Cells of each column that are shown, to tell columns apart. */
const shownCells = 3;

/** A table of the pasted columns with what each is taken for; a change is made in the column itself, then told. */
function makeColumnsTable(
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
      `Read as, ${name}`,
      roles.map(({ role: value, label }) => [value, label] as const),
      column.role,
      (value) => {
        column.role = value as Role;
        showResult();
        onChange();
      },
    );
    const metric = pick(`Metric, ${name}`, addEmptyOption(choices.metric ?? []), column.metric, (value) => {
      column.metric = value;
      onChange();
    });
    const unit = pick(`Unit, ${name}`, addEmptyOption(choices.unit ?? []), column.unit, (value) => {
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
    { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Pasted columns" },
    h(
      "table",
      { class: "paste-columns" },
      h("caption", {}, "How the columns are read"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...["Column", "First cells", "Read as", "Metric", "Unit"].map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h("tbody", {}, ...rows),
    ),
  );
}

function addEmptyOption(values: readonly string[]): (readonly [string, string])[] {
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
