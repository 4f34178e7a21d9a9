/** Replaces what an element shows, and keeps what the reader opened, chose and focused, by their keys. */
export function replaceKeepingPlace(target: HTMLElement, content: Node, homeSelector: string): void {
  const root = target.getRootNode() as Document | ShadowRoot;
  const focused = root.activeElement;
  const wasInside = focused !== null && focused !== target && target.contains(focused);
  const focusKey = keyOf(focused);
  const open = keysOf(target, "details[open]");
  const chosen = keysOf(target, "[role=tab][aria-selected=true]");
  target.replaceChildren(content);
  for (const key of open) byKey(target, key)?.setAttribute("open", "");
  for (const key of chosen) byKey(target, key)?.click();
  if (wasInside) (byKey(target, focusKey) ?? target.querySelector<HTMLElement>(homeSelector))?.focus();
}

function keyOf(element: Element | null): string {
  return element?.closest("[data-key]")?.getAttribute("data-key") ?? "";
}

function keysOf(target: HTMLElement, selector: string): string[] {
  return [...target.querySelectorAll(selector)].map(keyOf);
}

function byKey(target: HTMLElement, key: string): HTMLElement | null {
  return key === "" ? null : target.querySelector(`[data-key="${CSS.escape(key)}"]`);
}
