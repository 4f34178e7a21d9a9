import { type Found, type Hit, openSearch } from "./find.ts";
import { nextPaint } from "../page/moments.ts";

/** Results that are shown at once; a button shows the next ones. */
const pageSize = 20;

/** The field, the response with the names, and the function that shows a failure. */
interface Parts {
  input: HTMLInputElement;
  names: Response;
  showFailure: (error: unknown) => void;
}

/** Shows results by name at once, and adds results from the texts once they are loaded. */
export async function startSearch(form: HTMLFormElement, { input, names, showFailure }: Parts): Promise<void> {
  const search = openSearch(await readText(names));
  let kind = new URLSearchParams(location.search).get("kind") ?? "";
  let reading: Promise<void> | undefined;
  const answer = (isMore = false): void => {
    const choose = (chosen: string): void => {
      kind = chosen;
      answer();
    };
    show(search.find(input.value), { query: input.value, kind, choose, isMore });
  };
  const readTexts = async (): Promise<void> => {
    const texts = await fetch(form.dataset.texts ?? "");
    await search.addTexts(await readText(texts));
    answer(true);
  };
  // After a failure the next input loads the file again.
  const readTextsOnce = (): Promise<void> =>
    (reading ??= readTexts().catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));
  input.addEventListener("input", () => {
    kind = "";
    answer();
    void readTextsOnce().catch(showFailure);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer();
  });
  answer();
  // The first results are painted before the texts load.
  if (input.value !== "") await nextPaint();
  await readTextsOnce();
}

async function readText(response: Response): Promise<string> {
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return await response.text();
}

/** What was asked for. */
interface Asked {
  query: string;
  /** The kind that the results are narrowed to. */
  kind: string;
  /** Chooses another kind. */
  choose: (kind: string) => void;
  /** Whether the same was asked before, without the texts. */
  isMore: boolean;
}

/** Shows the results; those from the texts are appended. */
function show(found: Found | undefined, asked: Asked): void {
  const list = byId("search-results");
  const more = byId("search-more") as HTMLButtonElement;
  const { dataset } = document.documentElement;
  if (!asked.isMore) list.replaceChildren();
  if (!found || (asked.kind !== "" && !found.isWhole)) {
    more.hidden = true;
    byId("search-status").textContent = "Searching …";
    return;
  }
  const kind = found.hits.some((hit) => hit.kind === asked.kind) ? asked.kind : "";
  const hits = kind === "" ? found.hits : found.hits.filter((hit) => hit.kind === kind);
  keepInAddress(asked.query, kind);
  const fill = (length: number): void => {
    const added = hits.slice(list.childElementCount, length);
    list.append(...added.map((hit) => renderHit(hit, found.answers.includes(hit))));
    more.hidden = list.childElementCount >= hits.length;
  };
  more.onclick = () => {
    const from = list.childElementCount;
    fill(from + pageSize);
    list.children[from]?.querySelector("a")?.focus();
  };
  fill(pageSize * Math.max(1, Math.ceil(list.childElementCount / pageSize)));
  showKinds(found, { ...asked, kind });
  byId("search-status").textContent = describe(asked.query, found, hits.length);
  // The lists below show once no more results are added above them.
  if (found.isWhole) delete dataset.asked;
  else dataset.asked = "partly";
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

/** Choices that narrow the results to one kind, with how many each has; of one kind alone, or before all are found, there is nothing to choose. */
function showKinds({ hits, isWhole }: Found, { kind, choose }: Asked): void {
  const box = byId("search-kinds");
  const counts = new Map<string, number>();
  for (const hit of hits) counts.set(hit.kind, (counts.get(hit.kind) ?? 0) + 1);
  const kinds = isWhole && counts.size > 1 ? [...counts].sort(([, a], [, b]) => b - a) : [];
  const choices = [["", hits.length] as const, ...kinds];
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
      count.textContent = isWhole ? String(number) : "…";
      label.append(radio, `${kindNames[name] ?? name} `, count);
      return label;
    }),
  );
  box.hidden = hits.length === 0;
  if (isFocused) box.querySelector<HTMLElement>(":checked")?.focus();
}

function byId(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

function describe(query: string, { leftOut, isWhole }: Found, number: number): string {
  if (query.trim() === "") return "";
  if (!isWhole) return `${number === 1 ? "1 result" : `${number} results`} so far`;
  if (number === 0) return `No result for "${query.trim()}". Try fewer words, or browse the lists below.`;
  const results = number === 1 ? "1 result" : `${number} results`;
  if (leftOut.length === 0) return results;
  return `No result has every word. ${results} without ${leftOut.map((word) => `"${word}"`).join(" and ")}.`;
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
function renderHit({ path, kind, title, note, matched }: Hit, isAnswer: boolean): HTMLLIElement {
  const base = document.documentElement.dataset.base ?? "/";
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
