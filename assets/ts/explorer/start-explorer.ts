import { goTo, h, nextTask } from "../../../advisor/ui/dom.ts";
import { holdPlace, type Release } from "../page/hold-place.ts";
import { listUnusable } from "../page/list-unusable.ts";
import { hasPlace, layOutPanels, type Panel, type PanelLayout } from "./lay-out-panels.ts";
import { type Choice, type Choices, readChoice, writeChoice, filterMeasurements } from "./filter.ts";
import { connectControls } from "./controls.ts";
import { drawPanel } from "./draw-panel.ts";
import { type FacetName, facetNames, type MeasurementFile } from "./measurement-file.ts";
import { type Measurements, textAt, unpackMeasurements } from "./measurements.ts";
import { nameUnit, writeNumber } from "./numbers.ts";
import { drawRows, pageSize, showTable, writeRowsCsv, writeRowsJson } from "./show-table.ts";
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
  const base = document.documentElement.dataset.base ?? "/";
  const site = new URL(base, location.href).href;
  const part = <E extends HTMLElement>(id: string): E => explorer.querySelector(`#explorer-${id}`) as E;
  const choices = listChoices(measurements);
  const layout = form.elements.namedItem("by") as HTMLSelectElement;
  const tableParts = { measurements, name: controls.name, base };
  const nameField = (field: string): string =>
    explorer.querySelector(`#explorer-fields [data-field="${field}"]`)?.textContent ?? field;
  let shown: { rows: Uint32Array; question: string } = { rows: new Uint32Array(), question: "" };

  const presets = [...explorer.querySelectorAll<HTMLAnchorElement>("a[data-preset]")].map((link) => ({
    link,
    query: writeChoice(readChoice(link.search, choices)),
  }));
  /** Marks the common question that the choice is, if it is one. */
  const markPresets = (choice: Choice): void => {
    const query = writeChoice(choice);
    for (const preset of presets) preset.link.ariaCurrent = preset.query === query ? "true" : null;
  };

  const result = explorer.querySelector(".explorer-result") as HTMLElement;
  const following = explorer.nextElementSibling as Element;
  let release: Release | undefined;
  let shows = 0;
  /** Draws in short tasks beside the page, then shows all of it at once; a newer choice takes the place of an older one. */
  const show = async (choice: Choice): Promise<void> => {
    const own = ++shows;
    const { rows, counts } = filterMeasurements(measurements, choice);
    const panelLayout = layOutPanels(measurements, rows, choice.by);
    const draw = makeDraw(choice);
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
      markPresets(choice);
      const question = writeQuestion(choice, findYears(rows, measurements), controls.name);
      shown = { rows, question };
      describePanels(question, rows, panelLayout, choice);
      showPanels(panels, panelLayout.panels, draw);
      showTable(part("rows"), part<HTMLButtonElement>("more-rows"), rows, table, tableParts);
      for (const id of ["csv", "json"]) part<HTMLButtonElement>(id).disabled = rows.length === 0;
    };
    // What comes by itself moves nothing; what the reader chose may.
    if (!release) release = holdPlace(result, following, fill);
    else {
      release();
      fill();
    }
  };

  const describePanels = (question: string, rows: Uint32Array, panelLayout: PanelLayout, { by }: Choice): void => {
    const studies = countNonZero(rows, measurements);
    part("question").textContent = question;
    const unusable = listUnusable(location.search, `${writeChoice(readChoice(location.search, choices))}&by=study`);
    const found =
      rows.length === 0
        ? "No measurement is all of that. Untick something, or clear the filters."
        : `${countRows(rows, measurements, explorer.dataset.countMetrics?.split(" ") ?? [])} of ${count(studies, "study", "studies")}`;
    part("status").textContent =
      unusable.length === 0 ? found : `${found.replace(/\.?$/, ".")} Could not be used: ${unusable.join(", ")}.`;
    // A layout that would draw none of the rows is not offered; the one that is chosen stays.
    for (const option of layout.options)
      option.disabled = option.value !== by && !hasPlace(measurements, rows, option.value as Choice["by"]);
    for (const id of ["marks", "to-table"]) part(id).hidden = panelLayout.panels.length === 0;
    const units = new Set(panelLayout.panels.map((panel) => textAt(measurements.texts.unit, panel.rows[0] as number)))
      .size;
    const warnings = listWarnings(panelLayout, measurements.studies, units, by, nameField);
    part("warnings").replaceChildren(...warnings.filter(({ isStrong }) => isStrong).map(drawWarning));
    showNotes(
      warnings.filter(({ isStrong }) => !isStrong),
      panelLayout.panels.length > 0,
    );
  };

  /** What to know before comparing, folded beside what is drawn; where nothing is, it says why. */
  const showNotes = (notes: readonly Warning[], isFolded: boolean): void => {
    const fold = part<HTMLDetailsElement>("notes");
    fold.hidden = notes.length === 0;
    fold.open = !isFolded;
    (fold.firstElementChild as HTMLElement).textContent = count(notes.length, "note");
    fold.lastElementChild?.replaceChildren(...notes.map(drawWarning));
  };

  const makeDraw = ({ by }: Choice) => {
    const axis = layout.selectedOptions[0]?.dataset.axis ?? "";
    return (panel: Panel): HTMLElement => {
      const [title, source] = headOf(panel);
      const drawing = drawPanel(panel, { measurements, by, name: controls.name, axis });
      return h("section", { class: "panel" }, title, drawing, source);
    };
  };

  const showPanels = (
    first: readonly HTMLElement[],
    all: readonly Panel[],
    draw: (panel: Panel) => HTMLElement,
  ): void => {
    const list = part("panels");
    const more = part<HTMLButtonElement>("more-panels");
    list.replaceChildren(...first);
    const offer = (): void => {
      const left = all.length - list.childElementCount;
      more.hidden = left === 0;
      more.textContent = `Show ${Math.min(left, panelsAtOnce)} more of ${left} charts`;
    };
    more.onclick = () => {
      const from = list.childElementCount;
      list.append(...all.slice(from, from + panelsAtOnce).map(draw));
      offer();
      list.children[from]?.querySelector<HTMLElement>("a, h3")?.focus();
    };
    offer();
  };

  /** What a panel shows, and of which study: the second stands below the drawing. */
  const headOf = (panel: Panel): [title: HTMLElement, source: HTMLElement] => {
    const row = panel.rows[0] as number;
    const { facets, texts, studies } = measurements;
    const named = (facet: FacetName): string => controls.name(facet, textAt(facets[facet], row));
    const what = [
      named("metric"),
      ...(textAt(facets.workload, row) === "other" ? [] : [named("workload")]),
      ...(textAt(facets.part, row) === "whole" ? [] : [named("part")]),
    ].join(", ");
    const [only, ...others] = panel.studies.flatMap((place) => studies[place] ?? []);
    const who =
      only && others.length === 0
        ? h("p", { class: "note" }, `${only.title}. ${upperFirst(controls.name("grade", only.grade))}.`)
        : h("p", { class: "note" }, `${panel.studies.length} studies on ${panel.studies.length} testbeds.`);
    const measured = `${what} (${nameUnit(textAt(texts.unit, row)) || "number"})`;
    // Several panels show the same metric, each on an axis of its own: the study tells them apart.
    return [
      only && others.length === 0
        ? h("h3", {}, h("a", { href: `${base}${only.path.slice(1)}` }, only.name), `: ${measured}`)
        : h("h3", {}, upperFirst(measured)),
      who,
    ];
  };

  const apply = (): void => {
    const choice = controls.read();
    const address = location.pathname + writeChoice(choice);
    if (address !== location.pathname + location.search) history.pushState(null, "", address);
    void show(choice);
  };
  const follow = async (): Promise<void> => {
    const choice = readChoice(location.search, choices);
    controls.fill(choice);
    await show(choice);
  };

  form.addEventListener("change", apply);
  layout.addEventListener("change", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    controls.fill({ facets: new Map(), by: "study" });
    apply();
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
  part("csv").addEventListener("click", () =>
    save("measurements.csv", "text/csv", writeRowsCsv(shown.rows, measurements, site)),
  );
  part("json").addEventListener("click", () =>
    save(
      "measurements.json",
      "application/json",
      writeRowsJson(shown.rows, measurements, site, shown.question, location.href),
    ),
  );
  await follow();
}

function drawWarning({ isStrong, text, so }: Warning): HTMLElement {
  return h(
    "li",
    { class: isStrong && "strong" },
    h("p", {}, isStrong && h("strong", {}, "Warning. "), text),
    so !== undefined && h("p", {}, so),
  );
}

function listChoices({ facets, studies }: Measurements): Choices {
  const values = Object.fromEntries(facetNames.map((name) => [name, facets[name].values])) as Choices["facets"];
  return { facets: values, years: [...new Set(studies.map(({ year }) => year))] };
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

function countNonZero(rows: Uint32Array, { facets: { study } }: Measurements): number {
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

function count(number: number, one: string, many = `${one}s`): string {
  return `${writeNumber(number)} ${number === 1 ? one : many}`;
}

/** Hands a text to the browser as a file. */
function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
