import { readTargetId } from "./page/target-id.ts";

/** A page of entries that open: a filter narrows them, and an address with the id of an entry opens it. */
const form = document.querySelector<HTMLFormElement>("#entries-filter");
/** Pages of groups of entries, by their addresses: many entries come from one. */
const pages = new Map<string, Promise<Document | null>>();
if (form) startFilter(form);
addEventListener("hashchange", openTarget);
document.addEventListener(
  "toggle",
  ({ target }) => {
    if ((target as HTMLElement).matches(".entry")) void fetchRest(target as HTMLElement);
  },
  true,
);
openTarget();
// What the browser or the reader opened before this ran.
for (const entry of document.querySelectorAll<HTMLElement>(".entry[open]")) void fetchRest(entry);

/** Opens the entry that the address names or that holds what it names, whatever the filter hides. */
function openTarget(): void {
  const target = document.getElementById(readTargetId(location.hash));
  const entry = target?.closest<HTMLDetailsElement>("details.entry");
  if (!target || !entry) return;
  const fold = entry.closest<HTMLDetailsElement>(".more-entries");
  if (entry.open && !entry.hidden && (fold?.open ?? true)) return;
  entry.open = true;
  if (entry.hidden) {
    form?.reset();
    form?.dispatchEvent(new Event("input"));
  }
  if (fold) fold.open = true;
  target.scrollIntoView();
}

/** Shows the entries that hold every word and fit every choice, at first those that the query of the address asks for. */
function startFilter(controls: HTMLFormElement): void {
  const entries = [...document.querySelectorAll<HTMLElement>(".entry")].map((element) => ({
    element,
    text: `${element.querySelector("[id]")?.id} ${element.textContent}`.toLowerCase(),
  }));
  const groups = [...document.querySelectorAll<HTMLElement>(".entry-group")];
  const folds = [...document.querySelectorAll<HTMLDetailsElement>(".more-entries")];
  const count = document.getElementById("entries-count");
  let wasAsked = false;
  const show = (): void => {
    const asked = [...new FormData(controls)].map(([name, value]) => [name, String(value)] as const);
    let shown = 0;
    for (const { element, text } of entries) {
      element.hidden = !asked.every(([name, value]) =>
        name === "q" ? hasWords(text, value) : value === "" || listValues(element, name).includes(value),
      );
      if (!element.hidden) shown += 1;
    }
    const isAsked = asked.some(([, value]) => value !== "");
    for (const fold of folds) {
      // An address may have opened one.
      if (isAsked !== wasAsked) fold.open = isAsked;
      fold.hidden = fold.querySelector(".entry:not([hidden])") === null;
    }
    wasAsked = isAsked;
    for (const group of groups) group.hidden = group.querySelector(".entry:not([hidden])") === null;
    if (count) count.textContent = String(shown);
  };
  for (const [name, value] of new URLSearchParams(location.search)) {
    const control = controls.elements.namedItem(name);
    // A reader who was faster than this script keeps what they set.
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value ||= value;
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

/**
 * Fills an entry that has just been opened with what the page of its group says, in the place of the link to that page. If the
 * page does not come, the link stays.
 */
async function fetchRest(entry: HTMLElement): Promise<void> {
  const link = entry.querySelector<HTMLAnchorElement>("a.entry-more");
  if (!link || !entry.hasAttribute("open")) return;
  const [address = "", id = ""] = link.href.split("#");
  const page = pages.get(address) ?? readPage(address);
  pages.set(address, page);
  const rest = (await page)?.getElementById(id)?.closest(".entry-body");
  if (!rest || !link.isConnected) return;
  const anchor = entry.querySelector(".entry-anchor");
  const parts = [...rest.childNodes].filter((part) => !(part instanceof Element && part.id === id));
  link.closest(".entry-body")?.replaceChildren(...(anchor ? [anchor] : []), ...parts);
}

/** Reads a page as a document: unlike text that is parsed, the answer of a request needs no policy for trusted types. */
function readPage(address: string): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.addEventListener("loadend", () => resolve(request.responseXML));
    request.send();
  });
}
