import { groupBy } from "../../collections.ts";
import type { Situation } from "../../questions/situation.ts";
import { h, type Child } from "../dom.ts";
import type { Choice, Field, FieldGroup } from "./form.ts";
import { words } from "../words.ts";

/** What varies between forms that ask the same questions. */
interface FormOptions {
  /** Fields that are shown, not asked, with their values in words. */
  fixed: ReadonlyMap<keyof Situation, string>;
  /** Fields that are neither shown nor asked. */
  hidden: ReadonlySet<keyof Situation>;
  /** Folds every group but the first. */
  compact: boolean;
}

/** The form as elements, for a place that brings none of its own. */
export function buildForm(groups: readonly FieldGroup[], { fixed, hidden, compact }: FormOptions): HTMLFormElement {
  const asked = groups
    .map((group) => ({ ...group, fields: group.fields.filter(({ name }) => !fixed.has(name) && !hidden.has(name)) }))
    .filter(({ fields }) => fields.length > 0);
  return h(
    "form",
    { novalidate: true },
    fixed.size > 0 && buildFixed(groups, fixed),
    ...asked.map((group, at) =>
      compact && at > 0
        ? h("details", { class: "more-fields" }, h("summary", {}, group.title), h("div", {}, buildGroup(group, true)))
        : buildGroup(group, false),
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

/** A group of questions; one that is folded has its title in the line that opens it. */
function buildGroup({ title, more, fields }: FieldGroup, isFolded: boolean): HTMLElement {
  const built = (folded: boolean): Built[] => fields.filter((field) => field.isFolded === folded).map(buildField);
  const hidden = built(true);
  return h(
    "fieldset",
    { class: "form-group" },
    h("legend", { class: isFolded ? "visually-hidden" : undefined }, title),
    ...built(false),
    hidden.length > 0 && h("details", { class: "more-fields" }, h("summary", {}, more), h("div", {}, ...hidden)),
  );
}

/** A field with its label, its hint and its controls. */
type Built = HTMLElement;

/** Builds one question; the control's name is the field of the situation. */
function buildField(field: Field): Built {
  const { name, label, hint, kind, choices, platforms } = field;
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  const hintLine = hint !== undefined && h("p", { class: "hint", id: hintId }, hint);
  const labelled = (...parts: Child[]): HTMLElement =>
    h("div", { class: "field", "data-platforms": platforms?.join(" ") }, h("label", { for: name }, label), ...parts);
  const textInput = (more: Readonly<Record<string, string>>): HTMLElement =>
    h("input", { id: name, name, type: "text", autocomplete: "off", ...more, "aria-describedby": hintId });
  switch (kind) {
    case "one":
      return h(
        "fieldset",
        { class: "field", "data-platforms": platforms?.join(" "), "aria-describedby": hintId },
        h("legend", {}, label),
        hintLine,
        choiceRow("radio", field),
      );
    case "several":
      return h(
        "fieldset",
        { class: "field", "data-platforms": platforms?.join(" ") },
        h("legend", { class: "visually-hidden" }, label),
        choiceRow("checkbox", field),
      );
    case "list":
      return labelled(h("select", { id: name, name, "aria-describedby": hintId }, ...options(choices)), hintLine);
    case "number":
      return labelled(
        textInput({ inputmode: "numeric" }),
        hintLine,
        name === "packetRate" && h("div", { class: "rate-scale", "data-rate-scale": true }),
      );
    case "text":
      return labelled(textInput({ autocapitalize: "none", spellcheck: "false" }), hintLine);
    case "suggest":
      return labelled(
        textInput({ autocapitalize: "none", spellcheck: "false" }),
        h("div", { class: "combobox", "data-guest-offers": true }),
        hintLine,
      );
  }
}

/** The open answer, where there is one, is chosen at first. */
function choiceRow(type: "radio" | "checkbox", { name, choices }: Field): HTMLElement {
  return h(
    "div",
    { class: "choices" },
    ...choices.map(({ value, label, feature }) =>
      h(
        "label",
        { class: "choice" },
        h("input", { type, name, value, checked: type === "radio" && value === "" }),
        h("span", { "data-feature-name": feature }, label),
      ),
    ),
  );
}

function options(choices: readonly Choice[]): HTMLElement[] {
  return [...groupBy(choices, ({ platform }) => platform?.id)].flatMap(([id, list]) => {
    const made = list.map(({ value, label }) => h("option", { value }, label));
    return id === undefined ? made : [h("optgroup", { label: list[0]?.platform?.name, "data-platform": id }, ...made)];
  });
}
