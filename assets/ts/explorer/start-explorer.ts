import { h } from "../../../advisor/ui/dom.ts";
import { arrangePanels } from "./arrange-panels.ts";
import type { Arrangement, Panel } from "./arrange-panels.ts";
import { readChoice, writeChoice } from "./choice.ts";
import type { Choice, Choices } from "./choice.ts";
import { connectControls } from "./controls.ts";
import { drawPanel } from "./draw-panel.ts";
import { filterMeasurements } from "./filter.ts";
import { facetNames } from "./measurement-file.ts";
import type { FacetName, MeasurementFile } from "./measurement-file.ts";
import { textAt, unpackMeasurements } from "./measurements.ts";
import type { Measurements } from "./measurements.ts";
import { nameUnit } from "./numbers.ts";
import { showTable } from "./show-table.ts";
import { listWarnings } from "./warn.ts";
import { writeRowsCsv, writeRowsJson } from "./write-download.ts";
import { upperFirst, writeQuestion } from "./write-question.ts";

/** Panels that are drawn at once; a button brings the next ones. */
const panelsAtOnce = 8;

/** Starts the explorer with the measurements of the site's file. */
export function startExplorer(explorer: HTMLElement, form: HTMLFormElement, file: MeasurementFile): void {
  const measurements = unpackMeasurements(file);
  const controls = connectControls(form, measurements);
  const base = document.documentElement.dataset["base"] ?? "/";
  const site = new URL(base, location.href).href;
  const part = <E extends HTMLElement>(id: string): E => explorer.querySelector(`#explorer-${id}`) as E;
  const choices = listChoices(measurements);
  const layout = form.elements.namedItem("by") as HTMLSelectElement;
  const nameField = (field: string): string => explorer.querySelector(`#explorer-fields [data-field="${field}"]`)?.textContent ?? field;
  let shown: { rows: Uint32Array; question: string } = { rows: new Uint32Array(), question: "" };

  const show = (choice: Choice): void => {
    const { rows, counts } = filterMeasurements(measurements, choice);
    controls.count(counts);
    const question = writeQuestion(choice, findYears(rows, measurements), controls.name);
    shown = { rows, question };
    const arrangement = arrangePanels(measurements, rows, choice.by);
    const studies = countNonZero(rows, measurements);
    part("question").textContent = question;
    part("status").textContent = rows.length === 0
      ? "No measurement is all of that. Untick something, or clear the filters."
      : `${count(rows.length, "measurement")} of ${count(studies, "study", "studies")}`;
    const units = new Set(arrangement.panels.map((panel) => textAt(measurements.texts.unit, panel.rows[0] as number))).size;
    const warnings = listWarnings(arrangement, measurements.studies, units, choice.by, nameField);
    part("warnings").replaceChildren(...warnings.map(({ isStrong, text }) => h("li", { class: isStrong && "strong" }, isStrong && h("strong", {}, "Warning. "), text)));
    showPanels(arrangement, choice);
    showTable(part("rows"), part<HTMLButtonElement>("more-rows"), rows, measurements, controls.name, base);
    for (const id of ["csv", "json"]) part<HTMLButtonElement>(id).disabled = rows.length === 0;
  };

  const showPanels = ({ panels }: Arrangement, choice: Choice): void => {
    const list = part("panels");
    const more = part<HTMLButtonElement>("more-panels");
    const axis = layout.selectedOptions[0]?.dataset["axis"] ?? "";
    list.replaceChildren();
    const showNext = (): void => {
      const from = list.childElementCount;
      const next = panels.slice(from, from + panelsAtOnce);
      list.append(...next.map((panel) => h("section", { class: "panel" }, ...headOf(panel), drawPanel(panel, { measurements, by: choice.by, name: controls.name, axis }))));
      const left = panels.length - from - next.length;
      more.hidden = left === 0;
      more.textContent = `Show ${Math.min(left, panelsAtOnce)} more of ${left} charts`;
      if (from > 0) list.children[from]?.querySelector<HTMLElement>("a, h3")?.focus();
    };
    more.onclick = showNext;
    showNext();
  };

  const headOf = (panel: Panel): HTMLElement[] => {
    const row = panel.rows[0] as number;
    const { facets, texts, studies } = measurements;
    const named = (facet: FacetName): string => controls.name(facet, textAt(facets[facet], row));
    const what = [named("metric"), ...(textAt(facets.workload, row) === "other" ? [] : [named("workload")]), ...(textAt(facets.part, row) === "whole" ? [] : [named("part")])].join(", ");
    const [only, ...others] = panel.studies.flatMap((place) => studies[place] ?? []);
    const who = only && others.length === 0
      ? h("p", { class: "note" }, h("a", { href: `${base}${only.path.slice(1)}` }, only.name), `: ${only.title}. ${upperFirst(controls.name("grade", only.grade))}.`)
      : h("p", { class: "note" }, `${panel.studies.length} studies on ${panel.studies.length} testbeds.`);
    return [h("h3", {}, `${upperFirst(what)} (${nameUnit(textAt(texts.unit, row)) || "number"})`), who];
  };

  const apply = (): void => {
    const choice = controls.read();
    const address = location.pathname + writeChoice(choice);
    if (address !== location.pathname + location.search) history.pushState(null, "", address);
    show(choice);
  };
  const follow = (): void => {
    const choice = readChoice(location.search, choices);
    controls.fill(choice);
    show(choice);
  };

  form.addEventListener("change", apply);
  layout.addEventListener("change", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    controls.fill({ facets: new Map(), by: "study" });
    apply();
  });
  addEventListener("popstate", follow);
  explorer.removeAttribute("data-waiting");
  explorer.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-preset]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.href !== location.href) history.pushState(null, "", link.href);
    follow();
    part("question").focus();
  });
  part("csv").addEventListener("click", () => save("measurements.csv", "text/csv", writeRowsCsv(shown.rows, measurements, site)));
  part("json").addEventListener("click", () => save("measurements.json", "application/json", writeRowsJson(shown.rows, measurements, site, shown.question, location.href)));
  follow();
}

function listChoices({ facets, studies }: Measurements): Choices {
  const values = Object.fromEntries(facetNames.map((name) => [name, facets[name].values])) as Choices["facets"];
  return { facets: values, years: [...new Set(studies.map(({ year }) => year))] };
}

function findYears(rows: Uint32Array, { numbers: { year } }: Measurements): { first: number; last: number } | undefined {
  if (rows.length === 0) return undefined;
  let [first, last] = [Infinity, -Infinity];
  for (const row of rows) {
    const published = year[row] as number;
    if (published < first) first = published;
    if (published > last) last = published;
  }
  return { first, last };
}

function countNonZero(rows: Uint32Array, { facets: { study } }: Measurements): number {
  const seen = new Uint8Array(study.values.length);
  for (const row of rows) seen[study.codes[row] as number] = 1;
  return seen.reduce((sum, one) => sum + one, 0);
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}

/** Hands a text to the browser as a file. */
function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
