import { count } from "../../../advisor/text.ts";
import { goTo, h, nextTask } from "../../../advisor/ui/dom.ts";
import { holdPlace, type Release } from "../page/hold-place.ts";
import { listUnusable } from "../page/list-unusable.ts";
import { saveFile } from "../page/save-file.ts";
import { hasPlace, layOutPanels, type Panel, type PanelLayout } from "./lay-out-panels.ts";
import { type Choice, type Choices, readChoice, writeChoice, filterMeasurements, hasComparison } from "./filter.ts";
import { connectControls, type Controls, keepEarly } from "./controls.ts";
import { drawPanel, type Surroundings } from "./draw-panel.ts";
import { type FacetName, facetNames, type MeasurementFile } from "./measurement-file.ts";
import { mapNames, type Measurements, textAt, unpackMeasurements } from "./measurements.ts";
import { labelMore, nameUnit } from "./numbers.ts";
import { drawRows, pageSize, writeRowsCsv, writeRowsJson } from "./show-table.ts";
import { listWarnings, type Warning } from "./warn.ts";
import { upperFirst } from "../../../tools/records/words.ts";
import { writeQuestion } from "./write-question.ts";

/** Panels that are drawn at once; a button brings the next ones. */
const panelsAtOnce = 8;
/** Rows of the table that are drawn in one task. */
const rowsPerTask = 40;

/** Starts the explorer with the measurements of the site's file. */
export async function startExplorer(
  explorer: HTMLElement,
  form: HTMLFormElement,
  file: MeasurementFile,
): Promise<void> {
  const measurements = unpackMeasurements(file);
  const controls = connectControls(form, measurements);
  const choices = listChoices(measurements, controls);
  const layout = form.elements.namedItem("by") as HTMLSelectElement;
  const show = prepareShow(explorer, layout, measurements, controls, choices);

  const apply = (): Promise<void> => {
    const choice = controls.read();
    const address = location.pathname + writeChoice(choice);
    if (address !== location.pathname + location.search) history.pushState(null, "", address);
    return show(choice);
  };
  const follow = async (): Promise<void> => {
    const choice = readChoice(location.search, choices);
    controls.fill(choice);
    await show(choice);
  };

  form.addEventListener("change", () => void apply());
  layout.addEventListener("change", () => void apply());
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    controls.fill({ facets: new Map(), by: "study" });
    void apply();
  });
  addEventListener("popstate", () => void follow());
  explorer.addEventListener("click", (event) => {
    // The address is that of the choice: a jump within the page leaves it as it is.
    const jump = (event.target as Element).closest<HTMLAnchorElement>("a.explorer-jump");
    if (jump) {
      event.preventDefault();
      goTo(explorer.querySelector<HTMLElement>(jump.hash));
      return;
    }
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-preset]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.href !== location.href) history.pushState(null, "", link.href);
    void follow().then(() => part("question").focus());
  });
  const early = keepEarly(form);
  if (early.length === 0) return follow();
  // A reader who was faster than the measurements keeps what they set.
  controls.fill(readChoice(location.search, choices));
  for (const restore of early) restore();
  await apply();
}

