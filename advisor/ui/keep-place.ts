/** Replaces what an element shows, and keeps what the reader opened, chose and focused, by their keys. */
export function replaceKeepingPlace(target: HTMLElement, content: Node, homeSelector: string): void {
  const root = target.getRootNode() as Document | ShadowRoot;
  const focused = root.activeElement;
  const wasInside = focused !== null && focused !== target && target.contains(focused);
  const focusKey = keyOf(focused);
  const open = listOpenKeys(target);
  const selected = [...target.querySelectorAll<HTMLSelectElement>("select[data-key]")].map(
    (select) => [keyOf(select), select.value] as const,
  );
  target.replaceChildren(content);
  for (const key of open) byKey(target, key)?.setAttribute("open", "");
  for (const [key, value] of selected) choose(byKey(target, key), value);
  if (wasInside) (byKey(target, focusKey) ?? target.querySelector<HTMLElement>(homeSelector))?.focus();
}

/** Replaces a folded part of the answer; what is open stays open, and what has the focus keeps it. */
export function replaceFold(fold: HTMLElement | null, part: HTMLElement): void {
  if (!fold) return;
  const listStops = (place: HTMLElement): HTMLElement[] => [...place.querySelectorAll<HTMLElement>("summary, a")];
  const { activeElement } = fold.getRootNode() as Document | ShadowRoot;
  const focused = listStops(fold).indexOf(activeElement as HTMLElement);
  const open = listOpenKeys(fold);
  part.toggleAttribute("open", fold.hasAttribute("open"));
  fold.replaceWith(part);
  for (const key of open) byKey(part, key)?.setAttribute("open", "");
  listStops(part)[focused]?.focus({ preventScroll: true });
}

/** Chooses a value of a list again, if the list still has it. */
function choose(select: HTMLElement | null, value: string): void {
  if (!(select instanceof HTMLSelectElement) || ![...select.options].some((option) => option.value === value)) return;
  select.value = value;
  select.dispatchEvent(new Event("change"));
}

function keyOf(element: Element | null): string {
  return element?.closest("[data-key]")?.getAttribute("data-key") ?? "";
}

function listOpenKeys(target: HTMLElement): string[] {
  return [...target.querySelectorAll("details[open]")].map(keyOf);
}

/** The element with a key below another one; null for no key. */
export function byKey(target: HTMLElement, key: string): HTMLElement | null {
  return key === "" ? null : target.querySelector(`[data-key="${CSS.escape(key)}"]`);
}
