import { h, svg } from "../../../advisor/ui/dom.ts";
import type { Detail, Row } from "../charts/row.ts";
import { startOnTouch } from "../page/start-on-touch.ts";
import { chooseForm, type Panel, makeScale, makeSpan, type Scale, stackMarks } from "./lay-out-panels.ts";
import type { Layout } from "./filter.ts";
import { boundOf, nameUnit, writeInUnit, writeNumber, writeRounded, writeShort, type Bound } from "./numbers.ts";
import { addressOf, textAt, type Measurements } from "./measurements.ts";
import { upperFirst } from "../../../tools/records/words.ts";
import type { NameValue } from "./write-question.ts";
import { groupBy } from "../../../advisor/collections.ts";

/** What drawing needs besides the panel. */
export interface Surroundings {
  measurements: Measurements;
  by: Layout;
  name: NameValue;
  /** What the layout is called on an axis. */
  axis: string;
  /** The site's root. */
  base: string;
}

/** A mark on an axis: its place, its spread, its texts, and if samples are behind it. */
interface Mark {
  at: number;
  low: number;
  high: number;
  says: string;
  /** Conditions that not all marks of the panel have. */
  particular: string;
  variant: string;
  /** Place of its row among those of the panel. */
  place: number;
  isSampled: boolean;
  /** Where it is no value but a bound: drawn without an end, with an arrow to where the value may lie. */
  bound: Bound | undefined;
  adapter: string;
}

/**
 * Draws a panel as a list of lanes or as a plane of points. Places are percentages, so that it fits any width
 * without being drawn again; what a mark says stands beside it or is shown on pointing at it, and all of it in the table.
 */
export function drawPanel(panel: Panel, label: string, surroundings: Surroundings): HTMLElement {
  if (panel.rows.length === 1) return drawSentence(panel.rows[0] as number, surroundings);
  const form = chooseForm(panel, surroundings.by);
  const drawn = { ...panel, rows: panel.rows.slice(0, mostMarks) };
  const left = panel.rows.length - drawn.rows.length;
  // A stop for the keyboard above the drawing, whose texts stay what they are.
  const focus = h("div", { class: "panel-focus", tabindex: "0", role: "group", "aria-label": label });
  const drawing = h(
    "div",
    { class: "panel-drawing" },
    form === "points" ? drawPoints(drawn, surroundings) : drawLanes(drawn, surroundings, form === "bars"),
    left > 0 &&
      h(
        "p",
        { class: "note" },
        `The first ${writeNumber(mostMarks)} are drawn, ${writeNumber(left)} more are in the table.`,
      ),
    focus,
  );
  startOnTouch(
    drawing,
    [drawing],
    async () => (await import("./start-marks.ts")).startMarks(drawing, focus, describeRows(drawn.rows, surroundings)),
    () => focus.remove(),
  );
  return drawing;
}

/** A single result compares nothing: it is said, not drawn. */
function drawSentence(row: number, { measurements: { facets, texts, numbers }, name }: Surroundings): HTMLElement {
  const adapter = textAt(facets.adapter, row);
  const full = textAt(texts.result, row);
  const [value, unit] = [numbers.value[row] as number, textAt(texts.unit, row)];
  const longer = keepIfLonger(full, value, unit);
  const conditions = textAt(texts.conditions, row);
  return h(
    "p",
    { class: "panel-sentence" },
    markOf(adapter),
    h("strong", {}, ` ${name("adapter", adapter)}: ${writeInUnit(value, unit, full)}`),
    longer !== undefined && ` (full result: ${longer})`,
    conditions !== "" && `, ${conditions}`,
  );
}

/** More would be a cloud that nobody reads. */
const mostMarks = 400;

