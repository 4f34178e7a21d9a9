import { h, svg } from "../../../advisor/ui/dom.ts";
import { chooseForm, type Panel, makeScale, makeSpan, type Scale } from "./lay-out-panels.ts";
import type { Layout } from "./filter.ts";
import { boundOf, nameUnit, writeNumber, writeShort, type Bound } from "./numbers.ts";
import { textAt, type Measurements } from "./measurements.ts";
import { upperFirst } from "../../../tools/records/words.ts";
import type { NameValue } from "./write-question.ts";
import { groupBy } from "../../../advisor/collections.ts";

/** What drawing needs besides the panel. */
interface Surroundings {
  measurements: Measurements;
  by: Layout;
  name: NameValue;
  /** What the layout is called on an axis. */
  axis: string;
}

/** A mark on an axis: where it lies, how far it spreads, what it says, and whether samples stand behind it. */
interface Mark {
  at: number;
  low: number;
  high: number;
  says: string;
  /** All that is known of it in a line, for pointing at it. */
  description: string;
  isSampled: boolean;
  /** Where it is no value but a bound: drawn without an end, with an arrow to where the value may lie. */
  bound: Bound | undefined;
  adapter: string;
}

/**
 * Draws a panel as a list of lanes or as a plane of points. Places are percentages, so that it fits any width
 * without being drawn again; what a mark says stands beside it or in its title, and all of it in the table.
 */
export function drawPanel(panel: Panel, surroundings: Surroundings): HTMLElement {
  if (panel.rows.length === 1) return drawSentence(panel.rows[0] as number, surroundings);
  const form = chooseForm(panel, surroundings.by);
  const drawn = { ...panel, rows: panel.rows.slice(0, mostMarks) };
  const left = panel.rows.length - drawn.rows.length;
  return h(
    "div",
    { class: "panel-drawing" },
    form === "points" ? drawPoints(drawn, surroundings) : drawLanes(drawn, surroundings, form === "bars"),
    left > 0 &&
      h(
        "p",
        { class: "note" },
        `The first ${writeNumber(mostMarks)} are drawn, ${writeNumber(left)} more stand in the table.`,
      ),
  );
}

/** A single result compares nothing: it is said, not drawn. */
function drawSentence(row: number, { measurements: { facets, texts }, name }: Surroundings): HTMLElement {
  const adapter = textAt(facets.adapter, row);
  const conditions = textAt(texts.conditions, row);
  return h(
    "p",
    { class: "panel-sentence" },
    markOf(adapter),
    h("strong", {}, ` ${name("adapter", adapter)}: ${textAt(texts.result, row)}`),
    conditions !== "" && `, ${conditions}`,
  );
}

/** More would be a cloud that nobody reads. */
const mostMarks = 400;

function drawLanes({ rows }: Panel, { measurements, name }: Surroundings, isBars: boolean): HTMLElement {
  const marks = rows.map((row) => toMark(row, measurements, name));
  const scale = makeScale(marks.flatMap(listPlaces), !isBars);
  const particular = shortenAlike(rows.map((row) => textAt(measurements.texts.conditions, row)));
  const lanes = [
    ...groupBy(
      marks.map((mark, place) => ({ ...mark, particular: particular[place] ?? "" })),
      ({ adapter }) => adapter,
    ),
  ];
  const strip = (drawn: readonly Mark[]): SVGElement =>
    svg(
      "svg",
      { class: "lane-strip", "aria-hidden": "true" },
      ...scale.ticks.map((tick) => gridLine(scale, tick)),
      ...drawn.flatMap((mark) => drawMark(mark, scale, isBars)),
    );
  const title = titleAxis(titleResults(rows, measurements, name), scale);
  const drawLane = (adapter: string, drawn: readonly Mark[], about: string | false, value: string): HTMLElement =>
    h(
      "li",
      { class: "lane" },
      h("span", { class: "lane-name" }, markOf(adapter), h("strong", {}, name("adapter", adapter)), about),
      strip(drawn),
      h("span", { class: "lane-value" }, value),
    );
  const items = lanes.flatMap(([adapter, own]) =>
    isBars
      ? own.map((mark) => drawLane(adapter, [mark], mark.particular && ` ${mark.particular}`, mark.says))
      : [drawLane(adapter, own, own.length > 1 && `, ${own.length} rows`, writeRange(own))],
  );
  return h("div", { class: "lanes" }, h("ul", {}, ...items), drawAxis(scale, title));
}

