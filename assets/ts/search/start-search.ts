import { loadIndex, type Find, type Found, type Hit } from "./find.ts";

/** Results that are shown at once; a button shows the next ones. */
const pageSize = 20;

/** Reads the index, which was fetched meanwhile, and answers what is typed from then on. */
export async function startSearch(form: HTMLFormElement, input: HTMLInputElement, index: Response): Promise<void> {
  if (!index.ok) throw new Error(`the server answered ${index.status}`);
  const find = await loadIndex(await index.text());
  let kind = new URLSearchParams(location.search).get("kind") ?? "";
  const answer = (): void =>
    show(find, input.value, {
      kind,
      choose: (chosen) => {
        kind = chosen;
        answer();
      },
    });
  input.addEventListener("input", () => {
    kind = "";
    answer();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer();
  });
  answer();
}

/** The kind that the results are narrowed to, and what chooses another. */
interface KindChoice {
  kind: string;
  choose: (kind: string) => void;
}

function show(find: Find, query: string, choice: KindChoice): void {
  const list = byId("search-results");
  const more = byId("search-more") as HTMLButtonElement;
  const found = find(query);
  const kind = found.hits.some((hit) => hit.kind === choice.kind) ? choice.kind : "";
  const hits = kind === "" ? found.hits : found.hits.filter((hit) => hit.kind === kind);
  keepInAddress(query, kind);
  list.replaceChildren();
  const showNext = (): void => {
    const from = list.childElementCount;
    list.append(...hits.slice(from, from + pageSize).map((hit) => render(hit, found.answers.includes(hit))));
    more.hidden = list.childElementCount >= hits.length;
    if (from > 0) list.children[from]?.querySelector("a")?.focus();
  };
  more.onclick = showNext;
  showNext();
  showKinds(found.hits, { ...choice, kind });
  byId("search-status").textContent = describe(query, found, hits.length);
  // What waited for the first answer has its place now.
  delete document.documentElement.dataset.asked;
}

/** What the choices call the kinds. */
const kindNames: Readonly<Record<string, string>> = {
  "": "All",
  Adapter: "Adapters",
  Comparison: "Comparisons",
  Feature: "Features",
  Finding: "Findings",
  Guest: "Guests",
  "Open question": "Open questions",
  Page: "Pages",
  Problem: "Known problems",
  Rule: "Rules",
  Source: "Sources",
  Step: "Steps",
  Study: "Studies",
  Support: "Feature support",
};

/** Choices that narrow the results to one kind, with how many each has; of one kind alone there is nothing to choose. */
function showKinds(hits: readonly Hit[], { kind, choose }: KindChoice): void {
  const box = byId("search-kinds");
  const counts = new Map<string, number>();
  for (const hit of hits) counts.set(hit.kind, (counts.get(hit.kind) ?? 0) + 1);
  const choices = [["", hits.length] as const, ...[...counts].sort(([, a], [, b]) => b - a)];
  const isFocused = box.contains(document.activeElement);
  box.replaceChildren(
    ...choices.map(([name, number]) => {
      const label = document.createElement("label");
      label.className = "search-kind-choice";
      const radio = document.createElement("input");
      radio.type = "radio";
      radio.name = "kind";
      radio.className = "visually-hidden";
      radio.checked = name === kind;
      radio.addEventListener("change", () => choose(name));
      const count = document.createElement("span");
      count.textContent = String(number);
      label.append(radio, `${kindNames[name] ?? name} `, count);
      return label;
    }),
  );
  box.hidden = counts.size < 2;
  if (isFocused) box.querySelector<HTMLElement>(":checked")?.focus();
}

function byId(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

function render(hit: Hit, isAnswer: boolean): HTMLLIElement {
  return renderHit(hit, { base: document.documentElement.dataset.base ?? "/", isAnswer });
}

function describe(query: string, { leftOut }: Found, number: number): string {
  if (query.trim() === "") return "";
  if (number === 0) return `Nothing has "${query.trim()}". Try fewer letters, or one of the lists below.`;
  const results = number === 1 ? "1 result" : `${number} results`;
  if (leftOut.length === 0) return results;
  return `Nothing has all of these words. ${results} without ${leftOut.map((word) => `"${word}"`).join(" and ")}.`;
}

/** The address can be sent to somebody, or come back to. */
function keepInAddress(query: string, kind: string): void {
  const address = new URL(location.href);
  for (const [name, value] of [
    ["q", query],
    ["kind", kind],
  ] as const) {
    if (value.trim() === "") address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  if (address.href !== location.href) history.replaceState(null, "", address);
}

/** Makes the entry of a result: its kind, its title as a link, its note, with the words that match marked. An answer shows all of its note. */
export function renderHit(
  { path, kind, title, note, matched }: Hit,
  { base, isAnswer }: { base: string; isAnswer: boolean },
): HTMLLIElement {
  const item = document.createElement("li");
  if (isAnswer) item.className = "search-answer";
  const link = document.createElement("a");
  link.href = base + path.slice(1);
  link.append(...mark(title, matched));
  const label = document.createElement("span");
  label.className = "search-kind";
  label.textContent = kind === "Problem" ? "Known problem" : kind;
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
