import { nameMatcher } from "./match-names.ts";

/** Shows only guests with a name that fits what is typed; Enter opens the first of them. */
export function startFilter(form: HTMLFormElement, lines: Iterable<HTMLElement>): void {
  const input = form.querySelector("input");
  const status = form.querySelector<HTMLElement>("[role=status]");
  if (!input || !status) return;
  const sections = [...lines].map((line) => ({
    line,
    guests: [...line.querySelectorAll<HTMLElement>("li")].map((item) => ({
      item,
      names: (item.dataset.names ?? "").split("|"),
    })),
  }));
  const total = form.dataset.total ?? "";
  const show = (): void => {
    const typed = input.value.trim();
    const matches = nameMatcher(typed);
    let shown = 0;
    form.toggleAttribute("data-filtered", typed !== "");
    for (const { line, guests } of sections) {
      let isShown = false;
      for (const { item, names } of guests) {
        item.hidden = !matches(names);
        if (item.hidden) continue;
        shown += 1;
        isShown = true;
      }
      line.hidden = !isShown;
    }
    status.textContent =
      typed === ""
        ? ""
        : shown === 0
          ? "No guest has this name. The advisor accepts more spellings and uses the nearest release."
          : `${String(shown)} of ${total} guests`;
  };
  input.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = sections.flatMap(({ guests }) => guests).find(({ item }) => !item.hidden);
    if (input.value.trim() !== "") first?.item.querySelector("a")?.click();
  });
  // A browser that goes back fills the field in again.
  show();
}
