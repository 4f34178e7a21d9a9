import { listMarked, onMarked, setMarked } from "./marked.ts";

/** What a legend can do with its chart. */
export interface Filtered {
  /** Draws only the rows of these adapters, or all. */
  keep(adapters: ReadonlySet<string> | undefined): void;
}

/**
 * Makes the names under a chart answer: each marks its adapter in all charts of the page, and what is marked can be drawn alone.
 * The names keep their places.
 */
export function startLegend(list: HTMLElement, chart: Filtered): void {
  const buttons = [...list.querySelectorAll<HTMLElement>("[data-adapter]")].map((entry) => {
    const button = makeButton();
    button.dataset.adapter = entry.dataset.adapter ?? "";
    button.append(...entry.childNodes);
    button.addEventListener("click", () => {
      const marked = listMarked();
      const id = button.dataset.adapter ?? "";
      if (!marked.delete(id)) marked.add(id);
      setMarked(marked);
    });
    entry.removeAttribute("data-adapter");
    entry.append(button);
    return button;
  });
  const own = new Set(buttons.map(({ dataset }) => dataset.adapter ?? ""));
  const only = makeButton("Only the marked");
  const all = makeButton("Show all");
  const more = document.createElement("li");
  more.className = "chart-legend-more";
  more.append(only, all);

  let isFiltered = false;
  const show = (): void => {
    const marked = listMarked();
    const mine = new Set([...marked].filter((id) => own.has(id)));
    for (const button of buttons) button.setAttribute("aria-pressed", String(marked.has(button.dataset.adapter ?? "")));
    if (mine.size === 0) isFiltered = false;
    only.setAttribute("aria-pressed", String(isFiltered));
    if (mine.size > 0) list.append(more);
    else more.remove();
    chart.keep(isFiltered ? mine : undefined);
  };
  only.addEventListener("click", () => {
    isFiltered = !isFiltered;
    show();
  });
  all.addEventListener("click", () => {
    setMarked([]);
    buttons[0]?.focus();
  });
  onMarked(show);
  show();
}

function makeButton(text = ""): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  return button;
}
