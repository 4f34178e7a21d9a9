import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Mark } from "vega-scenegraph";
import { fitWidth } from "../../../../assets/ts/charts/runtime.ts";
import { rowKey } from "../../../../assets/ts/charts/row.ts";
import { findStop, listStops } from "../../../../assets/ts/charts/stops.ts";
import type { Stop } from "../../../../assets/ts/charts/stops.ts";
import { View } from "../../../../assets/ts/charts/view.ts";
import { compileFlow } from "../../../../tools/site/charts/live-flow.ts";
import { chartOf, charts, rowsOf } from "./support.ts";

async function stopsOf(id: string): Promise<Stop[]> {
  const view = new View(
    compileFlow(chartOf(id).spec, "wide"),
    rowsOf(id).map((row, place) => ({ ...row, [rowKey]: place })),
  );
  await fitWidth(view, 720);
  return listStops(view.scenegraph().root, view.offset);
}

describe("the values of a drawing", () => {
  for (const { id } of charts) {
    test(`are all its rows, inside the drawing: ${id}`, async () => {
      const stops = await stopsOf(id);
      assert.deepEqual(
        stops.map(({ row }) => row).sort((a, b) => a - b),
        rowsOf(id).map((_, place) => place),
      );
      for (const { box } of stops) assert.ok(box.x1 >= -20 && box.x2 <= 740 && box.y1 >= 0, JSON.stringify(box));
    });
  }

  test("stand in reading order", async () => {
    const rows = rowsOf("throughput-vmxnet3-e1000");
    assert.deepEqual(
      (await stopsOf("throughput-vmxnet3-e1000")).map(({ row }) => `${rows[row]?.group} ${rows[row]?.adapter}`),
      [
        "Windows Server 2008 R2 vmxnet3",
        "Windows Server 2008 R2 e1000",
        "Windows Server 2012 R2 vmxnet3",
        "Windows Server 2012 R2 e1000e",
      ],
    );
  });
});

test("what a closer look has cut off is no value that one can walk to", async () => {
  const rows = rowsOf("bulk-transmit");
  const view = new View(
    compileFlow(chartOf("bulk-transmit").spec, "wide"),
    rows.map((row, place) => ({ ...row, [rowKey]: place })),
  );
  await fitWidth(view, 720);
  await view.setSignal("zoom_x", [1000, 3000]).runAsync();
  const seen = listStops(view.scenegraph().root, view.offset).map(({ row }) => rows[row]);
  const within = rows.filter(({ value }) => Number(value) >= 1000 && Number(value) <= 3000);
  assert.ok(within.length > 0 && within.length < rows.length);
  assert.deepEqual(
    seen.filter((row) => row && !within.includes(row)),
    [],
  );
  for (const row of within) assert.ok(seen.includes(row), JSON.stringify(row.label));
});

