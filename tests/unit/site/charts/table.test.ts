import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listTableRows, writeChartCsv, writeTable } from "../../../../tools/site/charts/chart-text.ts";
import type { AuthoredChart } from "../../../../tools/site/charts/chart.ts";
import type { KnownMeasurement } from "../../../../tools/site/charts/knowledge.ts";
import { listConfigurations } from "../../../../tools/site/compile/counts.ts";
import { chartOf, charts, knowledge, rowsOf } from "./support.ts";

const tableOf = (id: string): Record<string, string>[] => {
  const { words } = chartOf(id);
  return writeTable(words.table.columns, listTableRows(words, rowsOf(id)));
};

/** How many rows the records have for a chart, counted without the program that lists them. */
function countRows({ words: { data } }: AuthoredChart): number {
  const rowsOfStudy = (id: string): KnownMeasurement[] =>
    knowledge.datasets.find((dataset) => dataset.id === id)?.measurements ?? [];
  switch (data.kind) {
    case "records":
      return data.rows.length;
    case "compare":
      return (
        data.features?.length ??
        knowledge.compare.find(({ platform }) => platform === data.platform)?.groups.flatMap(({ rows }) => rows)
          .length ??
        0
      );
    case "pings":
      return listConfigurations(rowsOfStudy(data.dataset)).length;
    case "samples":
      return rowsOfStudy(data.dataset).filter(({ id }) =>
        id.endsWith(`bulk${data.direction === "transmit" ? "tx" : "rx"}-accesses`),
      ).length;
    case "values":
      return rowsOfStudy(data.dataset).filter(
        ({ metric, kind }) => metric === data.metric && kind !== "relative" && kind !== "ordinal",
      ).length;
    case "relatives":
      return rowsOfStudy(data.dataset).filter(({ metric, kind }) => metric === data.metric && kind === "relative")
        .length;
    case "timeline":
      return knowledge.compare
        .filter(({ platform }) => platform === data.platform)
        .flatMap(({ adapters, modes }) => [...adapters, ...modes]).length;
    case "settings": {
      const drawn = knowledge.datasets.flatMap(({ id, settings }) =>
        settings
          .filter(({ metric }) => metric === "throughput" || metric === "packet-rate")
          // What follows the name of the setting is a condition.
          .map(({ setting }) => `${id} ${setting.split(", ")[0]}`),
      );
      return data.strongest ? new Set(drawn).size : drawn.length;
    }
    case "ratios":
      return knowledge.datasets.flatMap(({ comparisons, measurements }) =>
        comparisons.filter(({ numerator, denominator }) => {
          const [upper, lower] = [numerator, denominator].map(
            (id) => measurements.find((row) => row.id === id)?.adapter ?? "",
          );
          const kindOf = (id = ""): string | undefined => knowledge.adapters.find((adapter) => adapter.id === id)?.kind;
          return (
            kindOf(upper) !== "emulated" &&
            kindOf(lower) === "emulated" &&
            (data.adapter === undefined || [upper, lower].includes(data.adapter))
          );
        }),
      ).length;
  }
}

describe("the tables of the charts", () => {
  for (const chart of charts) {
    const { id, words } = chart;
    test(`have a row for each row of the records and no empty cell: ${id}`, () => {
      const table = tableOf(id);
      assert.equal(table.length, countRows(chart));
      for (const row of table) {
        assert.deepEqual(
          Object.keys(row),
          words.table.columns.map(({ key }) => key),
        );
        for (const [key, text] of Object.entries(row))
          assert.ok(text !== "" && text !== "undefined" && text !== "null", key);
      }
    });
  }

  test("show the values of the study", () => {
    assert.deepEqual(
      tableOf("throughput-vmxnet3-e1000").map(({ adapterName, value }) => `${adapterName} ${value}`),
      ["VMXNET3 4.47", "E1000 2.65", "VMXNET3 4.66", "E1000E 1.88"],
    );
  });
  test("have one column per adapter for a compatibility table", () => {
    assert.deepEqual(tableOf("features-lost")[0], {
      featureName: "vMotion",
      vmxnet3: "yes",
      sriov: "no",
      "directpath-io": "no",
    });
  });
  test("add the version from which a cell holds", () => {
    assert.match(
      tableOf("features-lost").find(({ featureName }) => featureName?.startsWith("hot add"))?.vmxnet3 ?? "",
      /^yes \(since 4\.0\)$/,
    );
  });
});

describe("the CSV file of a chart", () => {
  const lines = (id: string): string[] => {
    const { words } = chartOf(id);
    return writeChartCsv(words.table.columns, listTableRows(words, rowsOf(id)))
      .trimEnd()
      .split("\r\n");
  };
  test("says where each row comes from and has plain numbers", () => {
    assert.deepEqual(lines("throughput-vmxnet3-e1000").slice(0, 2), [
      "reference,precision,guest,adapterName,value,streams",
      "nobel-vmxnet3-2013/vmxnet3-win2008r2,as-printed,Windows Server 2008 R2,VMXNET3,4.47,16",
    ]);
  });
});
