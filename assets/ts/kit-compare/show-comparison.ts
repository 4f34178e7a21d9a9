import { h, svg } from "../../../advisor/ui/dom.ts";
import {
  compareFiles,
  type Comparison,
  describeVerdict,
  formatInterval,
  formatNumber,
  formatRatio,
  formatSpan,
  formatUnits,
} from "../../../tools/kit/compare/compare.ts";
import { describeMeasure } from "../../../tools/kit/compare/measure.ts";
import { joinFiles, readSamples } from "../../../tools/kit/compare/samples.ts";
import type { ImportProblem } from "../../../tools/kit/import/row.ts";
import { describeProblem } from "../../../tools/kit/import/report.ts";
import { describeWaiting } from "./describe-waiting.ts";

let newest = 0;

/** Compares the chosen files and shows each measure: verdict, ratio, samples of both sides and the interval. */
export async function showComparison(
  form: HTMLFormElement,
  files: ReadonlyMap<string, readonly File[]>,
): Promise<void> {
  const own = ++newest;
  const [status, result] = [find(form, "#kit-status"), find(form, "#kit-result")];
  for (const side of ["a", "b"]) {
    const note = find(form, `[data-note="${side}"]`);
    const own = files.get(side);
    if (own) note.textContent = own.map(({ name }) => name).join(", ");
  }
  const chosen = ["a", "b"].flatMap((side) => {
    const own = files.get(side);
    return own ? [own] : [];
  });
  const read = await Promise.all(
    chosen.map(async (own) =>
      joinFiles(
        await Promise.all(
          own.map(async (file) => {
            const bytes = new Uint8Array(await file.arrayBuffer());
            return { name: file.name, ...(await readSamples({ name: file.name, bytes })) };
          }),
        ),
      ),
    ),
  );
  // A file that was chosen meanwhile has its own turn.
  if (own !== newest) return;
  const [only] = read;
  const names = chosen[0]?.map(({ name }) => name) ?? [];
  const waiting =
    only && read.length === 1 ? describeWaiting(files.has("a") ? "A" : "B", names, only.sides) : undefined;
  if (only && waiting) {
    status.textContent = `${waiting} Nothing leaves this browser.`;
    result.replaceChildren(...renderProblems(only.problems));
    return;
  }
  const { value, defaultValue } = find<HTMLInputElement>(form, "#margin");
  const margin = Number(value) / 100;
  const isMargin = margin > 0 && margin < 1;
  const { comparisons, problems } = compareFiles(read, isMargin ? margin : Number(defaultValue) / 100);
  status.textContent = [
    comparisons.length === 1 ? "1 measure compared." : `${comparisons.length} measures compared.`,
    isMargin ? "" : `The margin has to be between 0 and 100 %: ${defaultValue} % is used.`,
    "Nothing leaves this browser.",
  ]
    .filter(Boolean)
    .join(" ");
  result.replaceChildren(
    ...(comparisons.length > 1 ? [renderOverview(comparisons)] : []),
    ...comparisons.map(renderComparison),
    ...renderProblems(problems),
  );
}

function renderProblems(problems: readonly ImportProblem[]): HTMLElement[] {
  if (problems.length === 0) return [];
  const items = problems.map((problem) => h("li", {}, describeProblem(problem)));
  return [h("h2", { id: "problems" }, "Problems in the files"), h("ul", {}, ...items)];
}

/** Every verdict at a glance, with a link to its picture. */
function renderOverview(comparisons: readonly Comparison[]): HTMLElement {
  return renderTable(
    ["Measure", "B/A", "95 % interval", "Verdict"],
    comparisons.map((comparison, at) => {
      const { ratio, interval, verdict } = comparison;
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, h("a", { href: `#measure-${at + 1}` }, describeMeasure(comparison))),
        h("td", {}, formatRatio(ratio)),
        h("td", {}, interval ? formatSpan(interval) : "none"),
        h("td", {}, verdict),
      );
    }),
  );
}

/** A table that scrolls in its place where the window is narrow. */
function renderTable(headings: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const head = h("tr", {}, ...headings.map((text) => h("th", { scope: "col" }, text)));
  return h(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": headings.join(", ") },
    h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)),
  );
}

