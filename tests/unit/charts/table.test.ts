import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listTableRows, writeChartCsv, writeTable } from "../../../tools/charts/table.ts";
import type { ChartData } from "../../../tools/charts/chart.ts";
import { listConfigurations } from "../../../tools/compile/counts.ts";
import { chartOf, charts, knowledge, rowsOf } from "./support.ts";

const tableOf = (id: string): Record<string, string>[] => {
  const { words } = chartOf(id);
  return writeTable(words.table.columns, listTableRows(words, rowsOf(id)));
};

function countRows(data: ChartData): number {
  if (data.kind === "records") return data.rows.length;
  if (data.kind === "compare") return data.features.length;
  return listConfigurations(knowledge.datasets.find(({ id }) => id === data.dataset)?.measurements ?? []).length;
}

describe("the tables of the charts", () => {
  for (const { id, words } of charts) {
    test(`have a row for each row that is drawn and no empty cell: ${id}`, () => {
      const table = tableOf(id);
      assert.equal(table.length, countRows(words.data));
      for (const row of table) {
        assert.deepEqual(Object.keys(row), words.table.columns.map(({ key }) => key));
        for (const [key, text] of Object.entries(row)) assert.ok(text !== "" && text !== "undefined" && text !== "null", key);
      }
    });
  }

  test("show the values of the study", () => {
    assert.deepEqual(tableOf("throughput-vmxnet3-e1000").map(({ adapterName, value }) => `${adapterName} ${value}`), [
      "VMXNET3 4.47", "E1000 2.65", "VMXNET3 4.66", "E1000E 1.88",
    ]);
  });
  test("keep the source's own qualifier", () => assert.equal(tableOf("sriov-ntttcp")[0]?.value, "about 5"));
  test("write words where the source has no number", () => assert.equal(tableOf("sriov-ntttcp")[1]?.value, "close to wire speed, no number"));
  test("say what is not stated", () => assert.equal(tableOf("cpu-savings-by-packet-rate")[1]?.packetRate, "not stated"));
  test("group thousands", () => assert.equal(tableOf("cpu-savings-by-packet-rate")[0]?.packetRate, "10,000"));
  test("have one column per adapter for a compatibility table", () => {
    assert.deepEqual(tableOf("features-lost")[0], { featureName: "vMotion", vmxnet3: "yes", sriov: "no", "directpath-io": "no" });
  });
  test("add the version from which a cell holds", () => {
    assert.match(tableOf("features-lost").find(({ featureName }) => featureName?.startsWith("hot add"))?.vmxnet3 ?? "", /^yes \(since 4\.0\)$/);
  });
});

describe("the CSV file of a chart", () => {
  const lines = (id: string): string[] => {
    const { words } = chartOf(id);
    return writeChartCsv(words.table.columns, listTableRows(words, rowsOf(id))).trimEnd().split("\r\n");
  };
  test("says where each row comes from and has plain numbers", () => {
    assert.deepEqual(lines("throughput-vmxnet3-e1000").slice(0, 2), [
      "reference,precision,guest,adapterName,value,streams",
      "nobel-vmxnet3-2013/vmxnet3-win2008r2,as-printed,Windows Server 2008 R2,VMXNET3,4.47,16",
    ]);
  });
  test("leaves a value that nobody published empty", () => assert.match(lines("sriov-ntttcp")[2] ?? "", /^sriov-close-to-wire-speed,,Buffers of 1024 KB,,,/));
});
