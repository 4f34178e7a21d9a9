import { joinUnits } from "./answer/join-units.ts";

/** What may stand inside an element; text becomes a text node, never markup. */
export type Child = Node | string | null | false | undefined;

/** Attributes by name; true is an empty attribute, false and undefined leave it out, a function listens to an event ("onclick"). */
export type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/** Makes an element. There is no way to hand it markup or inline styles, so no data can become either. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  return add(element, ...children);
}

/** Puts more into an element; in what becomes text, numbers keep to their units. */
export function add<Parent extends Element>(element: Parent, ...children: Child[]): Parent {
  element.append(...children.filter(isShown).map((child) => (typeof child === "string" ? joinUnits(child) : child)));
  return element;
}

/** Makes an element of a drawing; how it looks is said by attributes and classes, never by inline styles. */
export function svg(
  tag: string,
  attributes: Record<string, string | number>,
  ...children: (Element | string)[]
): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Leads the reader to an element: it begins at the top of what is in view, and has the focus. */
export function goTo(element: HTMLElement | null): void {
  element?.scrollIntoView();
  element?.focus({ preventScroll: true });
}

/** Whether there is something to show. */
export function isShown<Shown extends Child>(child: Shown): child is Exclude<Shown, null | undefined | false> {
  return Boolean(child);
}

/** A button that answers a question or leads to where it is asked; the key finds it again after the answer is drawn anew. */
export function answerButton(label: string, onclick: () => void, key?: string): HTMLButtonElement {
  return h("button", { type: "button", class: "answer-button", "data-key": key, onclick }, label);
}

/** Something that a reader did with an answer: what, and with which part of it. */
export interface Action {
  kind: "copied" | "downloaded" | "printed" | "step-opened";
  /** The part in the words of the page, such as the label of a button. */
  what: string;
}

/** Tells whoever shows the answer what the reader did with it; the event stays within the shadow root. */
export function reportAction(element: Element, detail: Action): void {
  element.dispatchEvent(new CustomEvent<Action>("atlas-action", { bubbles: true, detail }));
}

/** A part of the answer under its heading. */
export function section(title: string, ...children: Child[]): HTMLElement {
  return h("section", { class: "advice-section" }, heading(title), ...children);
}

/** The heading of a part, to which links within the answer lead. */
export function heading(title: string): HTMLElement {
  return h("h3", { id: idOf(title), tabindex: -1 }, title);
}

/** The id of a part's heading. */
function idOf(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}

/** A part that is closed at first; the key finds it again after the answer is drawn anew. */
export function fold(key: string, summary: Child[], ...children: Child[]): HTMLDetailsElement {
  return h("details", { class: "fold", "data-key": key }, h("summary", {}, ...summary), ...children);
}

/** Resolves in a task of its own, so that the browser can paint and answer between two parts of long work. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Fits a sheet of the site to a shadow root: its root is the host element, its colours can be set from outside by
 * --vnic- names, and its sizes follow the text around the element, whatever size the host page gives its own root.
 */
export function fitToShadow(css: string): string {
  return css
    .replace(/:root\[data-(theme=[^\]]+)\]/g, ":host([$1])")
    .replace(/:root/g, ":host")
    .replace(/--atlas-([\w-]+):([^;}]+)/g, "--atlas-$1:var(--vnic-$1,$2)")
    .replace(/(?<![\w.-])(\d*\.?\d+)rem\b/g, "calc($1*var(--vnic-rem,1rem))");
}

/** Makes --vnic-rem a length, so that it is worked out once at the host element and does not grow with nested sizes. */
export function registerUnit(): void {
  try {
    CSS.registerProperty({ name: "--vnic-rem", syntax: "<length>", inherits: true, initialValue: "16px" });
  } catch {
    // Another copy of the script has registered it, or the browser cannot: the fallbacks then hold.
  }
}

/** Finds an element that the page's template has put there. */
export function find<E extends Element>(within: ParentNode, selector: string, type: new () => E): E {
  const found = within.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${selector}`);
}