/** Prepares the function that shows a choice. It draws in short tasks beside the page, then shows everything at once. */
function prepareShow(
  explorer: HTMLElement,
  layout: HTMLSelectElement,
  measurements: Measurements,
  controls: Controls,
  choices: Choices,
): (choice: Choice) => Promise<void> {
  const base = document.documentElement.dataset.base ?? "/";
  const site = new URL(base, location.href).href;
  const tableParts = { measurements, name: controls.name, base };
  const presets = [...explorer.querySelectorAll<HTMLAnchorElement>("a[data-preset]")].map((link) => ({
    link,
    query: writeChoice(readChoice(link.search, choices)),
  }));
  const result = explorer.querySelector(".explorer-result") as HTMLElement;
  const following = explorer.nextElementSibling as Element;
  let release: Release | undefined;
  let shows = 0;
  return async (choice) => {
    // A newer choice ends the drawing of an older one.
    const own = ++shows;
    const { rows, counts } = filterMeasurements(measurements, choice);
    const panelLayout = layOutPanels(measurements, rows, choice.by);
    const axis = layout.selectedOptions[0]?.dataset.axis ?? "";
    const draw = (panel: Panel): HTMLElement => drawSection(panel, { ...tableParts, by: choice.by, axis });
    const panels: HTMLElement[] = [];
    for (const panel of panelLayout.panels.slice(0, panelsAtOnce)) {
      await nextTask();
      if (own !== shows) return;
      panels.push(draw(panel));
    }
    const table = document.createDocumentFragment();
    for (let from = 0; from < Math.min(rows.length, pageSize); from += rowsPerTask) {
      await nextTask();
      if (own !== shows) return;
      table.append(drawRows(rows, from, Math.min(pageSize, from + rowsPerTask), tableParts));
    }
    // What is shown first depends on what the reader sees, which no scroll may change before it is painted.
    await (release || document.hidden ? nextTask() : new Promise(requestAnimationFrame));
    if (own !== shows) return;
    const fill = (): void => {
      explorer.removeAttribute("data-waiting");
      controls.count(counts);
      // Marks the common question that the choice is, if it is one.
      const query = writeChoice(choice);
      for (const preset of presets) preset.link.ariaCurrent = preset.query === query ? "true" : null;
      const question = writeQuestion(
        choice,
        findYears(rows, measurements),
        hasComparison(rows, measurements),
        controls.name,
      );
      part("question").textContent = question;
      part("nothing").hidden = rows.length > 0;
      part("status").textContent = writeStatus(rows, measurements, choices, explorer.dataset.countMetrics);
      // A layout that would draw none of the rows is not offered; the one that is chosen stays.
      for (const option of layout.options)
        option.disabled = option.value !== choice.by && !hasPlace(measurements, rows, option.value as Choice["by"]);
      showWarnings(panelLayout, measurements, choice.by);
      const all = panelLayout.panels;
      showPages("panels", panels, all.length, (from, to) => all.slice(from, to).map(draw), "chart");
      showPages("rows", [table], rows.length, (from, to) => [drawRows(rows, from, to, tableParts)], "row");
      offerDownloads(rows, question, measurements, site);
    };
    // What comes by itself moves nothing; what the reader chose may.
    if (!release) release = holdPlace(result, following, fill);
    else {
      release();
      fill();
    }
  };
}

/** Finds a part of the result by the end of its id. */
const part = <E extends HTMLElement>(id: string): E => document.getElementById(`explorer-${id}`) as E;

/** Draws a panel with its title above and its study below. */
function drawSection(panel: Panel, surroundings: Surroundings): HTMLElement {
  const row = panel.rows[0] as number;
  const { measurements, name, base } = surroundings;
  const { facets, texts, studies } = measurements;
  const named = (facet: FacetName): string => name(facet, textAt(facets[facet], row));
  const what = [
    named("metric"),
    ...(textAt(facets.workload, row) === "other" ? [] : [named("workload")]),
    ...(textAt(facets.part, row) === "whole" ? [] : [named("part")]),
  ].join(", ");
  const measured = `${what} (${nameUnit(textAt(texts.unit, row)) || "number"})`;
  const [first, ...others] = panel.studies.flatMap((place) => studies[place] ?? []);
  const only = others.length === 0 ? first : undefined;
  // Several panels show the same metric, each on an axis of its own: the study tells them apart.
  const title = only
    ? h("h3", {}, h("a", { href: `${base}${only.path.slice(1)}` }, only.name), `: ${measured}`)
    : h("h3", {}, upperFirst(measured));
  return h(
    "section",
    { class: "panel" },
    title,
    drawPanel(panel, title.textContent ?? "", surroundings),
    h(
      "p",
      { class: "note" },
      only
        ? `${only.title}. ${upperFirst(name("grade", only.grade))}.`
        : `${panel.studies.length} studies on ${panel.studies.length} testbeds.`,
    ),
  );
}

/** Says how many rows match, and which parts of the address could not be used. */
function writeStatus(
  rows: Uint32Array,
  measurements: Measurements,
  choices: Choices,
  countMetrics: string | undefined,
): string {
  const studies = count(countStudies(rows, measurements), "study", "studies");
  const found =
    rows.length === 0
      ? "No measurement matches. Untick a filter, or clear all filters."
      : `${countRows(rows, measurements, countMetrics?.split(" ") ?? [])} of ${studies}`;
  const unusable = listUnusable(location.search, `${writeChoice(readChoice(location.search, choices))}&by=study`);
  return unusable.length === 0 ? found : `${found.replace(/\.?$/, ".")} Could not be used: ${unusable.join(", ")}.`;
}

