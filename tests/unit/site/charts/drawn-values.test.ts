import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { drawSpec } from "../../../../tools/site/charts/draw.ts";
import type { Size } from "../../../../tools/site/charts/chart.ts";
import { textOf, walkSvg } from "../../../../tools/site/charts/svg-tree.ts";
import { listDetails } from "../../../../tools/site/charts/live-rows.ts";
import { writeChartCsv, writeTable } from "../../../../tools/site/charts/chart-text.ts";
import type { SvgElement } from "../../../../tools/site/charts/svg-tree.ts";
import { attribute, chartOf, charts, knowledge, marksOf, numbersIn, rowsOf } from "./support.ts";

/** A drawing before tidying, which takes out the roles that tell marks from axes. */
const draw = (id: string, size: Size = "wide"): Promise<SvgElement> => drawSpec(chartOf(id).spec, rowsOf(id), size);

const moveOf = (element: SvgElement): [number, number] => {
  const [x = NaN, y = NaN] = (/translate\(([^)]*)\)/.exec(attribute(element, "transform"))?.[1] ?? "")
    .split(",")
    .map(Number);
  return [x, y];
};

describe("what the drawings show", () => {
  for (const { id, words } of charts) {
    const { data } = words;
    if (data.kind !== "records") continue;
    for (const size of ["wide", "narrow"] as const) {
      test(`is in the data, number for number: ${id}, ${size}`, async () => {
        const known = new Set(
          numbersIn(
            JSON.stringify([knowledge.datasets.filter((dataset) => words.datasets.includes(dataset.id)), data]),
          ),
        );
        const drawn = marksOf(await draw(id, size), "text").map(textOf);
        assert.ok(drawn.length > 0);
        assert.deepEqual(
          numbersIn(drawn.join(" ")).filter((number) => !known.has(number)),
          [],
        );
      });
    }
  }

  test("a mean is as precise as its data in the drawing, and has the digits of its source in the table, the file and the details", async () => {
    const id = "freebsd-vtnet-directions";
    const texts = marksOf(await draw(id), "text").map(textOf);
    assert.deepEqual(
      texts.filter((text) => /\d\.\d|\d{4}/.test(text)),
      [],
    );
    assert.ok(texts.includes("◇ mean 1,535") && texts.includes("◇ mean 348"));
    const [{ columns }, rows] = [chartOf(id).words.table, rowsOf(id)];
    assert.deepEqual(
      writeTable(columns, rows)
        .map(({ mean }) => mean)
        .sort(),
      ["1,535.3333", "347.66667", "447.36364", "673.27273"],
    );
    assert.match(writeChartCsv(columns, rows), /1535\.3333/);
    assert.ok(rows.some((row) => listDetails(row, knowledge)[0]?.[1].includes("mean 1,535.3333")));
  });

  test("a ratio is written at its dot, not at the end of its range", async () => {
    const wide = rowsOf("ratios").filter(({ high, value }) => Number(high) > 1.5 * Number(value));
    assert.ok(wide.length > 0);
    for (const size of ["wide", "narrow"] as const) {
      const svg = await draw("ratios", size);
      const dots = marksOf(svg, "symbol").map((dot) => moveOf(dot)[0]);
      const texts = marksOf(svg, "text");
      for (const { display } of wide) {
        const text = texts.find((candidate) => textOf(candidate) === `${String(display)}×`);
        assert.ok(text, String(display));
        const [x] = moveOf(text);
        assert.ok(
          dots.some((dot) => x - dot > 0 && x - dot <= 10),
          `${String(display)}, ${size}`,
        );
      }
    }
  });

  test("bars begin at zero and are as long as their values", async () => {
    for (const [id, count] of [["throughput-vmxnet3-e1000", 4]] as const) {
      const bars = marksOf(await draw(id), "rect").map((bar) =>
        /^M([\d.-]+),[\d.-]+h([\d.-]+)v/.exec(attribute(bar, "d")),
      );
      const values = rowsOf(id)
        .filter(({ value }) => value !== undefined)
        .map(({ value }) => Number(value))
        .sort((a, b) => a - b);
      assert.equal(bars.length, count);
      for (const bar of bars) assert.equal(Number(bar?.[1]), 0);
      const lengths = bars.map((bar) => Number(bar?.[2])).sort((a, b) => a - b);
      const perUnit = (lengths[0] ?? NaN) / (values[0] ?? NaN);
      lengths.forEach((length, index) => assert.ok(Math.abs(length / perUnit - (values[index] ?? NaN)) < 1e-6));
    }
  });

  test("bars have their adapter's colour, their value and their name", async () => {
    const svg = await draw("throughput-vmxnet3-e1000");
    assert.deepEqual(
      marksOf(svg, "rect").map((bar) => /--adapter-([a-z0-9]+)/.exec(attribute(bar, "fill"))?.[1]),
      ["vmxnet3", "e1000", "vmxnet3", "e1000e"],
    );
    assert.deepEqual(marksOf(svg, "text").map(textOf), [
      "4.47\u00A0Gbit/s",
      "2.65\u00A0Gbit/s",
      "4.66\u00A0Gbit/s",
      "1.88\u00A0Gbit/s",
    ]);
    const labels = [...walkSvg(svg)]
      .filter(({ attributes }) => /role-(axis-label|title-text)/.test(attributes.get("class") ?? ""))
      .flatMap(({ children }) => children.map((child) => (typeof child === "string" ? child : textOf(child))));
    for (const label of ["VMXNET3", "E1000", "E1000E", "Windows Server 2008 R2", "Windows Server 2012 R2"])
      assert.ok(labels.includes(label), label);
  });

  test("the counts of a ping have a filled bar of reads and a hollow one of writes, and their number", async () => {
    const id = "register-accesses-qemu-7";
    const [svg, rows] = [await draw(id), rowsOf(id)];
    const bars = marksOf(svg, "rect").map((bar) => ({
      isFilled: attribute(bar, "fill").includes("--chart-muted"),
      isOutlined: attribute(bar, "stroke").includes("--chart-muted"),
      shape: /^M([\d.-]+),[\d.-]+h([\d.-]+)v/.exec(attribute(bar, "d")),
    }));
    const [filled, hollow] = [bars.filter(({ isFilled }) => isFilled), bars.filter(({ isOutlined }) => isOutlined)];
    assert.deepEqual([filled.length, hollow.length], [rows.length, rows.length]);
    const perAccess = Number(filled[0]?.shape?.[2]) / Number(rows[0]?.reads);
    rows.forEach(({ reads, writes }, index) => {
      assert.equal(Number(filled[index]?.shape?.[1]), 0);
      assert.ok(Math.abs(Number(filled[index]?.shape?.[2]) / perAccess - Number(reads)) < 0.02);
      assert.ok(
        Math.abs(Number(hollow[index]?.shape?.[1]) / perAccess - Number(reads)) < 0.02,
        "writes begin where reads end",
      );
      assert.ok(Math.abs(Number(hollow[index]?.shape?.[2]) / perAccess - Number(writes)) < 0.03);
    });
    assert.deepEqual(
      marksOf(svg, "text").map(textOf),
      rows.map(({ display }) => display),
    );
  });

  test("reported summaries are dashed and reach from minimum to maximum", async () => {
    const svg = await draw("freebsd9-throughput");
    const lines = marksOf(svg, "rule");
    assert.equal(lines.length, 3);
    const lengths = lines.map((line) => Math.abs(Number(attribute(line, "x2"))));
    const spans = rowsOf("freebsd9-throughput").map(({ min, max }) => Number(max) - Number(min));
    for (const line of lines) assert.notEqual(attribute(line, "stroke-dasharray"), "");
    lengths.forEach((length, index) =>
      assert.ok(Math.abs(length / (lengths[0] ?? NaN) - (spans[index] ?? NaN) / (spans[0] ?? NaN)) < 0.02),
    );
    assert.equal(marksOf(svg, "symbol").length, 3);
  });

  test("the order has a dot for each statement that names an adapter and a word for the others", async () => {
    const svg = await draw("esx35-order");
    const rows = rowsOf("esx35-order");
    assert.equal(marksOf(svg, "symbol").length, rows.filter(({ winner }) => winner !== null).length);
    assert.deepEqual(marksOf(svg, "text").map(textOf).sort(), ["mixed", "mixed", "similar"]);
    assert.deepEqual(marksOf(svg, "rect"), []);
    const columns = new Set(
      marksOf(svg, "symbol").map(
        (dot) => `${Math.round(moveOf(dot)[0])} ${/--adapter-([a-z0-9]+)/.exec(attribute(dot, "fill"))?.[1]}`,
      ),
    );
    assert.equal(columns.size, 2, "one place and one colour for each adapter");
  });

  test("every cell of the lost features has a mark and a word", async () => {
    const svg = await draw("features-lost");
    assert.equal(marksOf(svg, "symbol").length, 30);
    const words = marksOf(svg, "text").map(textOf);
    assert.equal(words.length, 30);
    assert.equal(
      words.filter((word) => word === "yes").length,
      rowsOf("features-lost").filter(({ support }) => support === "yes").length,
    );
    const shapes = new Set(marksOf(svg, "symbol").map((mark) => `${attribute(mark, "d")}${attribute(mark, "stroke")}`));
    assert.equal(shapes.size, 3, "yes, partly and no look different");
  });
});

test("labels that leave no room for the plot are an error", async () => {
  const rows = rowsOf("freebsd9-throughput").map((row) => ({
    ...row,
    label: "a name of an adapter that nobody would ever give to one",
  }));
  await assert.rejects(
    drawSpec(chartOf("freebsd9-throughput").spec, rows, "narrow"),
    /labels leave -?\d+ of 340 for the plot/,
  );
});

test("a warning of Vega-Lite is an error", async () => {
  const spec = {
    ...chartOf("freebsd9-throughput").spec,
    layer: [
      {
        mark: "bar",
        encoding: { x: { field: "value", type: "quantitative" }, shape: { field: "label", type: "nominal" } },
      },
    ],
  };
  await assert.rejects(drawSpec(spec, rowsOf("freebsd9-throughput"), "wide"), /shape/);
});