function renderComparison(comparison: Comparison, at: number): HTMLElement {
  const { unit, better, a, b, verdict, notes } = comparison;
  const side = (name: string, summary: Comparison["a"]): HTMLElement =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      h("td", {}, formatNumber(summary.geometricMean)),
      h("td", {}, `${formatNumber(summary.min)}–${formatNumber(summary.max)}`),
      h("td", {}, formatUnits(summary)),
      h("td", {}, summary.marks.join(", ")),
    );
  return h(
    "section",
    { class: "comparison", "data-verdict": verdict },
    h("h2", { id: `measure-${at + 1}` }, describeMeasure(comparison)),
    h("p", { class: "comparison-verdict" }, describeVerdict(comparison)),
    h("p", {}, `B/A ${formatInterval(comparison)}. ${better === "higher" ? "More" : "Less"} is better.`),
    ...notes.map((note) => h("p", { class: "note" }, note)),
    h("div", { class: "comparison-pictures" }, drawSamples(comparison), drawInterval(comparison)),
    renderTable(["Side", `Mean, ${unit}`, "Range", "Runs", "Doubts"], [side("A", a), side("B", b)]),
  );
}

function find<Found extends HTMLElement>(place: HTMLElement, selector: string): Found {
  const found = place.querySelector<Found>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

const WIDTH = 480;
const LEFT = 28;
const RIGHT = WIDTH - 16;

/** Every sample of both sides on one scale that begins at 0, so that distances are as large as they are. */
function drawSamples({ a, b, unit }: Comparison): SVGElement {
  const most = Math.max(a.max, b.max);
  const x = (value: number): number => LEFT + (value / most) * (RIGHT - LEFT);
  const row = (name: string, samples: readonly number[], y: number): SVGElement[] => [
    svg("text", { x: 4, y: y + 4, class: "pic-label" }, name),
    svg("line", { x1: LEFT, x2: RIGHT, y1: y, y2: y, class: "pic-rail" }),
    ...samples.map((value) => svg("circle", { cx: x(value), cy: y, r: 4, class: `pic-dot pic-${name.toLowerCase()}` })),
  ];
  return picture(
    `Samples of A and B, from 0 to ${formatNumber(most)} ${unit}`,
    ...row("A", a.samples, 18),
    ...row("B", b.samples, 44),
    svg("text", { x: LEFT, y: 70, class: "pic-label" }, "0"),
    svg("text", { x: RIGHT, y: 70, "text-anchor": "end", class: "pic-label" }, `${formatNumber(most)} ${unit}`),
  );
}

/** The interval of the ratio on a logarithmic scale, with the margin around 1. */
function drawInterval(comparison: Comparison): SVGElement {
  const { ratio, interval, margin } = comparison;
  const [low, high] = interval ?? [ratio, ratio];
  const reach = 1.1 * Math.max(Math.abs(Math.log(low)), Math.abs(Math.log(high)), 2 * Math.log1p(margin));
  const x = (value: number): number => LEFT + ((Math.log(value) + reach) / (2 * reach)) * (RIGHT - LEFT);
  const [from, to] = [x(1 / (1 + margin)), x(1 + margin)];
  return picture(
    `Ratio B/A ${formatInterval(comparison)}`,
    svg("rect", { x: from, width: to - from, y: 8, height: 44, class: "pic-margin" }),
    svg("line", { x1: x(1), x2: x(1), y1: 4, y2: 56, class: "pic-one" }),
    svg("line", { x1: x(low), x2: x(high), y1: 30, y2: 30, class: "pic-interval" }),
    svg("circle", { cx: x(ratio), cy: 30, r: 5, class: "pic-ratio" }),
    svg("text", { x: x(1), y: 70, "text-anchor": "middle", class: "pic-label" }, "1×"),
    svg("text", { x: LEFT, y: 70, class: "pic-label" }, `${Math.exp(-reach).toPrecision(3)}×`),
    svg("text", { x: RIGHT, y: 70, "text-anchor": "end", class: "pic-label" }, `${Math.exp(reach).toPrecision(3)}×`),
  );
}

function picture(label: string, ...parts: SVGElement[]): SVGElement {
  return svg("svg", { viewBox: `0 0 ${WIDTH} 76`, role: "img", "aria-label": label, class: "pic" }, ...parts);
}
