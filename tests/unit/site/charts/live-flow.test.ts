import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Mark } from "vega-scenegraph";
import { View } from "../../../../assets/ts/charts/view.ts";
import type { ChartSpec } from "../../../../tools/site/charts/chart.ts";
import { compileFlow } from "../../../../tools/site/charts/live-flow.ts";

const points = (more: Partial<ChartSpec> = {}): ChartSpec => ({
  $schema: "https://vega.github.io/schema/vega-lite/v6.json",
  data: { name: "rows" },
  width: 300,
  height: 200,
  mark: "point",
  encoding: { x: { field: "a", type: "quantitative" }, y: { field: "b", type: "quantitative" } },
  ...more,
});
const rows = [
  { a: 10, b: 1 },
  { a: 20, b: 2 },
  { a: 100, b: 3 },
];

async function run(spec: ChartSpec): Promise<View> {
  const view = new View(compileFlow(spec, "wide"), rows);
  await view.runAsync();
  return view;
}

describe("a chart that allows to look closer", () => {
  const spec = points({ usermeta: { zoom: ["x"] } });

  test("shows the part of the axis that its signal says, and the whole again", async () => {
    const view = await run(spec);
    assert.deepEqual(view.scale("x").domain(), [0, 100]);
    await view.setSignal("zoom_x", [5, 25]).runAsync();
    assert.deepEqual(view.scale("x").domain(), [5, 25]);
    assert.deepEqual(view.scale("y").domain(), [0, 3]);
    await view.setSignal("zoom_x", null).runAsync();
    assert.deepEqual(view.scale("x").domain(), [0, 100]);
  });

  test("has no signal for an axis that it does not name", async () =>
    assert.equal((await run(spec)).hasSignal("zoom_y"), false));

  test("names the values of a part by itself, where the specification names those of the whole", async () => {
    const view = await run(
      points({
        usermeta: { zoom: ["x"] },
        encoding: {
          x: { field: "a", type: "quantitative", axis: { values: [0, 100] } },
          y: { field: "b", type: "quantitative" },
        },
      }),
    );
    const labels = (): string[] => listTexts(view.scenegraph().root).filter((text) => /^\d+$/.test(text));
    assert.deepEqual(labels().slice(0, 2), ["0", "100"]);
    await view.setSignal("zoom_x", [5, 25]).runAsync();
    assert.ok(labels().includes("10"), labels().join(" "));
  });

  test("is refused where bars stand on the axis", () => {
    const bars = {
      ...spec,
      mark: "bar",
      encoding: { y: { field: "b", type: "nominal" }, x: { field: "a", type: "quantitative" } },
    };
    assert.throws(() => compileFlow(bars, "wide"), /bars start at zero/);
  });

  test("is refused for an axis of names", () => {
    const names = points({
      usermeta: { zoom: ["x"] },
      encoding: { x: { field: "a", type: "nominal" }, y: { field: "b", type: "quantitative" } },
    });
    assert.throws(() => compileFlow(names, "wide"), /not a continuous axis/);
  });
});

function listTexts(mark: Mark): string[] {
  return mark.items.flatMap((item) =>
    mark.marktype === "group"
      ? (item.items ?? []).flatMap(listTexts)
      : mark.marktype === "text"
        ? [String((item as { text?: unknown }).text)]
        : [],
  );
}

describe("what the browser's runtime leaves out", () => {
  const refused: [what: string, spec: ChartSpec, message: RegExp][] = [
    ["a transform", points({ transform: [{ regression: "b", on: "a" }] }), /transform "regression"/],
    ["a function", points({ transform: [{ calculate: "hsl(datum.a, 1, 1)", as: "c" }] }), /calls "hsl"/],
    [
      "a colour scheme",
      points({ encoding: { x: { field: "a", type: "quantitative" }, color: { field: "b", type: "nominal" } } }),
      /colour scheme/,
    ],
    ["rows of its own", points({ data: { values: rows } }), /has to read "rows"/],
    ["events", points({ params: [{ name: "brush", select: "interval" }] }), /listens to events itself/],
  ];
  for (const [what, spec, message] of refused)
    test(`is said when a chart is built: ${what}`, () => assert.throws(() => compileFlow(spec, "wide"), message));
});

test("other rows are drawn with the same dataflow, the old ones are gone", async () => {
  const view = await run(points());
  await view.setRows([{ a: 1000, b: 5 }]).runAsync();
  assert.deepEqual(view.scale("x").domain(), [0, 1000]);
});

test("a dataflow without the rows that it asks for is an error", () => {
  assert.throws(() => new View(compileFlow(points({ data: { name: "others" } }), "wide"), rows), /has no "rows"/);
});