function drawPoints({ rows }: Panel, { measurements, by, name, axis }: Surroundings): HTMLElement {
  const over = by === "study" ? measurements.numbers.year : measurements.numbers[by];
  const marks = rows.map((row) => ({ ...toMark(row, measurements, name), over: over[row] as number }));
  const before = new Map<string, number>();
  const vertical = makeScale(marks.flatMap(listPlaces), true);
  const horizontal =
    by === "year"
      ? makeSpan(marks.map((mark) => mark.over))
      : makeScale(
          marks.map((mark) => mark.over),
          true,
        );
  const x = (value: number): string => percent(inset(horizontal.place(value)));
  const y = (value: number): string => percent(1 - inset(vertical.place(value)));
  const plane = svg(
    "svg",
    { class: "plane", "aria-hidden": "true" },
    ...vertical.ticks.map((tick) => svg("line", { class: "grid", x1: "0", x2: "100%", y1: y(tick), y2: y(tick) })),
    ...marks.flatMap((mark) => {
      const [cx, cy] = [x(mark.over), y(mark.at)];
      // What lies on another lies beside it.
      const place = `${Math.round(parseFloat(cx))} ${Math.round(parseFloat(cy) / 2)}`;
      const beside = before.get(place) ?? 0;
      before.set(place, beside + 1);
      const transform = `translate(${beside * besidePx} 0)`;
      return [
        ...(mark.low < mark.high
          ? [
              svg("line", {
                class: "spread",
                transform,
                stroke: paint(mark.adapter),
                x1: cx,
                x2: cx,
                y1: y(mark.low),
                y2: y(mark.high),
              }),
            ]
          : []),
        ...drawArrow(mark, cx, cy, true),
        drawPoint(mark, cx, cy, transform),
      ];
    }),
  );
  const up = svg(
    "svg",
    { class: "axis axis-up", "aria-hidden": "true" },
    ...vertical.ticks.map((tick) =>
      svg("text", { x: "100%", y: y(tick), dy: "0.35em", "text-anchor": "end" }, writeNumber(tick)),
    ),
  );
  const along = svg(
    "svg",
    { class: "axis", "aria-hidden": "true" },
    ...horizontal.ticks.map((tick) =>
      svg(
        "text",
        { x: x(tick), y: "0.9em", "text-anchor": "middle" },
        by === "year" ? String(tick) : writeNumber(tick),
      ),
    ),
  );
  const adapters = [...new Set(marks.map(({ adapter }) => adapter))];
  return h(
    "div",
    { class: "points" },
    h(
      "p",
      { class: "legend" },
      ...adapters.map((adapter) => h("span", { class: "adapter-name" }, markOf(adapter), name("adapter", adapter))),
    ),
    h("p", { class: "axis-title axis-title-up" }, titleAxis(titleResults(rows, measurements, name), vertical)),
    up,
    plane,
    along,
    h("p", { class: "axis-title" }, titleAxis(axis, horizontal)),
  );
}

/** What the results of a panel are and in which unit, as the title of their axis. */
function titleResults([row = 0]: readonly number[], { facets, texts }: Measurements, name: NameValue): string {
  return `${upperFirst(name("metric", textAt(facets.metric, row)))} (${nameUnit(textAt(texts.unit, row)) || "number"})`;
}

function titleAxis(title: string, { isLogarithmic }: Scale): string {
  return isLogarithmic ? `${title}, logarithmic` : title;
}

/** Values that an axis must have room for; beyond a bound lies its arrow. */
function listPlaces({ at, low, high, bound }: Mark): number[] {
  return [at, low, high, ...(bound === "least" ? [at * 1.08] : [])];
}

/** Between two points that would lie on one another, in pixels. */
const besidePx = 4;

function toMark(row: number, { numbers, texts, facets, studies }: Measurements, name: NameValue): Mark {
  const at = numbers.value[row] as number;
  const [low, high] = [numbers.low[row] as number, numbers.high[row] as number];
  const kind = textAt(facets.kind, row);
  const adapter = textAt(facets.adapter, row);
  const about = [textAt(texts.conditions, row), studies[facets.study.codes[row] as number]?.name ?? ""].filter(
    (text) => text !== "",
  );
  return {
    at,
    low: Number.isNaN(low) ? at : low,
    high: Number.isNaN(high) ? at : high,
    says: writeShort(at, kind, textAt(texts.result, row)),
    description: `${name("adapter", adapter)}: ${[textAt(texts.result, row), ...about].join("; ")}`,
    isSampled: kind === "samples",
    bound: boundOf(kind, textAt(texts.result, row)),
    adapter,
  };
}

