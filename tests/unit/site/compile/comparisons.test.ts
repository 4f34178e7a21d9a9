import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compareRows } from "../../../../tools/site/compile/comparisons.ts";
import type { Comparison } from "../../../../tools/site/compile/comparisons.ts";
import type { Measurement } from "../../../../tools/site/compile/records.ts";
import { makeAdapter, makeRelative, makeRow } from "./records.ts";

const adapters = [
  makeAdapter("vmxnet3", { kind: "paravirtual", order: 10 }),
  makeAdapter("vmxnet2", { kind: "paravirtual", order: 20 }),
  makeAdapter("sriov", { kind: "passthrough", order: 30 }),
  makeAdapter("e1000", { order: 40 }),
];

const compare = (...rows: Measurement[]): Comparison[] =>
  compareRows(rows, (id) => adapters.find((adapter) => adapter.id === id) ?? makeAdapter(id));

describe("ratios within a study", () => {
  test("are formed between two adapters under equal conditions", () => {
    const conditions = { guest: "Windows Server 2008 R2", streams: 16 };
    const [ratio, ...others] = compare(
      makeRow("slow", "e1000", 2.65, { conditions }),
      makeRow("fast", "vmxnet3", 4.47, { conditions }),
    );
    assert.deepEqual(ratio, {
      numerator: "fast",
      denominator: "slow",
      metric: "throughput",
      ratio: 1.69,
      display: "1.69",
      conditionsText: "Windows Server 2008 R2, 16 streams",
    });
    assert.deepEqual(others, []);
  });

  test("do not depend on the order in which conditions are written", () => {
    const one = makeRow("fast", "vmxnet3", 4, { conditions: { streams: 1, mtu: 1500 } });
    const other = makeRow("slow", "e1000", 2, { conditions: { mtu: 1500, streams: 1 } });
    assert.equal(compare(one, other).length, 1);
  });

  test("span what single runs say, from the lowest over the highest to the highest over the lowest", () => {
    const summarized = (id: string, adapter: string, mean: number, min: number, max: number): Measurement => {
      const { value: _value, precision: _precision, ...row } = makeRow(id, adapter, 0);
      return { ...row, kind: "summary", summary: { mean, min, max } };
    };
    const sampled = (id: string, adapter: string, samples: number[]): Measurement => {
      const { value: _value, precision: _precision, quote: _quote, ...row } = makeRow(id, adapter, 0);
      return { ...row, kind: "samples", samples } as Measurement;
    };
    assert.deepEqual(compare(summarized("a", "vmxnet3", 4, 3, 6), summarized("b", "e1000", 2, 1, 2))[0]?.spread, {
      low: 1.5,
      high: 6,
      basis: "reported",
    });
    assert.deepEqual(compare(sampled("a", "vmxnet3", [3, 6]), sampled("b", "e1000", [1, 2]))[0]?.spread, {
      low: 1.5,
      high: 6,
      basis: "samples",
    });
    assert.deepEqual(
      compare(sampled("a", "vmxnet3", [3, 6]), summarized("b", "e1000", 2, 1, 2))[0]?.spread?.basis,
      "reported",
    );
    assert.equal(
      compare(sampled("a", "vmxnet3", [3, 6]), makeRow("b", "e1000", 2))[0]?.spread,
      undefined,
      "one value has no ends",
    );
  });

  const fast = makeRow("fast", "vmxnet3", 4, { conditions: { guest: "A" } });
  const refused: [why: string, row: Measurement][] = [
    ["different conditions", makeRow("slow", "e1000", 2, { conditions: { guest: "B" } })],
    ["a condition that only one row has", makeRow("slow", "e1000", 2)],
    ["different metrics", makeRow("slow", "e1000", 2, { conditions: { guest: "A" }, metric: "latency" })],
    ["different units", makeRow("slow", "e1000", 2, { conditions: { guest: "A" }, unit: "Mbit/s" })],
    ["different workloads", makeRow("slow", "e1000", 2, { conditions: { guest: "A" }, workload: "udp-stream" })],
    ["the same adapter", makeRow("slow", "vmxnet3", 2, { conditions: { guest: "A" } })],
    ["an adapter that is not named", makeRow("slow", "unknown", 2, { conditions: { guest: "A" } })],
    [
      "a value that is itself relative",
      makeRelative("slow", "e1000", { conditions: { guest: "A" }, relativeTo: "vmxnet3" }),
    ],
    ["a bound instead of a value", makeRow("slow", "e1000", 2, { conditions: { guest: "A" }, precision: "more-than" })],
    ["zero", makeRow("slow", "e1000", 0, { conditions: { guest: "A" } })],
  ];
  for (const [why, row] of refused) test(`are not formed with ${why}`, () => assert.deepEqual(compare(fast, row), []));

  test("are not formed of shares, thresholds and sizes, which are no performance of one adapter", () => {
    for (const metric of ["link-utilization", "packet-rate-threshold", "packet-size"] as const)
      assert.deepEqual(compare(makeRow("a", "vmxnet3", 4, { metric }), makeRow("b", "e1000", 2, { metric })), []);
  });

  test("say so when a value is only about right", () => {
    assert.equal(
      compare(makeRow("a", "vmxnet3", 4.6, { precision: "about" }), makeRow("b", "e1000", 2.3))[0]?.display,
      "about 2.00",
    );
  });

  test("compare like with like: means with means, medians with medians", () => {
    const { value: _value, precision: _precision, ...base } = makeRow("a", "vmxnet3", 1);
    const mean: Measurement = { ...base, kind: "summary", summary: { mean: 4, max: 9 } };
    const both: Measurement = { ...base, id: "b", adapter: "e1000", kind: "summary", summary: { mean: 2, median: 3 } };
    const median: Measurement = { ...base, id: "c", adapter: "sriov", kind: "samples", samples: [6, 6, 6] };
    assert.deepEqual(
      compare(mean, both, median).map(({ numerator, denominator, statistic, ratio }) => [
        numerator,
        denominator,
        statistic,
        ratio,
      ]),
      [
        ["a", "b", "mean", 2],
        ["c", "a", "mean", 1.5],
        ["c", "b", "mean", 3],
      ],
    );
    const onlyMax: Measurement = { ...base, id: "d", adapter: "e1000", kind: "summary", summary: { min: 1, max: 2 } };
    assert.deepEqual(compare(mean, onlyMax), []);
  });

  test("put the adapter further from emulation above, else the one listed first", () => {
    const pairs = compare(
      makeRow("c", "e1000", 1),
      makeRow("b", "vmxnet2", 1),
      makeRow("a", "vmxnet3", 1),
      makeRow("d", "sriov", 1),
    );
    assert.deepEqual(
      pairs.map(({ numerator, denominator }) => `${numerator}/${denominator}`),
      ["b/c", "a/c", "d/c", "a/b", "d/b", "d/a"],
    );
  });
});
