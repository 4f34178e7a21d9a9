import type { ColumnVerdict } from "./judge.ts";
import type { CompareTable } from "./read-tables.ts";

/** Why a column does not fit, in the words of its head. */
const words = {
  fails: "does not support",
  partial: "supports under conditions",
  unknown: "unknown",
  notThen: "not in this release",
} as const;

/** Marks the columns and the rows of a table; without a judgement they stand as they came. */
export function markTable(
  { section, columns, names }: CompareTable,
  judgements: ReadonlyMap<string, ColumnVerdict>,
  needs: readonly string[],
): void {
  for (const { id } of columns) {
    const judgement = judgements.get(id);
    for (const cell of section.querySelectorAll<HTMLElement>(`[data-column="${id}"]`)) {
      if (judgement) cell.dataset.verdict = judgement.verdict;
      else delete cell.dataset.verdict;
    }
    const why = section.querySelector<HTMLElement>(`thead [data-column="${id}"] .why`);
    if (!why) continue;
    why.textContent = judgement ? explainWhy(judgement, names) : "";
    why.hidden = why.textContent === "";
  }
  for (const row of section.querySelectorAll<HTMLElement>("tr[data-feature]")) {
    row.toggleAttribute("data-needed", needs.includes(row.dataset.feature ?? ""));
  }
}

/** Says which columns of a table do. */
export function describeVerdicts({
  table,
  judgements,
}: {
  table: CompareTable;
  judgements: ReadonlyMap<string, ColumnVerdict>;
}): HTMLElement {
  const named = (verdict: ColumnVerdict["verdict"]): string[] =>
    table.columns.filter(({ id }) => judgements.get(id)?.verdict === verdict).map(({ name }) => name);
  const parts = [
    ["All supported", named("fits")],
    ["Partial", named("partial")],
    ["Unknown", named("unknown")],
  ] as const;
  const described = parts
    .filter(([, names]) => names.length > 0)
    .map(([word, names]) => `${word}: ${names.join(", ")}.`);
  return makeParagraph(
    `${table.title}. ${described.length > 0 ? described.join(" ") : "No adapter supports all of them. The column heads say why."}`,
  );
}

/** Says what of the address was left aside, if anything. */
export function describeUnusable(unusable: readonly string[]): HTMLElement[] {
  return unusable.length === 0 ? [] : [makeParagraph(`Could not be used: ${unusable.join(", ")}.`)];
}

function makeParagraph(text: string): HTMLElement {
  const line = document.createElement("p");
  line.textContent = text;
  return line;
}

function explainWhy({ verdict, existsThen, because }: ColumnVerdict, names: ReadonlyMap<string, string>): string {
  if (!existsThen) return words.notThen;
  if (verdict === "fits") return "";
  return `${words[verdict]}: ${because.map((feature) => names.get(feature) ?? feature).join(", ")}`;
}
