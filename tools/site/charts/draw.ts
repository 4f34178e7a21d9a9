import * as vega from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { fitLabels } from "./axis-labels.ts";
import { type ChartRow, type ChartSpec, drawingWidth, type Size } from "./chart.ts";
import { measureItem } from "../../../assets/ts/charts/measure-text.ts";
import { parseSvg, type SvgElement } from "./svg-tree.ts";
import { makeTheme } from "./theme.ts";

/** Draws a specification with its rows, exactly as wide as its size says. */
export async function drawSpec(spec: ChartSpec, rows: readonly ChartRow[], size: Size): Promise<SvgElement> {
  const view = new vega.View(parseSpec(sizeSpec(spec, rows, size), size), { renderer: "none" });
  try {
    // Vega marks the rows it is given, so it gets its own.
    view.data(
      "rows",
      rows.map((row) => ({ ...row })),
    );
    await fitWidth(view, drawingWidth[size]);
    return parseSvg(await view.toSVG());
  } finally {
    view.finalize();
  }
}

/** Compiles a specification without its rows, each once per process: many charts share one, and only their rows differ. */
function parseSpec(spec: ChartSpec, size: Size): vega.Runtime {
  const key = JSON.stringify([size, spec]);
  const runtime = runtimes.get(key) ?? vega.parse(compileSpec(spec, size));
  runtimes.set(key, runtime);
  return runtime;
}

const runtimes = new Map<string, vega.Runtime>();

/** Puts the rows and the parameter `narrow` into a specification, which then stands alone. */
export function inlineRows(spec: ChartSpec, rows: readonly ChartRow[], size: Size): ChartSpec {
  return { ...sizeSpec(spec, rows, size), datasets: { rows } };
}

/** Gives a specification the parameters of a size, among them where labels stand, which depends on the rows. */
export function sizeSpec(plain: ChartSpec, rows: readonly ChartRow[], size: Size): ChartSpec {
  const { spec, places } = fitLabels(plain, rows, size);
  const own = [{ name: "narrow", value: size === "narrow" }, ...places];
  const others = Array.isArray(spec.params)
    ? spec.params.filter((param: { name?: string }) => !own.some(({ name }) => name === param.name))
    : [];
  return { ...spec, params: [...own, ...others] };
}

/** Compiles a specification into one of Vega with the theme of a size. */
export function compileSpec(spec: ChartSpec, size: Size): vega.Spec {
  textMetrics.width = measureItem;
  // read-charts.ts has checked the shape that the type describes.
  return compile(spec as unknown as TopLevelSpec, {
    config: makeTheme("page", size === "narrow"),
    logger: strictLogger,
  }).spec;
}

/** Adjusts the plot's width until the whole drawing has the target width. Labels outside the plot can need several rounds. */
async function fitWidth(view: vega.View, target: number): Promise<void> {
  await view.runAsync();
  const signal = "child_width" in view.getState().signals ? "child_width" : "width";
  for (let step = 0; step < mostSteps; step++) {
    const excess = widthOf(view) - target;
    if (excess === 0) return;
    const plot = Number(view.signal(signal)) - excess;
    if (plot < leastPlot)
      throw new Error(
        `labels leave ${Math.round(plot)} of ${target} for the plot, at least ${leastPlot} are needed; shorten them`,
      );
    await view.signal(signal, plot).resize().runAsync();
  }
}

const mostSteps = 6;
const leastPlot = 80;

/** Width of the whole, labels and padding included; what only the drawn SVG tells otherwise, which takes as long as the layout. */
function widthOf(view: vega.View): number {
  const { left, right } = view.padding() as { left: number; right: number };
  return (view as unknown as { _viewWidth: number })._viewWidth + left + right;
}

/** Vega lets programs without a canvas set this function; its types do not list it. */
const { textMetrics } = vega as unknown as { textMetrics: { width: typeof measureItem } };

/** A warning of Vega-Lite means that the drawing is not what the specification says. */
const strictLogger = vega.logger(vega.Error);
strictLogger.warn = (...messages: readonly unknown[]) => {
  const message = messages.join(" ");
  // All layers of our facets draw the same rows, which is what Vega-Lite then assumes.
  if (message.startsWith("Detected faceted independent scales that union domain")) return strictLogger;
  throw new Error(message);
};
