import { h, type Child } from "../dom.ts";

/** A part of the answer under its heading. */
export function section(title: string, ...children: Child[]): HTMLElement {
  return h("section", { class: "advice-section" }, heading(title), ...children);
}

/** The heading of a part, to which links within the answer lead. */
export function heading(title: string): HTMLElement {
  return h("h3", { id: idOf(title), tabindex: -1 }, title);
}

/** The id of a part's heading. */
export function idOf(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}

/** A part that is closed at first; the key finds it again after the answer is drawn anew. */
export function fold(key: string, summary: Child[], ...children: Child[]): HTMLDetailsElement {
  return h("details", { class: "fold", "data-key": key }, h("summary", {}, ...summary), ...children);
}