function drawMark(mark: Mark, { place }: Scale, isBar: boolean): SVGElement[] {
  const { at, low, high, isSampled, adapter, description, bound } = mark;
  const colour = paint(adapter);
  const spread =
    low < high
      ? [
          svg("line", {
            class: "spread",
            stroke: isBar ? "currentColor" : colour,
            x1: percent(place(low)),
            x2: percent(place(high)),
            y1: "50%",
            y2: "50%",
          }),
        ]
      : [];
  const figure = isBar
    ? svg("rect", {
        class: ["bar", !isSampled && "reported", bound && "bound"].filter(Boolean).join(" "),
        fill: colour,
        stroke: colour,
        x: "0",
        y: "20%",
        height: "60%",
        width: percent(place(at)),
      })
    : drawPoint({ adapter, isSampled, description }, percent(place(at)), "50%");
  const arrow = drawArrow(mark, percent(place(at)), "50%", false);
  return isBar ? [figure, ...spread, ...arrow] : [...spread, ...arrow, figure];
}

/** From a bound to where the value may lie: up and to the right for a least, down and to the left for a most. */
function drawArrow({ bound, adapter }: Mark, x: string, y: string, isUpward: boolean): SVGElement[] {
  if (bound === undefined) return [];
  const turn = (isUpward ? -90 : 0) + (bound === "most" ? 180 : 0);
  return [
    svg(
      "svg",
      { class: "dot-place", x, y },
      svg("path", {
        class: "bound-arrow",
        d: "M0 0H20M14 -5L20 0L14 5",
        stroke: paint(adapter),
        transform: `rotate(${turn})`,
      }),
    ),
  ];
}

function drawAxis(scale: Scale, title: string): HTMLElement {
  const anchor = (place: number): string => (place < 0.02 ? "start" : place > 0.98 ? "end" : "middle");
  const labels = scale.ticks.map((tick) =>
    svg(
      "text",
      { x: percent(scale.place(tick)), y: "0.9em", "text-anchor": anchor(scale.place(tick)) },
      writeNumber(tick),
    ),
  );
  return h(
    "div",
    { class: "lane" },
    svg("svg", { class: "axis", "aria-hidden": "true" }, ...labels),
    h("span", { class: "lane-value" }),
    h("p", { class: "axis-title" }, title),
  );
}

function gridLine({ place }: Scale, tick: number): SVGElement {
  const x = percent(place(tick));
  return svg("line", { class: "grid", x1: x, x2: x, y1: "0", y2: "100%" });
}

/** A point in the shape of its adapter's kind, as the legend and every other page have it: colour is never alone in telling adapters apart. */
function drawPoint(
  { adapter, isSampled, description }: Pick<Mark, "adapter" | "isSampled" | "description">,
  x: string,
  y: string,
  transform = "",
): SVGElement {
  const shape = markOf(adapter)?.firstElementChild ?? svg("circle", { cx: "6", cy: "6", r: "5.5" });
  return svg(
    "g",
    { ...(transform && { transform }) },
    svg(
      "svg",
      { class: "dot-place", x, y },
      svg(
        "g",
        {
          class: isSampled ? "dot" : "dot reported",
          transform: "translate(-6 -6)",
          fill: paint(adapter),
          stroke: paint(adapter),
        },
        shape,
        title(description),
      ),
    ),
  );
}

/** The sign of an adapter's kind in its colour, taken from the list of filters, where the page has it. */
function markOf(adapter: string): SVGElement | null {
  return (
    (document.querySelector(`[data-facet="adapter"] input[value="${CSS.escape(adapter)}"] ~ .mark`)?.cloneNode(true) as
      | SVGElement
      | undefined) ?? null
  );
}

function writeRange(marks: readonly Mark[]): string {
  const [least, most] = [Math.min(...marks.map(({ low }) => low)), Math.max(...marks.map(({ high }) => high))];
  const [from, to] = [least, most].map((value) => writeNumber(Number(value.toPrecision(4))));
  return from === to ? `${from}` : `${from} to ${to}`;
}

function paint(adapter: string): string {
  return `var(--adapter-${adapter}, currentColor)`;
}

/** Points keep clear of the edges. */
function inset(share: number): number {
  return 0.04 + share * 0.92;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

function title(text: string): SVGElement {
  return svg("title", {}, text);
}

/** Leaves of each text only the parts, between commas, that not all of the texts have. */
export function shortenAlike(texts: readonly string[]): string[] {
  const split = texts.map((text) => text.split(", "));
  const [first = []] = split;
  const shared = new Set(first.filter((part) => split.every((parts) => parts.includes(part))));
  return split.map((parts) => parts.filter((part) => !shared.has(part)).join(", "));
}
