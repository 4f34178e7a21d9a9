import type { Situation } from "../../questions/situation.ts";
import { buildField, type Built } from "./build-field.ts";
import { h } from "../dom.ts";
import type { FieldGroup } from "./form.ts";
import { words } from "../words.ts";

/** What varies between forms that ask the same questions. */
export interface FormOptions {
  /** Fields that are shown, not asked, with their values in words. */
  fixed: ReadonlyMap<keyof Situation, string>;
  /** Folds every group but the first. */
  compact: boolean;
}

/** The form as elements, for a place that brings none of its own. */
export function buildForm(groups: readonly FieldGroup[], { fixed, compact }: FormOptions): HTMLFormElement {
  const asked = groups
    .map((group) => ({ ...group, fields: group.fields.filter(({ name }) => !fixed.has(name)) }))
    .filter(({ fields }) => fields.length > 0);
  return h(
    "form",
    { novalidate: true },
    fixed.size > 0 && buildFixed(groups, fixed),
    ...asked.map((group, at) =>
      compact && at > 0
        ? h("details", { class: "more-fields" }, h("summary", {}, group.title), h("div", {}, buildGroup(group)))
        : buildGroup(group),
    ),
  );
}

function buildFixed(groups: readonly FieldGroup[], fixed: FormOptions["fixed"]): HTMLElement {
  const titles = new Map(groups.flatMap(({ fields }) => fields.map(({ name, title }) => [name, title] as const)));
  const rows = [...fixed].map(([field, value]) =>
    h("div", { "data-fixed": field }, h("dt", {}, titles.get(field) ?? field), h("dd", {}, value)),
  );
  return h(
    "div",
    { class: "field" },
    h("p", { class: "fixed-title" }, words.fixed),
    h("dl", { class: "fixed-list" }, ...rows),
  );
}

function buildGroup({ title, more, fields }: FieldGroup): HTMLElement {
  const built = (folded: boolean): Built[] => fields.filter((field) => field.isFolded === folded).map(buildField);
  const hidden = built(true);
  return h(
    "fieldset",
    { class: "form-group" },
    h("legend", {}, title),
    ...built(false),
    hidden.length > 0 && h("details", { class: "more-fields" }, h("summary", {}, more), h("div", {}, ...hidden)),
  );
}
