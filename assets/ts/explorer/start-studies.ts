import { h } from "../../../advisor/ui/dom.ts";
import { compareTestbeds, judgeComparability, nameVerdict } from "./compare-testbeds.ts";
import type { FieldComparison } from "./compare-testbeds.ts";
import type { MeasurementFile, Study } from "./measurement-file.ts";
import { textAt, unpackMeasurements } from "./measurements.ts";
import type { Measurements } from "./measurements.ts";
import { pairRows } from "./pair-rows.ts";
import type { Shared } from "./pair-rows.ts";
import { writeConclusion } from "./write-conclusion.ts";
import { upperFirst } from "./write-question.ts";

/** Lets a reader choose two studies and puts them side by side, where all of them stood; the choice is in the address. */
export function startStudies(page: HTMLElement, form: HTMLFormElement, all: HTMLElement | null, file: MeasurementFile): void {
  const measurements = unpackMeasurements(file);
  const base = document.documentElement.dataset["base"] ?? "/";
  const choice = (name: "a" | "b"): HTMLSelectElement => form.elements.namedItem(name) as HTMLSelectElement;
  const find = (id: string): Study | undefined => measurements.studies.find((study) => study.id === id);
  const word = (key: string): string => page.querySelector(`[data-word="${CSS.escape(key)}"]`)?.textContent ?? key;
  const nameField = (field: string): string => page.querySelector(`[data-field="${field}"]`)?.textContent ?? field;

  const show = (): void => {
    const [a, b] = [find(choice("a").value), find(choice("b").value)];
    const answer = page.querySelector("#studies-answer");
    const conclusion = page.querySelector<HTMLElement>("#studies-conclusion");
    if (!answer || !conclusion) return;
    answer.replaceChildren();
    if (all) all.hidden = a !== undefined && b !== undefined && a !== b;
    if (!a || !b || a === b) {
      delete conclusion.dataset["answer"];
      conclusion.textContent = a && a === b ? "That is the same study twice. Choose another." : "Choose two studies.";
      return;
    }
    const fields = compareTestbeds(a.testbed, b.testbed);
    const judged = judgeComparability(fields);
    const shared = pairRows(measurements, a.id, b.id);
    conclusion.dataset["answer"] = shared.length === 0 ? "unknown" : judged.answer;
    conclusion.textContent = writeConclusion(judged, shared.length, nameField);
    answer.append(
      h("h2", { id: "studies-testbeds" }, "Testbeds"), drawTestbeds(fields, a, b, base, nameField),
      ...(shared.length > 0 ? [h("h2", {}, "What both have measured"), drawShared(shared, a, b, measurements, word, base)] : []));
  };
  const fill = (): void => {
    const query = new URLSearchParams(location.search);
    for (const name of ["a", "b"] as const) choice(name).value = find(query.get(name) ?? "")?.id ?? "";
    show();
  };
  form.addEventListener("change", () => {
    const parts = (["a", "b"] as const).filter((name) => choice(name).value !== "").map((name) => `${name}=${choice(name).value}`);
    history.pushState(null, "", location.pathname + (parts.length === 0 ? "" : `?${parts.join("&")}`));
    show();
  });
  addEventListener("popstate", fill);
  fill();
}

function drawTestbeds(fields: readonly FieldComparison[], a: Study, b: Study, base: string, nameField: (field: string) => string): HTMLElement {
  const rows = fields.map((compared) => h("tr", {},
    h("th", { scope: "row" }, upperFirst(nameField(compared.field))),
    h("td", {}, h("span", { class: "verdict-word", "data-verdict": compared.verdict }, nameVerdict(compared))),
    h("td", {}, compared.a ?? "not stated"), h("td", {}, compared.b ?? "not stated")));
  return drawTable("Testbeds of both", ["Field", "Compared", link(a, base), link(b, base)], rows);
}

function drawShared(shared: readonly Shared[], a: Study, b: Study, measurements: Measurements, word: (key: string) => string, base: string): HTMLElement {
  const rows = shared.flatMap(({ adapter, metric, workload, part, alike, restOfA, restOfB }) => {
    const what = [word(`metric=${metric}`), ...(workload === "other" ? [] : [word(`workload=${workload}`)]), ...(part === "whole" ? [] : [word(`part=${part}`)])].join(", ");
    const pairs: (readonly [number | undefined, number | undefined, string])[] = [
      ...alike.map(([left, right]) => [left, right, "same"] as const),
      ...Array.from({ length: Math.max(restOfA.length, restOfB.length) }, (_, at) => [restOfA[at], restOfB[at], "differs"] as const),
    ];
    return pairs.map(([left, right, verdict]) => h("tr", {},
      h("th", { scope: "row" }, `${word(`adapter=${adapter}`)}: ${what}`),
      h("td", {}, left !== undefined && right !== undefined && h("span", { class: "verdict-word", "data-verdict": verdict }, verdict)),
      drawResult(left, a, measurements, base), drawResult(right, b, measurements, base)));
  });
  return drawTable("Measurements of both", ["Adapter: of what", "Conditions", link(a, base), link(b, base)], rows);
}

function drawResult(row: number | undefined, study: Study, { texts, rows }: Measurements, base: string): HTMLElement {
  if (row === undefined) return h("td", {});
  const conditions = textAt(texts.conditions, row);
  return h("td", {}, h("a", { href: `${base}${study.path.slice(1)}#${rows[row] ?? ""}` }, textAt(texts.result, row)), conditions !== "" && h("span", { class: "note of-row" }, conditions));
}

function drawTable(label: string, heads: readonly (string | Node)[], rows: readonly HTMLElement[]): HTMLElement {
  const more = h("button", { class: "button button-plain", type: "button" });
  const body = h("tbody", {});
  const showNext = (): void => {
    const from = body.childElementCount;
    body.append(...rows.slice(from, from + pageSize));
    const left = rows.length - body.childElementCount;
    more.hidden = left === 0;
    more.textContent = `Show ${Math.min(left, pageSize)} more of ${left}`;
    if (from > 0) body.children[from]?.querySelector("a")?.focus();
  };
  more.addEventListener("click", showNext);
  showNext();
  return h("div", { class: "studies-table" },
    h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": label },
      h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))), body)),
    more);
}

const pageSize = 60;

function link({ name, title, path }: Study, base: string): HTMLElement {
  return h("a", { href: base + path.slice(1) }, `${name}: ${title}`);
}
