import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ChartRow } from "../../../../tools/site/charts/chart.ts";
import { listDetails, listRegisterCounts } from "../../../../tools/site/charts/live-rows.ts";
import { charts, knowledge, rowsOf } from "./support.ts";

const detailsOf = (row: ChartRow | undefined): Map<string, string> => new Map(listDetails(row ?? {}, knowledge));

describe("what is told of a row", () => {
  test("begins with whose and how much it is and ends with the source", () => {
    const details = listDetails(rowsOf("throughput-vmxnet3-e1000")[1] ?? {}, knowledge);
    assert.deepEqual(details[0], ["Result", "E1000: 2.65\u00a0Gbit/s"]);
    assert.deepEqual(details.at(-1), ["Source", "Rickard Nobel, 2013, Part 2, test 1"]);
  });

  test("has workload, conditions, platform, spread and runs", () => {
    const details = detailsOf(rowsOf("throughput-vmxnet3-e1000")[1]);
    assert.deepEqual(
      ["Measured", "Conditions", "Platform", "Spread", "Runs"].map((label) => details.get(label)),
      [
        "TCP stream, throughput",
        "Windows Server 2008 R2, 16 streams, 128\u00a0KiB messages, 64\u00a0KiB socket buffer",
        "VMware ESXi, version unknown",
        "one number, no spread given",
        "1",
      ],
    );
  });

  test("says where a spread comes from", () => {
    assert.equal(
      detailsOf(rowsOf("freebsd9-throughput")[0]).get("Spread"),
      "the source's summary, without single runs",
    );
  });

  test("of a cell of the compatibility table is its word and its basis", () => {
    const details = detailsOf(rowsOf("features-lost")[0]);
    assert.match(details.get("Cell") ?? "", /: (works|lost|yes|no|partial|unknown)/i);
    assert.ok(details.has("Basis"));
  });

  test("of a ratio is the ratio and its span, not the measurement that it begins with", () => {
    const row = {
      reference: "nobel-vmxnet3-2013/vmxnet3-win2008r2",
      result: "ratio",
      pair: "VMXNET3 to E1000",
      label: "VMXNET3 to E1000\n2013",
      display: "1.69",
      spreadText: "not known",
    };
    const details = detailsOf(row);
    assert.deepEqual(
      [details.get("Result"), details.get("Spread"), details.get("Runs")],
      ["VMXNET3 to E1000: 1.69 times", "not known", "1"],
    );
  });

  test("of one sample is that sample", () => {
    const row = {
      reference: "nic-lab-2026/ne2k-pci-rxburst-accesses",
      label: "NE2000",
      sample: 3,
      value: 9.7,
      unit: "accesses/packet",
    };
    assert.equal(detailsOf(row).get("Result"), "NE2000: 9.7\u00a0accesses\u00a0per\u00a0packet, sample 3");
  });

  test("of a row without a measurement is its own words", () => {
    assert.deepEqual(listDetails({ label: "VMXNET3", since: "vSphere 4.0", version: "since 4.0" }, knowledge), [
      ["Adapter", "VMXNET3"],
      ["Since", "vSphere 4.0"],
      ["As documented", "since 4.0"],
    ]);
  });

  for (const { id } of charts) {
    test(`has no empty line: ${id}`, () => {
      for (const row of rowsOf(id))
        for (const [label, text] of listDetails(row, knowledge))
          assert.ok(label !== "" && text !== "" && !/undefined|null/.test(text), `${label}: ${text}`);
    });
  }
});

test("the registers behind a count of pings add up to it", () => {
  for (const row of rowsOf("register-accesses-qemu-7").filter(({ low, high }) => low === high)) {
    const registers = listRegisterCounts(row, knowledge);
    assert.ok(
      registers.length > 0 &&
        registers.every(({ register, access }) => register !== "" && ["read", "write"].includes(access)),
    );
    const numbers = registers.map(({ times }) => Number(times));
    if (numbers.some(Number.isNaN)) continue;
    assert.ok(
      Math.abs(numbers.reduce((sum, times) => sum + times, 0) - Number(row.value)) < 0.6,
      `${String(row.label)}: ${numbers.join(" + ")} is not ${String(row.value)}`,
    );
  }
});
