import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compilePacketRates, lineRate, packetRate } from "../../../../tools/site/compile/packet-rates.ts";

describe("the packet rate of a full link", () => {
  // RFC 2544 and every data sheet have these for the smallest and the largest frame.
  for (const [gbps, frame, rate] of [
    [1, 64, 1_488_095],
    [1, 1518, 81_274],
    [10, 64, 14_880_952],
    [10, 1518, 812_743],
    [25, 64, 37_202_380],
    [100, 64, 148_809_523],
  ] as const) {
    test(`${gbps} Gbit/s with ${frame} bytes`, () => assert.equal(lineRate(gbps, frame), rate));
  }
});

test("a throughput is divided by the bits of a frame, without preamble and gap", () => {
  assert.equal(packetRate(1e9, 1518), 82_345);
  assert.equal(packetRate(5_120_000, 64), 10_000);
});

describe("the tables", () => {
  const { frames, lineRates, worksheet, steps, workloads } = compilePacketRates();

  test("have a value for every frame", () => {
    for (const { rates } of [...lineRates, ...worksheet]) assert.equal(rates.length, frames.length);
  });

  test("leave preamble and gap out of a throughput, as counters do", () => {
    const link = lineRates.find((row) => row.link === "10 Gbit/s");
    const same = worksheet.find(({ throughput }) => throughput === "10 Gbit/s");
    const toNumber = (text: string): number => Number(text.replaceAll(",", ""));
    for (const [index, rate] of (same?.rates ?? []).entries())
      assert.ok(toNumber(rate) > toNumber(link?.rates[index] ?? ""));
  });

  test("say how far apart packets are and what they carry", () => {
    assert.deepEqual(
      steps.find(({ rate }) => rate === "50,000"),
      { rate: "50,000", apart: "20 µs", throughputs: ["25.6 Mbit/s", "204.8 Mbit/s", "607.2 Mbit/s"] },
    );
    assert.equal(steps.at(-1)?.throughputs.at(-1), "12.14 Gbit/s");
  });

  test("divide a rate by the packets that one of a workload takes", () => {
    assert.deepEqual(
      workloads.map(({ packets, amounts }) => [packets, amounts[0]]),
      [
        ["1", "10,000"],
        ["8", "1,250"],
        ["50", "200"],
      ],
    );
  });
});
