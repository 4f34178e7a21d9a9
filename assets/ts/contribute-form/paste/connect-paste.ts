import world from "atlas:form-world";
import { find } from "../../../../advisor/ui/dom.ts";
import { findAdapter } from "../known.ts";
import type { Rows } from "../rows.ts";
import type { Names, Role } from "./columns.ts";
import { startPaste, type RoleChoice } from "./paste-panel.ts";

/** Connects the place for pasted tables with the rows; reports which controls were filled. */
export function connectPaste(
  form: HTMLFormElement,
  rows: Rows,
  onFilled: (controls: readonly HTMLElement[]) => void,
): void {
  const fields = listFields(rows);
  const names: Names = { findAdapter, units: world.units, fields: fields.filter(({ path }) => !isResult(path)) };
  const paste = startPaste({
    text: find(form, "#paste-text", HTMLTextAreaElement),
    panel: find(form, "#paste-reading", HTMLElement),
    names,
    roles: listRoles(fields),
    choices: {
      workload: choicesOf(rows, "workload"),
      metric: Object.keys(world.units),
      unit: [...new Set(Object.values(world.units).flat())],
    },
    insert(pasted) {
      const filled: HTMLElement[] = [];
      for (const values of pasted) {
        const [first] = rows.list();
        const row = first && rows.list().length === 1 && rows.isUntouched(first) ? first : rows.add(true);
        for (const [path, value] of values) {
          rows.fill(row, path, value);
          const control = rows.control(row, path);
          if (control) filled.push(control);
        }
      }
      rows.refresh();
      onFilled(filled);
    },
  });
  // Several cells at once belong into several fields.
  find(form, "#rows", HTMLTableElement).addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const isTable =
      text.includes("\t") || (/\S\s*\n\s*\S/.test(text) && !(event.target instanceof HTMLTextAreaElement));
    if (!isTable) return;
    event.preventDefault();
    paste.read(text);
  });
}

/** Fields of a row, as the page labels them. */
function listFields(rows: Rows): { path: string; label: string; choices: string[] }[] {
  const [row] = rows.list();
  return [...(row?.querySelectorAll<HTMLElement>("[data-path]") ?? [])].flatMap((control) => {
    const label = row?.querySelector(`label[for="${control.id}"]`)?.textContent;
    const path = (control.dataset.path ?? "").replace(/^[^.]*\.\d+\./, "");
    return label ? [{ path, label, choices: path === "unit" || path === "metric" ? [] : choicesOf(rows, path) }] : [];
  });
}

function listRoles(fields: readonly { path: string; label: string }[]): RoleChoice[] {
  const statistics = fields.filter(({ path }) => /^summary\.\w+$/.test(path));
  return [
    { role: "skip", label: "nothing: ignore it" },
    { role: "value", label: "a result" },
    { role: "sample", label: "one of several runs" },
    ...statistics.map(({ path, label }) => ({
      role: path.replace("summary.", "stat:") as Role,
      label: `summary: ${label}`,
    })),
    ...fields
      .filter(({ path }) => !isResult(path))
      .map(({ path, label }) => ({ role: `field:${path}` as const, label })),
  ];
}

function isResult(path: string): boolean {
  return /^(?:kind|value|samples|summary\..*)$/.test(path);
}

function choicesOf(rows: Rows, path: string): string[] {
  const [row] = rows.list();
  const select = row && rows.control(row, path);
  return select instanceof HTMLSelectElement
    ? [...select.options].map(({ value }) => value).filter((value) => value !== "")
    : [];
}
