import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fitWidth } from "../../../../assets/ts/charts/fit-width.ts";
import { rowKey } from "../../../../assets/ts/charts/row.ts";
import { findStop, listStops } from "../../../../assets/ts/charts/stops.ts";
import type { Stop } from "../../../../assets/ts/charts/stops.ts";
import { View } from "../../../../assets/ts/charts/view.ts";
import { compileFlow } from "../../../../tools/charts/live/compile-flow.ts";
import { chartOf, charts, rowsOf } from "../support.ts";

async function stopsOf(id: string): Promise<Stop[]> {
  const view = new View(compileFlow(chartOf(id).spec, "wide"), rowsOf(id).map((row, place) => ({ ...row, [rowKey]: place })));
  await fitWidth(view, 720);
  return listStops(view.scenegraph().root, view.offset);
}

describe("the values of a drawing", () => {
  for (const { id } of charts) {
    test(`are all its rows, inside the drawing: ${id}`, async () => {
      const stops = await stopsOf(id);
      assert.deepEqual(stops.map(({ row }) => row).sort((a, b) => a - b), rowsOf(id).map((_, place) => place));
      for (const { box } of stops) assert.ok(box.x1 >= -20 && box.x2 <= 740 && box.y1 >= 0, JSON.stringify(box));
    });
  }

  test("stand in reading order", async () => {
    const rows = rowsOf("throughput-vmxnet3-e1000");
    assert.deepEqual((await stopsOf("throughput-vmxnet3-e1000")).map(({ row }) => `${rows[row]?.group} ${rows[row]?.adapter}`), [
      "Windows Server 2008 R2 vmxnet3", "Windows Server 2008 R2 e1000", "Windows Server 2012 R2 vmxnet3", "Windows Server 2012 R2 e1000e",
    ]);
  });
});

test("what a closer look has cut off is no value that one can walk to", async () => {
  const rows = rowsOf("bulk-transmit");
  const view = new View(compileFlow(chartOf("bulk-transmit").spec, "wide"), rows.map((row, place) => ({ ...row, [rowKey]: place })));
  await fitWidth(view, 720);
  await view.setSignal("zoom_x", [1000, 3000]).runAsync();
  const seen = listStops(view.scenegraph().root, view.offset).map(({ row }) => rows[row]);
  const within = rows.filter(({ value }) => Number(value) >= 1000 && Number(value) <= 3000);
  assert.ok(within.length > 0 && within.length < rows.length);
  assert.deepEqual(seen.filter((row) => row && !within.includes(row) && row.sample !== 1), []);
  for (const row of within) assert.ok(seen.includes(row), JSON.stringify(row.label));
});

describe("the value that a place means", () => {
  const stop = (row: number, x1: number, y1: number, x2: number, y2: number): Stop => ({ row, items: [], box: { x1, y1, x2, y2 } });
  const stops = [stop(0, 0, 0, 100, 100), stop(1, 40, 40, 50, 50), stop(2, 200, 0, 210, 10)];

  test("is the smallest around it", () => assert.equal(findStop(stops, 45, 45, 5)?.row, 1));
  test("is the one around it before one beside it", () => assert.equal(findStop(stops, 38, 45, 5)?.row, 0));
  test("is the nearest within reach", () => assert.equal(findStop(stops, 196, 5, 5)?.row, 2));
  test("is none where nothing is within reach", () => assert.equal(findStop(stops, 150, 5, 5), undefined));
});