/** Shows warnings above the charts, and notes beside them: folded, or open if there are no charts. */
function showWarnings(panelLayout: PanelLayout, { texts, studies }: Measurements, by: Choice["by"]): void {
  const { panels } = panelLayout;
  for (const id of ["marks", "to-table"]) part(id).hidden = panels.length === 0;
  const units = new Set(panels.map((panel) => textAt(texts.unit, panel.rows[0] as number))).size;
  const nameField = (field: string): string =>
    document.querySelector(`#explorer-fields [data-field="${field}"]`)?.textContent ?? field;
  const warnings = listWarnings(panelLayout, studies, units, by, nameField);
  part("warnings").replaceChildren(...warnings.filter(({ isStrong }) => isStrong).map(drawWarning));
  const notes = warnings.filter(({ isStrong }) => !isStrong);
  const fold = part<HTMLDetailsElement>("notes");
  fold.hidden = notes.length === 0;
  fold.open = panels.length === 0;
  (fold.firstElementChild as HTMLElement).textContent = count(notes.length, "note");
  fold.lastElementChild?.replaceChildren(...notes.map(drawWarning));
}

function drawWarning({ isStrong, text, so }: Warning): HTMLElement {
  return h(
    "li",
    { class: isStrong && "strong" },
    h("p", {}, isStrong && h("strong", {}, "Warning. "), text),
    so !== undefined && h("p", {}, so),
  );
}

/** Shows the first entries of a list, which are drawn already. A button adds as many again. */
function showPages(
  id: "panels" | "rows",
  first: readonly Node[],
  total: number,
  draw: (from: number, to: number) => readonly Node[],
  noun: string,
): void {
  const list = part(id);
  const more = part<HTMLButtonElement>(`more-${id}`);
  list.replaceChildren(...first);
  const size = list.childElementCount;
  const offer = (): void => {
    const left = total - list.childElementCount;
    more.hidden = left === 0;
    if (left > 0) more.textContent = labelMore(left, size, noun);
  };
  more.onclick = () => {
    const from = list.childElementCount;
    list.append(...draw(from, from + size));
    offer();
    list.children[from]?.querySelector<HTMLElement>("a, h3")?.focus();
  };
  offer();
}

/** Lets the reader save the rows. */
function offerDownloads(rows: Uint32Array, question: string, measurements: Measurements, site: string): void {
  const offer = (id: string, type: string, write: () => string): void => {
    const button = part<HTMLButtonElement>(id);
    button.disabled = rows.length === 0;
    button.onclick = () => saveFile(`measurements.${id}`, new Blob([write()], { type }));
  };
  offer("csv", "text/csv", () => writeRowsCsv(rows, measurements, site));
  offer("json", "application/json", () => writeRowsJson(rows, measurements, site, question, location.href));
}

function listChoices({ studies }: Measurements, controls: Controls): Choices {
  return { facets: mapNames(facetNames, controls.values), years: [...new Set(studies.map(({ year }) => year))] };
}

function findYears(
  rows: Uint32Array,
  { numbers: { year } }: Measurements,
): { first: number; last: number } | undefined {
  if (rows.length === 0) return undefined;
  let [first, last] = [Infinity, -Infinity];
  for (const row of rows) {
    const published = year[row] as number;
    if (published < first) first = published;
    if (published > last) last = published;
  }
  return { first, last };
}

function countStudies(rows: Uint32Array, { facets: { study } }: Measurements): number {
  const seen = new Uint8Array(study.values.length);
  for (const row of rows) seen[study.codes[row] as number] = 1;
  return seen.reduce((sum, one) => sum + one, 0);
}

/** Says of how many rows performance was measured and of how many registers and interrupts were counted. */
function countRows(rows: Uint32Array, { facets: { metric } }: Measurements, countMetrics: readonly string[]): string {
  const mechanism = rows.filter((row) => countMetrics.includes(textAt(metric, row))).length;
  const performance = rows.length - mechanism;
  return [
    ...(performance > 0 ? [count(performance, "performance measurement")] : []),
    ...(mechanism > 0 ? [count(mechanism, "register and interrupt count")] : []),
  ].join(" and ");
}
