import { fetchRest } from "./entries/fetch-rest.ts";

/** A page of entries that open: a filter narrows them, and an address with the id of an entry opens it. */
const form = document.querySelector<HTMLFormElement>("#entries-filter");
if (form) startFilter(form);
addEventListener("hashchange", openTarget);
document.addEventListener("toggle", ({ target }) => void fetchRest(target as HTMLElement), true);
openTarget();
// What the browser or the reader opened before this ran.
for (const entry of document.querySelectorAll<HTMLElement>("details[open]")) void fetchRest(entry);

/** Opens the entry that the address names or that holds what it names, whatever the filter hides. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const entry = target?.closest("details");
  if (!target || !entry || (entry.open && !entry.hidden)) return;
  entry.open = true;
  if (entry.hidden) {
    form?.reset();
    form?.dispatchEvent(new Event("input"));
  }
  target.scrollIntoView();
}

/** Shows the entries that hold every word and fit every choice, at first those that the query of the address asks for. */
function startFilter(controls: HTMLFormElement): void {
  const entries = [...document.querySelectorAll<HTMLElement>(".entry")].map((element) => ({
    element,
    text: `${element.querySelector("[id]")?.id} ${element.textContent}`.toLowerCase(),
  }));
  const groups = [...document.querySelectorAll<HTMLElement>(".entry-group")];
  const count = document.getElementById("entries-count");
  const show = (): void => {
    const asked = [...new FormData(controls)].map(([name, value]) => [name, String(value)] as const);
    let shown = 0;
    for (const { element, text } of entries) {
      element.hidden = !asked.every(([name, value]) =>
        name === "q" ? hasWords(text, value) : value === "" || listValues(element, name).includes(value),
      );
      if (!element.hidden) shown += 1;
    }
    for (const group of groups) group.hidden = group.querySelector(".entry:not([hidden])") === null;
    if (count) count.textContent = String(shown);
  };
  for (const [name, value] of new URLSearchParams(location.search)) {
    const control = controls.elements.namedItem(name);
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value;
  }
  controls.addEventListener("input", show);
  controls.addEventListener("submit", (event) => event.preventDefault());
  show();
}

function hasWords(text: string, words: string): boolean {
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function listValues(element: HTMLElement, name: string): string[] {
  return (element.getAttribute(`data-${name}`) ?? "").split(" ");
}
