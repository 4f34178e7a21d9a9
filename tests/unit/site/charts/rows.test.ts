import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AuthoredChart, ChartData } from "../../../../tools/site/charts/chart.ts";
import { colourRows, listRows } from "../../../../tools/site/charts/rows.ts";
import { chartOf, charts, knowledge, rowsOf } from "./support.ts";

const withData = (data: ChartData): AuthoredChart => ({
  ...chartOf("freebsd9-throughput"),
  words: { ...chartOf("freebsd9-throughput").words, data },
});

describe("the rows of the charts", () => {
  for (const { id, words } of charts) {
    if (words.data.kind !== "records") continue;
    test(`carry exactly the values of their measurements: ${id}`, () => {
      const rows = rowsOf(id);
      let traced = 0;
      for (const row of rows.filter(({ reference }) => String(reference).includes("/"))) {
        const [dataset, name] = String(row.reference).split("/");
        const measurement = knowledge.datasets
          .find((one) => one.id === dataset)
          ?.measurements.find((one) => one.id === name);
        assert.ok(measurement, String(row.reference));
        if (measurement.kind === "value" || measurement.kind === "relative") assert.equal(row.value, measurement.value);
        else assert.equal(row.value, undefined);
        if (measurement.kind === "summary") {
          const { confidenceInterval: _interval, ...figures } = measurement.summary;
          assert.deepEqual(Object.fromEntries(Object.keys(figures).map((name) => [name, row[name]])), figures);
        }
        if (measurement.kind === "ordinal") assert.equal(row.relation, measurement.relation);
        traced += 1;
      }
      assert.ok(traced > 0);
    });
  }

  test("carry exactly the cells of the compatibility table", () => {
    const table = knowledge.compare.find(({ platform }) => platform === "vsphere");
    const cells =
      table?.groups
        .flatMap((group) => group.rows)
        .flatMap(({ feature, cells: own }) => own.map((cell) => ({ feature, ...cell }))) ?? [];
    const rows = rowsOf("features-lost");
    assert.equal(rows.length, 30);
    for (const row of rows) {
      const cell = cells.find(({ feature, adapter }) => feature === row.feature && adapter === row.adapter);
      assert.equal(row.support, cell?.support, `${row.feature} ${row.adapter}`);
    }
  });

  test("name who is ahead, or nobody", () => {
    const rows = new Map(rowsOf("esx35-order").map((row) => [String(row.reference).split("/")[1], row]));
    assert.equal(rows.get("throughput-64bit-1g-receive-large-sockets")?.winner, "e1000");
    assert.equal(rows.get("throughput-32bit-10g-small-sockets")?.winner, "vmxnet2");
    assert.equal(rows.get("throughput-32bit-1g-large-sockets")?.winner, null);
    assert.equal(rows.get("cpu-32bit-1g")?.word, "mixed");
  });
});

describe("the rows of what a ping costs", () => {
  const pings = charts.flatMap(({ id, words: { data } }) =>
    data.kind === "pings" ? [{ id, dataset: data.dataset }] : [],
  );

  test("are drawn for some dataset", () => assert.ok(pings.length > 0));
  for (const { id, dataset } of pings) {
    test(`are the dataset's counts, reads and writes making up the whole, the most first: ${id}`, () => {
      const rows = rowsOf(id);
      const measurements = knowledge.datasets.find((one) => one.id === dataset)?.measurements ?? [];
      for (const { reference, reads, writes, value, low, high } of rows) {
        const row = measurements.find((one) => `${dataset}/${one.id}` === reference);
        assert.ok(row && (row.kind === "value" || row.kind === "samples"), String(reference));
        const counted = row.kind === "value" ? [row.value] : row.samples;
        assert.ok(
          Math.abs(Number(low) - Math.min(...counted)) < 0.01 && Math.abs(Number(high) - Math.max(...counted)) < 0.01,
        );
        assert.ok(Math.abs(Number(reads) + Number(writes) - Number(value)) < 0.02, String(reference));
      }
      const values = rows.map(({ value }) => Number(value));
      assert.deepEqual(
        values,
        [...values].sort((a, b) => b - a),
      );
    });

    test(`fit the axis, and the words say what is drawn: ${id}`, () => {
      const { words, spec } = chartOf(id);
      const [, from, to] = /"domain":\[(\d+),(\d+)\]/.exec(JSON.stringify(spec)) ?? [];
      assert.equal(from, "0");
      for (const row of rowsOf(id)) {
        assert.ok(Number(row.high) < Number(to));
        assert.ok(
          words.description.replace(/\s+/g, " ").includes(String(row.display).replace(/ to .*/, "")),
          `${row.label}: ${row.display}`,
        );
      }
      assert.match(words.caption.replace(/\s+/g, " "), /[Tt]he counts do not say how fast an adapter is/);
    });
  }

  test("are all painted alike, for the name says which adapter a bar is", () => {
    assert.deepEqual(
      colourRows([{ adapter: "vmxnet3", painted: "muted" }], "light")[0]?.colour,
      colourRows([{ adapter: "e1000", painted: "muted" }], "light")[0]?.colour,
    );
  });
});

describe("the colour of a row", () => {
  const colourOf = (row: Record<string, string | null>): unknown => colourRows([row], "light")[0]?.colour;
  test("is its adapter's", () => assert.equal(colourOf({ adapter: "vmxnet3" }), "#1a7af0"));
  test("is that of the adapter that is ahead", () =>
    assert.equal(colourOf({ adapter: "vmxnet3", winner: "e1000" }), "#cc6d14"));
  test("is that of its support", () => assert.equal(colourOf({ adapter: "vmxnet3", support: "no" }), "#b3362b"));
  test("is muted for an adapter without one", () => assert.equal(colourOf({ adapter: "unknown" }), "#525e6d"));
  test("is a custom property with a fallback on pages", () => {
    assert.equal(colourRows([{ adapter: "e1000e" }], "page")[0]?.colour, "var(--adapter-e1000e, #781128)");
  });
});

describe("a reference that leads nowhere", () => {
  const table: [what: string, data: ChartData, message: RegExp][] = [
    [
      "dataset",
      { kind: "records", rows: [{ measurement: "nobel-vmxnet3-2012/x" }] },
      /no dataset "nobel-vmxnet3-2012"; the nearest is "nobel-vmxnet3-2013"/,
    ],
    [
      "row",
      { kind: "records", rows: [{ measurement: "nobel-vmxnet3-2013/e1000-win2008" }] },
      /no row of nobel-vmxnet3-2013 "e1000-win2008"; the nearest is "e1000-win2008r2"/,
    ],
    [
      "platform",
      { kind: "compare", platform: "vspere", adapters: ["vmxnet3"], features: ["vmotion"] },
      /no platform "vspere"; the nearest is "vsphere"/,
    ],
    [
      "feature",
      { kind: "compare", platform: "vsphere", adapters: ["vmxnet3"], features: ["vmotionn"] },
      /no feature of vsphere "vmotionn"; the nearest is "vmotion"/,
    ],
    [
      "adapter",
      { kind: "compare", platform: "vsphere", adapters: ["vmxnet4"], features: ["vmotion"] },
      /no adapter "vmxnet4"/,
    ],
  ];
  for (const [what, data, message] of table) {
    test(`is an error that names the nearest ${what}`, () =>
      assert.throws(() => listRows(withData(data), knowledge), message));
  }
});
