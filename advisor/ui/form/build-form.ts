import type { Situation } from "../../questions/situation.ts";
import { buildField, type Built } from "./build-field.ts";
import { h } from "../dom.ts";
import type { Field, FieldGroup } from "./form.ts";
import { fieldLabel, words } from "../words.ts";

/** So many features are in view, as on the advisor's page. */
const USUAL = 8;

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
    fixed.size > 0 && buildFixed(fixed),
    ...asked.map((group, at) =>
      compact && at > 0
        ? h("details", { class: "more-fields" }, h("summary", {}, group.title), h("div", {}, buildGroup(group)))
        : buildGroup(group),
    ),
  );
}

function buildFixed(fixed: FormOptions["fixed"]): HTMLElement {
  const rows = [...fixed].map(([field, value]) =>
    h("div", { "data-fixed": field }, h("dt", {}, fieldLabel(field)), h("dd", {}, value)),
  );
  return h(
    "div",
    { class: "field" },
    h("p", { class: "fixed-title" }, words.fixed),
    h("dl", { class: "fixed-list" }, ...rows),
  );
}

function buildGroup({ title, more, fields }: FieldGroup): HTMLElement {
  const built = (folded: boolean): Built[] =>
    fields
      .flatMap(foldChoices)
      .filter((field) => (field.isFolded ?? false) === folded)
      .map(buildField);
  const hidden = built(true);
  return h(
    "fieldset",
    { class: "form-group" },
    h("legend", {}, title),
    ...built(false),
    hidden.length > 0 && h("details", { class: "more-fields" }, h("summary", {}, more), h("div", {}, ...hidden)),
  );
}

/** Of many choices the usual ones are in view, the rest is folded away. */
function foldChoices(field: Field): Field[] {
  const { kind, choices } = field;
  return kind === "several"
    ? [
        { ...field, choices: choices.slice(0, USUAL) },
        { ...field, choices: choices.slice(USUAL), isFolded: true },
      ]
    : [field];
}