function drawLanes({ rows }: Panel, { measurements, name }: Surroundings, isBars: boolean): HTMLElement {
  const marks = toMarks(rows, measurements);
  const whole = makeScale(marks.flatMap(listPlaces), !isBars);
  const scale = isBars ? whole : { ...whole, place: (value: number) => inset(whole.place(value)) };
  const lanes = [...groupBy(marks, ({ adapter }) => adapter)];
  const strip = (drawn: readonly Mark[]): SVGElement => {
    const levels = stackMarks(drawn.map(({ at }) => scale.place(at)));
    const most = isBars ? 0 : Math.max(...levels);
    const drawing = svg(
      "svg",
      { class: "lane-strip", "aria-hidden": "true" },
      ...scale.ticks.map((tick) => gridLine(scale, tick)),
      ...drawn.map((mark, place) =>
        wrapMark(mark, drawMark(mark, scale, isBars), isBars ? 0 : ((levels[place] ?? 0) - most / 2) * belowPx),
      ),
    );
    if (most > 0) drawing.style.height = `calc(1.375rem + ${most * belowPx}px)`;
    return drawing;
  };
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
      : [drawLane(adapter, own, nameRows(own), writeRange(own))],
  );
  return h("div", { class: "lanes" }, h("ul", {}, ...items), drawAxis(scale, title));
}

/** Names behind an adapter the variant that all its rows have, and their number. */
function nameRows(rows: readonly Mark[]): string {
  return [sharedVariant(rows), rows.length > 1 ? `${rows.length} results` : ""]
    .map((text) => text && `, ${text}`)
    .join("");
}

/** The condition without which an adapter's name would mislead: hardware that is only emulated. */
export function variantOf(conditions: string): string {
  return conditions.split(", ").find((part) => part.startsWith("emulated")) ?? "";
}

function sharedVariant(rows: readonly Mark[]): string {
  const [only = "", ...others] = new Set(rows.map(({ variant }) => variant));
  return others.length === 0 ? only : "";
}

/** Puts the variant first where the conditions that tell rows apart leave it out. */
function withVariant(particular: string, conditions: string): string {
  const variant = variantOf(conditions);
  return variantOf(particular) === variant ? particular : [variant, particular].filter(Boolean).join(", ");
}

