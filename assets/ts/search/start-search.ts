import { loadIndex, type Find, type Hit } from "./find.ts";

/** Results that are shown at once; a button shows the next ones. */
const pageSize = 20;

/** Loads the index and answers what is typed from then on. */
export async function startSearch(form: HTMLFormElement, input: HTMLInputElement): Promise<void> {
  const response = await fetch(form.dataset.index ?? "");
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const find = await loadIndex(await response.text());
  const answer = (): void => show(find, input.value);
  input.addEventListener("input", answer);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer();
  });
  answer();
}

function show(find: Find, query: string): void {
  const list = document.getElementById("search-results") as HTMLOListElement;
  const more = document.getElementById("search-more") as HTMLButtonElement;
  const status = document.getElementById("search-status") as HTMLElement;
  const hits = find(query);
  keepInAddress(query);
  list.replaceChildren();
  const showNext = (): void => {
    const from = list.childElementCount;
    list.append(...hits.slice(from, from + pageSize).map(render));
    more.hidden = list.childElementCount >= hits.length;
    if (from > 0) list.children[from]?.querySelector("a")?.focus();
  };
  more.onclick = showNext;
  showNext();
  status.textContent = describe(query, hits);
  // What waited for the first answer has its place now.
  delete document.documentElement.dataset.asked;
}

function render(hit: Hit): HTMLLIElement {
  return renderHit(hit, document.documentElement.dataset.base ?? "/");
}

function describe(query: string, { length }: readonly Hit[]): string {
  if (query.trim() === "") return "";
  if (length === 0) return `Nothing has "${query.trim()}". Try fewer letters, or one of the lists below.`;
  return length === 1 ? "1 result" : `${length} results`;
}

/** The address can be sent to somebody, or come back to. */
function keepInAddress(query: string): void {
  const address = new URL(location.href);
  if (query.trim() === "") address.searchParams.delete("q");
  else address.searchParams.set("q", query);
  if (address.href !== location.href) history.replaceState(null, "", address);
}

/** Makes the entry of a result: its kind, its title as a link, its note, with the words that match marked. */
export function renderHit({ path, kind, title, note, matched }: Hit, base: string): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = base + path.slice(1);
  link.append(...mark(title, matched));
  const label = document.createElement("span");
  label.className = "search-kind";
  label.textContent = kind;
  const heading = document.createElement("p");
  heading.className = "search-title";
  heading.append(label, " ", link);
  item.append(heading);
  if (note !== "") {
    const text = document.createElement("p");
    text.className = "note";
    text.append(...mark(note, matched));
    item.append(text);
  }
  return item;
}

/** Splits a text so that each place where a matched word begins is a mark. */
function mark(text: string, words: readonly string[]): (string | HTMLElement)[] {
  if (words.length === 0) return [text];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).sort((a, b) => b.length - a.length);
  return text.split(new RegExp(`(?<!\\p{L})(${escaped.join("|")})`, "giu")).map((part, at) => {
    if (at % 2 === 0) return part;
    const element = document.createElement("mark");
    element.textContent = part;
    return element;
  });
}
