import type { AuthoredChart, ChartRow } from "./chart.ts";
import { drawSpec, inlineRows } from "./draw.ts";
import { compileLive } from "./live/compile-flow.ts";
import type { LiveDrawing } from "./live/compile-flow.ts";
import { makePageSvg } from "./page-svg.ts";
import { renderPng } from "./png/render-png.ts";
import { colourRows } from "./rows.ts";
import { makeStandAloneSvg } from "./stand-alone-svg.ts";
import { writeSvg } from "./svg-tree.ts";
import { makeTheme } from "./theme.ts";
import { tidySvg } from "./tidy-svg.ts";

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

/** Pixels across: sharp on a slide, small in a mail. */
const pngWidth = 1200;

/** Draws a chart, whose specification has been validated, in all its forms. */
export async function drawChart({ id, words, spec }: AuthoredChart, rows: readonly ChartRow[], notes: string[]): Promise<Drawing> {
  const draw = async (paint: "page" | "light", size: "wide" | "narrow") => tidySvg(await drawSpec(spec, colourRows(rows, paint), paint, size));
  const naming = { id, question: words.question, description: words.description };
  const wide = await draw("page", "wide");
  const narrow = await draw("page", "narrow");
  const light = await draw("light", "wide");
  const standAloneSpec = { ...inlineRows(spec, colourRows(rows, "light"), "wide"), config: { ...makeTheme("light", false), background: "white" } };
  const standAlone = writeSvg(makeStandAloneSvg(light, { ...naming, notes }, "light"));
  return {
    wide: writeSvg(makePageSvg(wide, naming, "wide")),
    narrow: writeSvg(makePageSvg(narrow, naming, "narrow")),
    standAlone,
    png: Buffer.from(await renderPng(standAlone, pngWidth)).toString("base64"),
    spec: `${JSON.stringify(standAloneSpec, null, 1)}\n`,
    live: { wide: compileLive(spec, colourRows(rows, "page"), "wide"), narrow: compileLive(spec, colourRows(rows, "page"), "narrow") },
  };
}