describe("a row of marks", () => {
  type Box = readonly [x1: number, y1: number, x2: number, y2: number];
  /** A mark of a plot of 100 by 100, with one item for each row. */
  const mark = (rows: Readonly<Record<number, Box>>, more: Readonly<Record<string, unknown>> = {}): Mark => {
    const made = { marktype: "symbol", group: { width: 100, height: 100 }, items: [] as unknown[], ...more };
    for (const [row, [x1, y1, x2, y2]] of Object.entries(rows))
      made.items.push({ mark: made, datum: { [rowKey]: Number(row) }, bounds: { x1, y1, x2, y2 } });
    return made as unknown as Mark;
  };
  const list = (...marks: Mark[]): Stop[] =>
    listStops({ marktype: "group", items: [{ x: 10, y: 5, items: marks }] } as unknown as Mark, [20, 15]);
  const rowsIn = (...marks: Mark[]): number[] => list(...marks).map(({ row }) => row);

  test("has its box on the whole drawing, and is read from the top, then from the left", () => {
    const stops = list(mark({ 0: [60, 50, 70, 60], 1: [10, 50, 20, 60], 2: [80, 0, 90, 10] }));
    assert.deepEqual(
      stops.map(({ row, box }) => [row, box.x1, box.y1]),
      [
        [2, 110, 20],
        [1, 40, 70],
        [0, 90, 70],
      ],
    );
  });
  test("is cut off beyond any edge of the plot, and beyond none where nothing is clipped", () => {
    const beyond = {
      0: [-9, 50, 0, 59],
      1: [100, 50, 109, 59],
      2: [50, -9, 59, 0],
      3: [50, 100, 59, 109],
      4: [-5, 50, 5, 59],
    } as const;
    assert.deepEqual(rowsIn(mark(beyond, { clip: true })), [4]);
    assert.deepEqual(rowsIn(mark(beyond)).sort(), [0, 1, 2, 3, 4]);
  });
  test("is cut off where only its name is left, and is not where it never had more", () => {
    const names = mark({ 0: [0, 0, 50, 9], 1: [0, 20, 50, 29] }, { marktype: "text" });
    assert.deepEqual(rowsIn(names, mark({ 0: [200, 0, 209, 9] }, { clip: true })), [1]);
  });
  test("is not seen where its marks have no place", () => {
    assert.deepEqual(rowsIn(mark({ 0: [Infinity, 0, -Infinity, 9], 1: [0, 0, 9, 9] })), [1]);
  });
  test("has nothing of a line that holds for the whole plot, and no box around what sums up its line", () => {
    for (const name of [
      "reference_line_marks",
      "child_reference_marks",
      "line_range_marks",
      "child_line_range_marks",
    ]) {
      const [stop] = list(mark({ 0: [0, 45, 100, 46] }, { name }), mark({ 0: [40, 40, 50, 50] }));
      assert.deepEqual([stop?.box.x1, stop?.box.x2, stop?.targets.length], [70, 80, 1], name);
    }
  });
  test("is none of an axis, a legend or a line of the whole plot", () => {
    for (const other of [{ role: "axis" }, { role: "legend" }, { name: "reference_marks" }])
      assert.deepEqual(rowsIn(mark({ 0: [0, 0, 9, 9] }, other)), []);
  });
  test("lies in the line and the column whose names its panel has", () => {
    const scale = (names: string[]): unknown =>
      Object.assign((name: string) => names.indexOf(name) * 30, {
        domain: () => names,
        bandwidth: () => 30,
        step: () => 30,
      });
    const group = { width: 100, height: 100, context: { scales: { child_y: { value: scale(["a", "b"]) } } } };
    const [first, second] = list(mark({ 0: [0, 5, 10, 15], 1: [0, 40, 10, 50] }, { group }));
    assert.deepEqual(
      [first?.line, second?.line],
      [
        [20, 50],
        [50, 80],
      ],
    );
    assert.deepEqual(first?.targets, [{ x1: 30, y1: 25, x2: 40, y2: 35 }]);
    const [cell] = list(
      mark(
        { 0: [32, 5, 38, 15] },
        { group: { ...group, context: { scales: { ...group.context.scales, x: { value: scale(["c", "d"]) } } } } },
      ),
    );
    assert.deepEqual(cell?.targets, [{ x1: 60, y1: 20, x2: 90, y2: 50 }]);
  });
});

describe("the value that a place means", () => {
  const stop = (row: number, targets: Stop["targets"], line?: Stop["line"]): Stop => ({
    row,
    targets,
    line,
    box: { x1: 0, y1: 0, x2: 0, y2: 0 },
  });
  const box = (x1: number, y1: number, x2: number, y2: number): Stop["box"] => ({ x1, y1, x2, y2 });

  describe("outside of lines", () => {
    const stops = [
      stop(0, [box(0, 0, 100, 100)]),
      stop(1, [box(40, 40, 50, 50)]),
      stop(2, [box(200, 0, 210, 10), box(300, 0, 310, 10)]),
    ];
    test("is the smallest around it", () => assert.equal(findStop(stops, 45, 45, 5)?.row, 1));
    test("is the one around it before one beside it", () => assert.equal(findStop(stops, 38, 45, 5)?.row, 0));
    test("is the nearest within reach, of whichever of its marks", () => {
      assert.equal(findStop(stops, 196, 5, 5)?.row, 2);
      assert.equal(findStop(stops, 314, 5, 5)?.row, 2);
    });
    test("is none where nothing is within reach, also not between the marks of one row", () => {
      assert.equal(findStop(stops, 150, 5, 5), undefined);
      assert.equal(findStop(stops, 250, 5, 5), undefined);
    });
    test("is that with the nearest middle, of equal ones", () => {
      const rings = [stop(0, [box(0, 0, 10, 10)]), stop(1, [box(4, 0, 14, 10)])];
      assert.deepEqual(
        [5, 9].map((x) => findStop(rings, x, 5, 5)?.row),
        [0, 1],
      );
    });
  });

  describe("in a line", () => {
    const stops = [
      stop(0, [box(100, 5, 110, 15)], [0, 30]),
      stop(1, [box(20, 35, 30, 45)], [30, 60]),
      stop(2, [box(60, 35, 70, 45)], [30, 60]),
    ];
    test("is its only row, however far", () =>
      assert.deepEqual(
        [0, 500].map((x) => findStop(stops, x, 29, 5)?.row),
        [0, 0],
      ));
    test("is the nearest to the left or right of several", () =>
      assert.deepEqual(
        [0, 44, 46, 500].map((x) => findStop(stops, x, 31, 5)?.row),
        [1, 1, 2, 2],
      ));
    test("is not the row of another line, however near", () => assert.equal(findStop(stops, 25, 29.9, 22)?.row, 0));
    test("is none beyond the lines, unless it is within reach", () => {
      assert.equal(findStop(stops, 25, 61, 5), undefined);
      assert.equal(findStop(stops, 25, 61, 22)?.row, 1);
    });
  });
});
