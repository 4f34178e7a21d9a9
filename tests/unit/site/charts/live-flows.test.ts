import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SVGStringRenderer } from "vega-scenegraph";
import { fitWidth } from "../../../../assets/ts/charts/runtime.ts";
import { View } from "../../../../assets/ts/charts/view.ts";
import { drawSpec } from "../../../../tools/site/charts/draw.ts";
import { drawingWidth, type Size } from "../../../../tools/site/charts/chart.ts";
import { compileLive } from "../../../../tools/site/charts/live-flow.ts";
import { colourRows, listRows } from "../../../../tools/site/charts/rows.ts";
import { parseSvg, writeSvg } from "../../../../tools/site/charts/svg-tree.ts";
import { tidySvg } from "../../../../tools/site/charts/draw-chart.ts";
import { chartOf, charts, knowledge } from "./support.ts";

async function drawLive(id: string, size: Size): Promise<string> {
  const chart = chartOf(id);
  const { spec, rows } = compileLive(chart.spec, colourRows(listRows(chart, knowledge), "page"), size);
  const view = new View(spec, rows);
  await fitWidth(view, drawingWidth[size]);
  const [left, top] = view.offset;
  return new SVGStringRenderer({})
    .initialize(null, view.fullWidth, view.fullHeight, [left, top])
    .render(view.scenegraph().root)
    .svg();
}

describe("the drawing that a browser makes", () => {
  for (const { id, spec } of charts) {
    for (const size of ["wide", "narrow"] as const) {
      test(`is that of the build: ${id}, ${size}`, async () => {
        const rows = colourRows(listRows(chartOf(id), knowledge), "page");
        const built = writeSvg(tidySvg(await drawSpec(spec, rows, size)));
        assert.equal(writeSvg(tidySvg(parseSvg(await drawLive(id, size)))), built);
      });
    }
  }
});
