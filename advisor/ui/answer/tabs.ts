import { h } from "../dom.ts";

/** One tab: its key stays the same when the tabs are drawn anew. */
export interface Tab {
  key: string;
  label: string;
  panel: HTMLElement[];
}

/** Tabs after the WAI-ARIA pattern: one stop for Tab, arrows, Home and End move and choose. Gives the list and its panels, and tells each choice. */
export function renderTabs(
  className: string,
  label: string,
  tabs: readonly Tab[],
  onChoose: (key: string) => void = () => undefined,
): HTMLElement[] {
  const buttons = tabs.map(({ key, label: text }) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${key}`,
        "aria-controls": `panel-${key}`,
        "data-key": `tab-${key}`,
        onclick: () => select(key),
      },
      text,
    ),
  );
  const panels = tabs.map(({ key, panel }) =>
    h("div", { class: "tab-panel", role: "tabpanel", id: `panel-${key}`, "aria-labelledby": `tab-${key}` }, ...panel),
  );
  function select(chosen: string): void {
    tabs.forEach(({ key }, at) => {
      buttons[at]?.setAttribute("aria-selected", String(key === chosen));
      if (buttons[at]) buttons[at].tabIndex = key === chosen ? 0 : -1;
      if (panels[at]) panels[at].hidden = key !== chosen;
    });
    onChoose(chosen);
  }
  function move(event: Event): void {
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const to = at < 0 ? undefined : target((event as KeyboardEvent).key, at, buttons.length);
    const button = buttons[to ?? -1];
    if (!button) return;
    event.preventDefault();
    button.focus();
    button.click();
  }
  if (tabs[0]) select(tabs[0].key);
  return [h("div", { class: className, role: "tablist", "aria-label": label, onkeydown: move }, ...buttons), ...panels];
}

/** The place that a key leads to from a tab, or nothing for another key. */
function target(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
