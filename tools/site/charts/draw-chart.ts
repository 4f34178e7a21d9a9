import type { AuthoredChart, ChartRow } from "./chart.ts";
import { drawSpec, inlineRows } from "./draw.ts";
import type { Size } from "./drawing-width.ts";
import { compileLive } from "./live/compile-flow.ts";
import type { LiveDrawing } from "./live/compile-flow.ts";
import { makeMiniature } from "./miniature.ts";
import { makePageSvg } from "./page-svg.ts";
import { renderPng } from "./png/render-png.ts";
import { colourRows } from "./rows.ts";
import { makeStandAloneSvg } from "./stand-alone-svg.ts";
import { makeElement, writeSvg } from "./svg-tree.ts";
import type { SvgElement } from "./svg-tree.ts";
import { makeTheme } from "./theme.ts";
import { tidySvg } from "./tidy-svg.ts";

/** Everything that is drawn of a chart, as the text of its files. */
export interface Drawing {
  wide: string;
  narrow: string;
  /** Its small picture for lists. */
  miniature: string;
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
export async function drawChart(
  { id, words, spec }: AuthoredChart,
  rows: readonly ChartRow[],
  notes: string[],
): Promise<Drawing> {
  const draw = async (size: Size) => tidySvg(await drawSpec(spec, colourRows(rows, "page"), "page", size));
  const naming = { id, question: words.question, description: words.description };
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
    miniature: writeSvg(makeMiniature(wide)),
    standAlone,
    png: Buffer.from(await renderPng(standAlone, pngWidth)).toString("base64"),
    spec: `${JSON.stringify(standAloneSpec, null, 1)}\n`,
    live: {
      wide: compileLive(spec, colourRows(rows, "page"), "wide"),
      narrow: compileLive(spec, colourRows(rows, "page"), "narrow"),
    },
  };
}

/** Puts the fallbacks of a drawing's colours, which are those of the light theme, in the place of the page's properties. */
function fixColours({ name, attributes, children }: SvgElement): SvgElement {
  const fixed = [...attributes].map(([key, value]) => [
    key,
    value.replace(/^var\(--[a-z0-9-]+, (#[0-9a-f]{6})\)$/, "$1"),
  ]);
  return makeElement(
    name,
    Object.fromEntries(fixed) as Record<string, string>,
    children.map((child) => (typeof child === "string" ? child : fixColours(child))),
  );
}
