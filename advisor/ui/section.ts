import { h, type Child } from "./dom.ts";

/** A part of the answer under its heading. */
export function section(title: string, ...children: Child[]): HTMLElement {
  return h("section", { class: "advice-section" }, h("h3", {}, title), ...children);
}

/** A part that is closed at first; the key finds it again after the answer is drawn anew. */
export function fold(key: string, summary: Child[], ...children: Child[]): HTMLDetailsElement {
  return h("details", { class: "fold", "data-key": key }, h("summary", {}, ...summary), ...children);
}
