import { isPair } from "./choice.ts";
import type { Support } from "./judge.ts";
import type { CompareTable } from "./read-tables.ts";

/** Below this width a table shows two columns at a time; compare.css has the same bound. */
const narrow = matchMedia("(max-width: 40rem)");

/** Calls when the reader chooses two adapters, or none, and when the window becomes narrow or wide. */
export function startPairs(
  tables: readonly CompareTable[],
  { choose, resize }: { choose: (pair: string[]) => void; resize: () => void },
): void {
  for (const table of tables) {
    const selects = listSelects(table);
    for (const select of selects)
      select.addEventListener("change", () => {
        const pair = selects.map(({ value }) => value);
        choose(isPair(pair, idsOf(table)) ? pair : []);
      });
  }
  narrow.addEventListener("change", resize);
}

/**
 * Narrows a table to two columns, or shows all; a narrow window always shows two.
 * @param feature the one that the address names: two columns that differ in it are shown first
 */
export function showPair(table: CompareTable, pair: readonly string[], feature?: string): void {
  const { section } = table;
  const selects = listSelects(table);
  const isChosen = isPair(pair, idsOf(table));
  const shown = isChosen ? pair : narrow.matches ? chooseFirst(table, feature) : [];
  for (const cell of section.querySelectorAll<HTMLElement>("[data-column]"))
    cell.toggleAttribute("data-shown", shown.includes(cell.dataset.column ?? ""));
  section.toggleAttribute("data-pair", shown.length > 0);
  // A reader who has chosen one of two goes on choosing.
  const isStarted = selects.filter(({ value }) => value !== "").length === 1;
  if (shown.length > 0 || !isStarted)
    for (const [place, select] of selects.entries()) select.value = shown[place] ?? "";
  linkPair(section, shown);
}

/** The two columns that a narrow window begins with; the second makes way for one that differs in the feature. */
function chooseFirst({ columns, firstShown }: CompareTable, feature?: string): readonly string[] {
  const supportOf = (id: string): Support | undefined =>
    columns.find((column) => column.id === id)?.answers.get(feature ?? "")?.support;
  const [first = "", second = ""] = firstShown;
  const own = supportOf(first);
  if (own === undefined || supportOf(second) !== own) return firstShown;
  const others = columns.map(({ id }) => id).filter((id) => ![undefined, own].includes(supportOf(id)));
  const opposite = own === "no" ? "yes" : "no";
  const other = others.find((id) => supportOf(id) === opposite) ?? others[0];
  return other === undefined ? firstShown : [first, other];
}

/** Leads to the page that compares the two, if there is one. */
function linkPair(section: HTMLElement, pair: readonly string[]): void {
  const place = section.querySelector<HTMLElement>(".pair-link");
  const page = [...document.querySelectorAll<HTMLAnchorElement>(".pair-list a")].find(
    ({ dataset }) => pair.length === 2 && pair.every((id) => dataset.pair?.split(" ").includes(id)),
  );
  const link = document.createElement("a");
  if (page) {
    link.href = page.href;
    link.textContent = `${page.textContent} in detail`;
  }
  place?.replaceChildren(...(page ? [link] : []));
}

function listSelects({ section }: CompareTable): HTMLSelectElement[] {
  return [...section.querySelectorAll<HTMLSelectElement>(".pair-choice select")];
}

function idsOf({ columns }: CompareTable): string[] {
  return columns.map(({ id }) => id);
}