function drawPoints({ rows }: Panel, { measurements, by, name, axis }: Surroundings): HTMLElement {
  const over = by === "study" ? measurements.numbers.year : measurements.numbers[by];
  const marks = toMarks(rows, measurements).map((mark, place) => ({
    ...mark,
    over: over[rows[place] as number] as number,
  }));
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
    ...marks.map((mark) => {
      const [cx, cy] = [x(mark.over), y(mark.at)];
      // What lies on another lies beside it.
      const place = `${Math.round(parseFloat(cx))} ${Math.round(parseFloat(cy) / 2)}`;
      const beside = before.get(place) ?? 0;
      before.set(place, beside + 1);
      const transform = `translate(${beside * besidePx} 0)`;
      return wrapMark(mark, [
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
      ]);
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
  const adapters = [...groupBy(marks, ({ adapter }) => adapter)];
  return h(
    "div",
    { class: "points" },
    h(
      "p",
      { class: "legend" },
      ...adapters.map(([adapter, own]) =>
        h(
          "span",
          { class: "adapter-name" },
          markOf(adapter),
          [name("adapter", adapter), sharedVariant(own)].filter(Boolean).join(", "),
        ),
      ),
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

/** Between two levels of points in a lane, in pixels. */
const belowPx = 9;

/** Puts the parts of a mark together, under the place of its row. */
function wrapMark({ place }: Mark, parts: readonly SVGElement[], downPx = 0): SVGElement {
  return svg("g", { "data-row": place, ...(downPx !== 0 && { transform: `translate(0 ${downPx})` }) }, ...parts);
}

function toMarks(rows: readonly number[], measurements: Measurements): Mark[] {
  const particular = listParticular(rows, measurements);
  return rows.map((row, place) => toMark(row, place, particular[place] ?? "", measurements));
}

/** Lists for each row the conditions that not all rows have. */
function listParticular(rows: readonly number[], { texts }: Measurements): string[] {
  const conditions = rows.map((row) => textAt(texts.conditions, row));
  return shortenAlike(conditions).map((own, place) => withVariant(own, conditions[place] ?? ""));
}

function toMark(row: number, place: number, particular: string, measurements: Measurements): Mark {
  const { numbers, texts, facets } = measurements;
  const at = numbers.value[row] as number;
  const [low, high] = [numbers.low[row] as number, numbers.high[row] as number];
  const kind = textAt(facets.kind, row);
  const adapter = textAt(facets.adapter, row);
  return {
    at,
    low: Number.isNaN(low) ? at : low,
    high: Number.isNaN(high) ? at : high,
    says: writeShort(at, kind, textAt(texts.result, row)),
    particular,
    variant: variantOf(particular),
    place,
    isSampled: kind === "samples",
    bound: boundOf(kind, textAt(texts.result, row)),
    adapter,
  };
}

function keepIfLonger(full: string, value: number, unit: string): string | undefined {
  return writeInUnit(value, unit, full) === full ? undefined : full;
}

/** Describes the rows of a panel for a reader who points at their marks. */
function describeRows(rows: readonly number[], { measurements, name, base }: Surroundings): Row[] {
  const particular = listParticular(rows, measurements);
  return rows.map((row, place) => ({
    details: describeRow(row, particular[place] ?? "", measurements, name),
    href: addressOf(row, measurements, base),
  }));
}

/** Lists the details of a mark: adapter and result, the row's own conditions, the shared ones, platform, runs and study. */
export function describeRow(
  row: number,
  particular: string,
  { numbers, texts, facets, studies }: Measurements,
  name: NameValue,
): Detail[] {
  const full = textAt(texts.result, row);
  const unit = textAt(texts.unit, row);
  const result = writeInUnit(numbers.value[row] as number, unit, full);
  const own = particular.split(", ").filter(Boolean);
  const shared = textAt(texts.conditions, row)
    .split(", ")
    .filter((part) => part !== "" && !own.includes(part));
  const runs = numbers.runs[row] as number;
  const details: (readonly [label: string, text: string | undefined])[] = [
    ["Result", `${name("adapter", textAt(facets.adapter, row))}: ${result}`],
    ["Full result", keepIfLonger(full, numbers.value[row] as number, unit)],
    ["Conditions", particular],
    [own.length > 0 ? "All marks" : "Conditions", shared.join(", ")],
    ["Platform", name("platform", textAt(facets.platform, row))],
    ["Runs", Number.isNaN(runs) ? undefined : writeNumber(runs)],
    ["Study", studies[facets.study.codes[row] as number]?.name],
  ];
  return details.flatMap(([label, text]) => (text ? [[label, text] as const] : []));
}

function drawMark(mark: Mark, { place }: Scale, isBar: boolean): SVGElement[] {
  const { at, low, high, isSampled, adapter, bound } = mark;
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
    : drawPoint({ adapter, isSampled }, percent(place(at)), "50%");
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
  { adapter, isSampled }: Pick<Mark, "adapter" | "isSampled">,
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
  const [from, to] = [least, most].map(writeRounded);
  return from === to ? `${from}` : `${from} to ${to}`;
}

function paint(adapter: string): string {
  return `var(--adapter-${adapter}, var(--chart-muted))`;
}

/** Points keep clear of the edges. */
function inset(share: number): number {
  return 0.04 + share * 0.92;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

/** Leaves of each text only the parts, between commas, that not all of the texts have. */
export function shortenAlike(texts: readonly string[]): string[] {
  const split = texts.map((text) => text.split(", "));
  const [first = []] = split;
  const shared = new Set(first.filter((part) => split.every((parts) => parts.includes(part))));
  return split.map((parts) => parts.filter((part) => !shared.has(part)).join(", "));
}
