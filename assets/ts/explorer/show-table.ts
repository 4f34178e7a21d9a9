import { h } from "../../../advisor/ui/dom.ts";
import { textAt } from "./measurements.ts";
import type { Measurements } from "./measurements.ts";
import { upperFirst } from "./write-question.ts";
import type { NameValue } from "./write-question.ts";

/** Rows that are shown at once; a button brings the next ones. */
const pageSize = 200;

/** Shows rows in a table, as many as a page takes, and the next ones when they are asked for. */
export function showTable(body: HTMLElement, more: HTMLButtonElement, rows: ArrayLike<number>, measurements: Measurements, name: NameValue, base: string): void {
  body.replaceChildren();
  const showNext = (): void => {
    const from = body.childElementCount;
    const to = Math.min(rows.length, from + pageSize);
    const next = document.createDocumentFragment();
    for (let at = from; at < to; at++) next.append(drawRow(rows[at] as number, measurements, name, base));
    body.append(next);
    const left = rows.length - to;
    more.hidden = left === 0;
    more.textContent = `Show ${Math.min(left, pageSize)} more of ${left.toLocaleString("en-US")}`;
    if (from > 0) body.children[from]?.querySelector("a")?.focus();
  };
  more.onclick = showNext;
  showNext();
}

function drawRow(row: number, measurements: Measurements, name: NameValue, base: string): HTMLElement {
  const { facets, texts, rows, studies } = measurements;
  const study = studies[facets.study.codes[row] as number];
  const workload = textAt(facets.workload, row);
  return h("tr", {},
    h("th", { scope: "row" }, name("adapter", textAt(facets.adapter, row))),
    h("td", {}, upperFirst(name("metric", textAt(facets.metric, row))), workload === "other" ? "" : `, ${name("workload", workload)}`),
    h("td", {}, h("strong", {}, textAt(texts.result, row))),
    h("td", {}, textAt(texts.conditions, row)),
    h("td", {}, study && h("a", { href: `${base}${study.path.slice(1)}#${rows[row] ?? ""}` }, study.name)));
}
