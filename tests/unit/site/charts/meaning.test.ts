import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fitLabels } from "../../../../tools/site/charts/axis-labels.ts";
import type { ChartRow, Size } from "../../../../tools/site/charts/chart.ts";
import { drawMany } from "../../../../tools/site/charts/build-charts.ts";
import { drawSpec } from "../../../../tools/site/charts/draw.ts";
import { expandCharts, fillWords, findAxisEnd } from "../../../../tools/site/charts/expand-charts.ts";
import { listRows } from "../../../../tools/site/charts/rows.ts";
import { textOf, walkSvg } from "../../../../tools/site/charts/svg-tree.ts";
import type { SvgElement } from "../../../../tools/site/charts/svg-tree.ts";
import { attribute, authored, chartOf, charts, knowledge, marksOf, numbersIn, rowsOf } from "./support.ts";

const draw = (id: string, rows = rowsOf(id), size: Size = "wide"): Promise<SvgElement> =>
  drawSpec(chartOf(id).spec, rows, size);

const axisLabels = (svg: SvgElement): SvgElement[] =>
  [...walkSvg(svg)]
    .filter(({ attributes }) => attributes.get("class")?.includes("role-axis-label"))
    .flatMap(({ children }) => children.filter((child) => typeof child !== "string"));
const moveOf = (element: SvgElement): number =>
  Number(/translate\(([\d.-]+)/.exec(attribute(element, "transform"))?.[1]);
const isOf =
  (kinds: string[]) =>
  ({ words: { data } }: (typeof charts)[number]): boolean =>
    kinds.includes(data.kind);

describe("general charts", () => {
  for (const { id } of charts.filter(isOf(["values", "relatives"]))) {
    test(`have bars from zero, as long as their values: ${id}`, async () => {
      const rows = rowsOf(id).filter(({ result }) => result !== "reported");
      const bars = marksOf(await draw(id), "rect").map((bar) =>
        /^M([\d.-]+),[\d.-]+h([\d.-]+)v/.exec(attribute(bar, "d")),
      );
      assert.equal(bars.length, rows.length);
      const perUnit = Number(bars[0]?.[2]) / Number(rows[0]?.value);
      bars.forEach((bar, index) => {
        assert.equal(Number(bar?.[1]), 0);
        assert.ok(Math.abs(Number(bar?.[2]) - perUnit * Number(rows[index]?.value)) < 1e-6);
      });
    });
  }
  for (const { id } of charts.filter(isOf(["values", "relatives", "ratios", "settings", "samples"]))) {
    test(`write the result of every row: ${id}`, async () => {
      const texts = marksOf(await draw(id), "text").map((text) => textOf(text).replace(/×.*$/, ""));
      for (const { short, display } of rowsOf(id))
        assert.ok(texts.includes(String(short ?? display)), String(short ?? display));
    });
  }
});

describe("charts of ratios", () => {
  for (const { id } of charts.filter(isOf(["ratios", "settings"]))) {
    test(`have a mark for every row, hollow where no spread is known, and a line where one is: ${id}`, async () => {
      const [svg, rows] = [await draw(id), rowsOf(id)];
      const marks = marksOf(svg, "symbol");
      const hollow = marks.filter((mark) => attribute(mark, "stroke") !== "");
      assert.equal(marks.length, rows.length);
      assert.equal(hollow.length, rows.filter(({ low }) => low === null).length);
      const dashed = marksOf(svg, "rule").filter((line) => attribute(line, "stroke-dasharray") !== "");
      assert.equal(dashed.length, rows.filter(({ basis }) => basis === "reported").length);
    });
  }
  test("draw known samples with a line of their own", async () => {
    const rows = rowsOf("ratios").map((row) => (row.basis === "reported" ? { ...row, basis: "samples" } : row));
    const lines = marksOf(await draw("ratios", rows), "rule");
    assert.deepEqual(
      lines.filter((line) => attribute(line, "stroke-dasharray") !== ""),
      [],
    );
    assert.equal(
      lines.filter((line) => attribute(line, "stroke-width") === "3").length,
      rows.filter(({ basis }) => basis === "samples").length,
    );
  });
  test("place marks by their ratio on a logarithmic scale", async () => {
    const rows = rowsOf("ratios").filter(({ low }) => low !== null);
    const marks = marksOf(await draw("ratios", rowsOf("ratios")), "symbol").filter(
      (mark) => attribute(mark, "stroke") === "",
    );
    const places = marks.map(moveOf);
    const logs = rows.map(({ value }) => Math.log(Number(value)));
    const perLog = ((places[0] ?? 0) - (places.at(-1) ?? 0)) / ((logs[0] ?? 0) - (logs.at(-1) ?? 0));
    places.forEach((place, index) =>
      assert.ok(Math.abs(place - (places[0] ?? 0) - perLog * ((logs[index] ?? 0) - (logs[0] ?? 0))) < 0.1),
    );
  });
  test("are formed within one study and against an emulated adapter only", () => {
    for (const { adapter, over, value, low, high } of rowsOf("ratios")) {
      const kindOf = (id: unknown): string | undefined => knowledge.adapters.find((known) => known.id === id)?.kind;
      assert.deepEqual([kindOf(adapter) === "emulated", kindOf(over)], [false, "emulated"]);
      if (low !== null) assert.ok(Number(low) <= Number(value) && Number(value) <= Number(high));
    }
  });
  test("take no ratio from a study that compares no adapters", () => {
    const silent = {
      ...knowledge,
      datasets: knowledge.datasets.map((dataset) => ({ ...dataset, grade: "single" as const })),
    };
    assert.deepEqual(listRows(chartOf("ratios"), silent), []);
  });
  test("state as a finding how many times the traffic was carried, from the lowest to the highest ratio", () => {
    for (const { id, words } of charts.filter(isOf(["ratios"]))) {
      const ends = rowsOf(id).map(({ value, display }) => ({ value: Number(value), display: String(display) }));
      ends.sort((a, b) => a.value - b.value);
      assert.ok(words.finding.includes(`${ends[0]?.display}–${ends.at(-1)?.display}×`), words.finding);
    }
    assert.match(chartOf("ratios").words.finding, /^Paravirtual adapters /);
  });
  test("name in the caption the pairs whose single runs favour the emulated adapter", () => {
    for (const { id, words } of charts.filter(isOf(["ratios"]))) {
      const mixed = rowsOf(id).filter(({ low, value }) => low !== null && Number(low) < 1 && Number(value) > 1);
      assert.equal(words.caption.includes(`In ${mixed.length} of them`), mixed.length > 0, words.caption);
      for (const { label } of mixed)
        assert.ok(words.caption.includes(`${String(label).replace("\n", " (")})`), words.caption);
    }
  });
  test("end their axis before a number that lies far beyond all others, and mark it with an arrow at the edge", async () => {
    assert.deepEqual([findAxisEnd([106, 4.65, 1]), findAxisEnd([12, 4.65]), findAxisEnd([3])], [8, 16, 4]);
    const [most] = rowsOf("settings")
      .map(({ value }) => Number(value))
      .sort((a, b) => b - a);
    const [svg, others] = [
      await draw("settings"),
      await draw(
        "settings",
        rowsOf("settings").filter(({ value }) => value !== most),
      ),
    ];
    const perOctave = (drawn: SvgElement): number => {
      const [two = NaN, four = NaN] = ["2×", "4×"]
        .map((text) => axisLabels(drawn).find((label) => textOf(label) === text))
        .map((label) => (label ? moveOf(label) : NaN));
      return four - two;
    };
    // What lies beyond takes no room from the others.
    assert.ok(Math.abs(perOctave(svg) - perOctave(others)) < 20 && perOctave(svg) > 80);
    const arrow = marksOf(svg, "symbol").filter(
      (mark) => moveOf(mark) === Math.max(...marksOf(svg, "symbol").map(moveOf)),
    );
    assert.equal(arrow.length, 1);
    assert.ok(
      marksOf(svg, "text").some(
        (text) => textOf(text).startsWith(`${most}×`) && attribute(text, "text-anchor") === "end",
      ),
    );
  });
  for (const size of ["wide", "narrow"] as const) {
    test(`have lines of the grid behind every group and name the line of no effect: ${size}`, async () => {
      for (const id of ["ratios", "settings"]) {
        const svg = await draw(id, rowsOf(id), size);
        const groups = new Set(rowsOf(id).map(({ group }) => group)).size;
        const grids = [...walkSvg(svg)].filter(({ attributes }) => attributes.get("class")?.includes("role-axis-grid"));
        const lines = grids
          .flatMap(({ children }) => children.filter((child) => typeof child !== "string"))
          .filter((line) => attribute(line, "opacity") !== "0");
        assert.ok(lines.length >= 4 * groups, `${id}: ${lines.length} lines in ${groups} groups`);
        const labels = axisLabels(svg).map(textOf);
        assert.ok(
          labels.some((label) => /^1×.*(equal|no effect)$/.test(label)),
          labels.join(),
        );
      }
    });
  }
  test("of one study state its span as a finding, and what has the most", () => {
    const spans = charts.filter(isOf(["values", "relatives"]));
    assert.ok(spans.length > 2);
    for (const { id, words } of spans) {
      const sizeOf = ({ value, end }: ChartRow): number => Number(value ?? end);
      const sorted = [...rowsOf(id)].sort((a, b) => sizeOf(a) - sizeOf(b));
      const [least, most] = [sorted[0], sorted.at(-1)].map((row) => String(row?.short));
      assert.ok(words.finding.includes(` to ${most}`), words.finding);
      assert.ok(words.finding.includes(`: ${least?.split(/\s/)[0]}`), words.finding);
    }
    assert.match(
      chartOf("study-trex-vm-bench-2017-packet-rate").words.finding,
      /^Packet rate: .*, highest with VMXNET3$/,
    );
    const xdp = charts.find(({ id }) => id.startsWith("study-vmxnet3-xdp-2023"))?.words.finding ?? "";
    assert.match(xdp, /, highest with (?!.*driver vmxnet3)/);
  });
  test("of the strongest settings have the largest ratio of each setting", () => {
    const all = rowsOf("settings");
    const largest = [...new Set(all.map(({ group }) => group))].map((group) =>
      Math.max(...all.filter((row) => row.group === group).map(({ value }) => Number(value))),
    );
    assert.ok(largest.length > 3 && largest.length < all.length);
    assert.deepEqual(
      rowsOf("settings-strongest").map(({ value }) => value),
      largest,
    );
  });
  test("have one for each adapter with two ratios and none for the others", () => {
    const ids = charts.map(({ id }) => id).filter((id) => id.startsWith("ratios-of-"));
    for (const id of ids)
      assert.ok(
        rowsOf(id).length > 1 &&
          rowsOf(id).every(({ adapter, over }) => [adapter, over].includes(id.slice("ratios-of-".length))),
      );
    assert.ok(ids.includes("ratios-of-vmxnet3") && !ids.includes("ratios-of-pvrdma"));
  });
});

describe("the table of features", () => {
  for (const { id } of charts.filter(isOf(["compare"])).filter(({ id }) => id.startsWith("matrix"))) {
    test(`has a word in every cell and a ground only where something is known: ${id}`, async () => {
      const [svg, rows] = [await draw(id), rowsOf(id)];
      assert.deepEqual(
        marksOf(svg, "text").map(textOf),
        rows.map(({ mark }) => mark),
      );
      assert.equal(marksOf(svg, "rect").length, rows.filter(({ support }) => support !== "unknown").length);
      assert.equal(
        rows.filter(({ mark }) => String(mark).endsWith("!")).length,
        rows.filter(({ isDisputed }) => isDisputed).length,
      );
    });
  }
});

describe("the table of features on a phone", () => {
  for (const { id } of charts.filter(isOf(["compare"])).filter(({ id }) => id.startsWith("matrix"))) {
    test(`has cells about as wide as high, heads that stand apart, and nothing beside a mark that reaches into the next cell: ${id}`, async () => {
      const [svg, rows] = [await draw(id, rowsOf(id), "narrow"), rowsOf(id)];
      const cells = marksOf(svg, "rect").map((cell) => /h([\d.]+)v([\d.]+)/.exec(attribute(cell, "d")) ?? []);
      assert.equal(cells.length, rows.filter(({ support }) => support !== "unknown").length);
      for (const [, width, height] of cells)
        assert.ok(
          Number(width) >= 24 && Number(width) / Number(height) > 0.8 && Number(width) / Number(height) < 1.6,
          `${width} x ${height}`,
        );
      const heads = axisLabels(svg)
        .filter((label) => textOf(label) !== "")
        .map(moveOf);
      assert.equal(heads.length, new Set(rows.map(({ adapter }) => adapter)).size);
      heads.slice(1).forEach((place, index) => assert.ok(place - (heads[index] ?? 0) >= 24));
      const texts = marksOf(svg, "text");
      const features = [...new Set(rows.map(({ label }) => label))];
      assert.deepEqual(
        features.filter(
          (label) => !texts.some((text) => textOf(text).replace(/\s+/g, "") === String(label).replace(/\s+/g, "")),
        ),
        [],
      );
      assert.equal(
        texts.filter((text) => textOf(text) === "!").length,
        rows.filter(({ isDisputed }) => isDisputed).length,
      );
    });
  }
});

describe("the timeline", () => {
  test("begins a bar where a release is stated and marks only such a beginning", async () => {
    const rows = rowsOf("timeline-kvm");
    const svg = await draw("timeline-kvm");
    // Ticks are bars, too: one for each beginning that is stated.
    assert.equal(marksOf(svg, "rect").length, rows.length + rows.filter(({ start }) => start === "stated").length);
    assert.ok(rows.some(({ start }) => start === "unknown"));
  });
});

describe("charts of samples", () => {
  test("show every sample, and the median of each row", async () => {
    const rows = rowsOf("bulk-transmit");
    const svg = await draw("bulk-transmit");
    assert.equal(marksOf(svg, "symbol").length, rows.length);
    assert.equal(marksOf(svg, "rect").length, new Set(rows.map(({ reference }) => reference)).size);
  });
});

describe("a file that stands for many charts", () => {
  const study = authored.find(({ id }) => id === "study");
  test("gives one to a new study, and none where it would compare what the study does not", () => {
    const known = knowledge.datasets.find(({ id }) => id === "trex-vm-bench-2017");
    assert.ok(study && known);
    const idsWith = (grade: typeof known.grade): string[] =>
      expandCharts([study], { ...knowledge, datasets: [{ ...known, id: "a-new-study", grade }] }).map(({ id }) => id);
    assert.deepEqual(idsWith("comparison"), ["study-a-new-study-packet-rate"]);
    assert.deepEqual(idsWith("anecdote"), []);
  });
  test("gives none to a study that has a chart of its own", () => {
    assert.deepEqual(
      charts.filter(({ id }) => id.startsWith("study-nobel")),
      [],
    );
  });
  test("leaves no word in braces, and no number that no row has", () => {
    for (const chart of charts) {
      const { title, finding, subtitle, place, caption, description, table } = chart.words;
      assert.doesNotMatch(
        JSON.stringify([title, finding, subtitle, place, caption, description, table, chart.spec]),
        /\{[a-z]+\}/i,
        chart.id,
      );
    }
    for (const chart of charts.filter(isOf(["values", "relatives"]))) {
      const known = new Set(numbersIn(JSON.stringify(knowledge.datasets.filter(({ id }) => id === chart.study))));
      assert.deepEqual(
        numbersIn(`${chart.words.caption} ${chart.words.description}`).filter((number) => !known.has(number)),
        [],
        chart.id,
      );
    }
  });
  test("is refused with a word that stands for nothing, and told which do", () => {
    assert.throws(
      () => fillWords("In {rows} of {planets}", { rows: "3" }),
      /\{planets\} stands for nothing here; known are \{rows\}/,
    );
  });
});

describe("labels", () => {
  test("raise the steps of the axis to their lines", () => {
    const rows: ChartRow[] = [{ label: "a", wideLines: 3, narrowLines: 4 }];
    const stepOf = (lines: number): unknown => {
      const { spec } = fitLabels(
        { height: { step: 10 }, encoding: { y: { field: "axisLabel" } } },
        [{ ...rows[0], wideLines: lines }],
        "wide",
      );
      return (spec.height as { step: number }).step;
    };
    assert.ok(Number(stepOf(3)) > Number(stepOf(1)) + 30);
  });

  test("raise them, too, where a narrow axis breaks its labels at commas", () => {
    const labelExpr = "narrow ? split(datum.label, ', ') : datum.label";
    const plain = { height: { step: 10 }, encoding: { y: { field: "label", axis: { labelExpr } } } };
    const stepOf = (label: string, size: "wide" | "narrow"): unknown =>
      (fitLabels(plain, [{ label }], size).spec.height as { step: number }).step;
    assert.ok(Number(stepOf("E1000E, line interrupts", "narrow")) >= 30);
    assert.ok(Number(stepOf("E1000E", "narrow")) < Number(stepOf("E1000E, line interrupts", "narrow")));
    assert.equal(stepOf("E1000E, line interrupts", "wide"), 10);
  });
});

test("drawing in threads gives what drawing here gives, in order", async () => {
  // They are drawn five times each, and other charts take ten times as long.
  const light = ["study-trex-vm-bench-2017-packet-rate", "register-accesses-qemu-7", "ratios-of-virtio-net"];
  const tasks = charts
    .filter(({ id }) => light.includes(id))
    .map((chart) => ({ chart, rows: listRows(chart, knowledge), notes: ["Source: test."] }));
  const strip = (outcomes: Awaited<ReturnType<typeof drawMany>>): unknown[] =>
    outcomes.map((outcome) => ("drawing" in outcome ? outcome.drawing : outcome));
  const many = [...tasks, ...tasks, ...tasks, ...tasks];
  const [threads, here] = [strip(await drawMany(many, 2)), strip(await drawMany(tasks, 1))];
  assert.equal(threads.length, 12);
  assert.deepEqual(threads.slice(3, 6), here);
});
