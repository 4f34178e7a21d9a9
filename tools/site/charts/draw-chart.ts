import type { AuthoredChart, ChartRow, Size } from "./chart.ts";
import { drawSpec, inlineRows } from "./draw.ts";
import { compileLive, type LiveDrawing } from "./live-flow.ts";
import { renderPng } from "./render-png.ts";
import { colourRows } from "./rows.ts";
import { makeStandAloneSvg } from "./stand-alone-svg.ts";
import { makeElement, mapAttributes, type SvgElement, writeSvg } from "./svg-tree.ts";
import { makeTheme } from "./theme.ts";

/** All that a drawing depends on. */
export interface DrawTask {
  chart: AuthoredChart;
  rows: ChartRow[];
  /** Lines under the copy for download. */
  notes: string[];
}

export type DrawOutcome = { drawing: Drawing; drawMs: number } | { problem: string };

/** Draws a chart. The outcome is the drawing or its problems. */
export async function drawTask({ chart, rows, notes }: DrawTask): Promise<DrawOutcome> {
  const start = performance.now();
  try {
    return { drawing: await drawChart(chart, rows, notes), drawMs: performance.now() - start };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { problem: error.message };
  }
}

/** Everything that is drawn of a chart, as the text of its files. */
export interface Drawing {
  wide: string;
  narrow: string;
  standAlone: string;
  /** The same as a PNG, in base64. */
  png: string;
  /** The specification with its data and the light theme, which any Vega-Lite viewer shows. */
  spec: string;
  /** What a browser draws the same from, once a reader touches the chart. */
  live: { wide: LiveDrawing; narrow: LiveDrawing };
}

/** Pixels across: enough for a slide, little in a mail. */
const pngWidth = 1000;

/** Draws a chart, whose specification has been validated, in all its forms. */
async function drawChart(
  { id, words, spec }: AuthoredChart,
  rows: readonly ChartRow[],
  notes: string[],
): Promise<Drawing> {
  const draw = async (size: Size) => tidySvg(await drawSpec(spec, colourRows(rows, "page"), size));
  const naming = { id, finding: words.finding, subtitle: words.subtitle, description: words.description };
  const wide = await draw("wide");
  const narrow = await draw("narrow");
  const standAloneSpec = {
    ...inlineRows(spec, colourRows(rows, "light"), "wide"),
    config: { ...makeTheme("light", false), background: "white" },
  };
  const standAlone = writeSvg(makeStandAloneSvg(fixColours(wide), { ...naming, notes }, "light"));
  return {
    wide: writeSvg(makePageSvg(wide, naming, "wide")),
    narrow: writeSvg(makePageSvg(narrow, naming, "narrow")),
    standAlone,
    png: Buffer.from(await renderPng(standAlone, pngWidth)).toString("base64"),
    spec: `${JSON.stringify(standAloneSpec, null, 1)}\n`,
    live: {
      wide: compileLive(spec, colourRows(rows, "page"), "wide"),
      narrow: compileLive(spec, colourRows(rows, "page"), "narrow"),
    },
  };
}

/** Replaces the page's custom properties with their fallbacks: the colours of the light theme. */
function fixColours(drawing: SvgElement): SvgElement {
  return mapAttributes(drawing, (key, value) => [[key, value.replace(/^var\(--[a-z0-9-]+, (#[0-9a-f]{6})\)$/, "$1")]]);
}

interface Naming {
  id: string;
  finding: string;
  description: string;
}

/** Makes the drawing that pages contain: no size of its own, a name and a description, ids that are its own. */
export function makePageSvg(drawing: SvgElement, { id, finding, description }: Naming, size: Size): SvgElement {
  const prefix = size === "wide" ? `chart-${id}` : `chart-${id}-narrow`;
  const [title, desc] = [`${prefix}-title`, `${prefix}-desc`];
  const children = [
    makeElement("title", { id: title }, [finding]),
    makeElement("desc", { id: desc }, [description]),
    ...prefixIds(drawing, prefix).children,
  ];
  return makeElement(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      class: `chart-svg chart-${size}`,
      viewBox: drawing.attributes.get("viewBox") ?? "",
      role: "img",
      "aria-labelledby": title,
      "aria-describedby": desc,
      // A reader's font may be wider than the one that was measured.
      overflow: "visible",
    },
    children,
  );
}

/** Makes ids, and what points to them, unique on a page that has several drawings. */
function prefixIds(drawing: SvgElement, prefix: string): SvgElement {
  return mapAttributes(drawing, (key, value) => [
    [key, key === "id" ? `${prefix}-${value}` : value.replace(/url\(#([^)]+)\)/g, `url(#${prefix}-$1)`)],
  ]);
}

/**
 * Takes out what Vega writes for its own use: classes and roles of marks, empty backgrounds, groups that do
 * nothing, attributes that repeat the default, digits below a hundredth. The drawing looks the same.
 */
export function tidySvg(element: SvgElement): SvgElement {
  const attributes = Object.fromEntries(
    [...element.attributes]
      .filter(([key, value]) => !isNeedless(key, value))
      .map(([key, value]) => [key, shorten(key, value)]),
  );
  const children = element.children
    .map((child) => (typeof child === "string" ? child : tidySvg(child)))
    .filter((child) => typeof child === "string" || !isInvisible(child))
    .flatMap((child) =>
      typeof child !== "string" && child.name === "g" && child.attributes.size === 0 ? child.children : [child],
    );
  return makeElement(element.name, attributes, children);
}

function isNeedless(key: string, value: string): boolean {
  if (key.startsWith("aria-") || needless.has(key)) return true;
  return defaults.get(key)?.includes(value) ?? false;
}

/** Fonts come from the page; version and xlink are of SVG 1.1. */
const needless = new Set([
  "class",
  "role",
  "pointer-events",
  "font-family",
  "stroke-miterlimit",
  "version",
  "xmlns:xlink",
]);

const defaults = new Map([
  ["opacity", ["1"]],
  ["stroke-width", ["1"]],
  ["font-weight", ["normal"]],
  ["text-anchor", ["start"]],
  ["transform", ["translate(0,0)"]],
  ["x2", ["0"]],
  ["y2", ["0"]],
]);

function isInvisible({ name, attributes, children }: SvgElement): boolean {
  if (attributes.get("display") === "none") return true;
  if (name === "g") return children.length === 0;
  // The outermost group sets fill="none", so a shape without paint shows nothing.
  return name === "path" && !attributes.has("fill") && !attributes.has("stroke");
}

function shorten(key: string, value: string): string {
  if (key === "font-size") return value.replace("px", "");
  if (!/^(d|transform|[xy][12]?|width|height|stroke-dasharray)$/.test(key)) return value;
  return value.replace(/-?\d*\.?\d+(?:e-?\d+)?/g, (number) => String(Math.round(Number(number) * 100) / 100 || 0));
}
