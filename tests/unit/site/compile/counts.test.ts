import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compareRows } from "../../../../tools/site/compile/comparisons.ts";
import { shareConditions } from "../../../../tools/site/compile/display.ts";
import {
  findPing,
  isCount,
  listConfigurations,
  listRegisters,
  spreadOf,
  writeSpread,
} from "../../../../tools/site/compile/counts.ts";
import { describeEvidence } from "../../../../tools/site/compile/evidence.ts";
import type { Measurement } from "../../../../tools/site/compile/records.ts";
import { compileLane, compilePingCost } from "../../../../tools/site/compile/site/ping-cost.ts";
import { makeAdapter, makeAtlas, makeDataset, makeRow } from "./records.ts";

const perPing = { metric: "register-accesses", unit: "accesses/transaction", workload: "ping" } as const;
const perPacket = { metric: "register-accesses", unit: "accesses/packet", workload: "single-packets" } as const;

/** What the lab writes of an e1000, and of an e1000e whose model did not make the same interrupts twice. */
const rows: Measurement[] = [
  makeRow("e1000-rx1-accesses", "e1000", 6, { ...perPacket, conditions: { direction: "receive" } }),
  makeRow("e1000-rr1-accesses", "e1000", 12, perPing),
  makeRow("e1000-rr1-reads", "e1000", 6, { ...perPing, conditions: { access: "read" } }),
  makeRow("e1000-rr1-interrupts", "e1000", 2, { ...perPing, metric: "interrupts", unit: "interrupts/transaction" }),
  makeRow("e1000-rr1-icr-read", "e1000", 2, {
    ...perPing,
    conditions: { register: "ICR", access: "read" },
    note: "Which events caused the interrupt.",
  }),
  makeRow("e1000-per-interrupt", "e1000", 5, {
    ...perPing,
    unit: "accesses/interrupt",
    conditions: { workload: "share of an interrupt" },
  }),
  makeRow("e1000-per-transmitted", "e1000", 1, {
    ...perPacket,
    conditions: { direction: "transmit", workload: "share of a packet" },
  }),
  makeSamples("e1000e-rr1-accesses", "e1000e", [4.7, 3.1, 3.05]),
  makeSamples("e1000e-intx-rr1-accesses", "e1000e", [6.9, 6.9], { tuning: "line interrupts (INTx)" }),
];

const study = makeDataset("lab", rows);
const withCaveat = { ...study, caveats: [{ by: "author" as const, text: "Would-be exits." }] };
const other = makeDataset("lab-10", [makeRow("e1000-rr1-accesses", "e1000", 12, perPing)]);
const atlas = makeAtlas({
  adapters: [makeAdapter("e1000"), makeAdapter("e1000e")],
  datasets: [withCaveat, other],
  rules: [],
});

describe("counts", () => {
  test("are register accesses and interrupts, and no measure of performance", () => {
    assert.deepEqual((["register-accesses", "interrupts", "throughput", "latency"] as const).map(isCount), [
      true,
      true,
      false,
      false,
    ]);
  });

  test("enter no ratio, however alike two rows are", () => {
    const fewer = makeRow("virtio-rr1-accesses", "virtio-net", 1, perPing);
    assert.deepEqual(
      compareRows([fewer, makeRow("e1000-rr1-accesses", "e1000", 12, perPing)], (id) => makeAdapter(id)),
      [],
    );
  });

  test("are marked as evidence that measures no performance", () => {
    assert.equal(describeEvidence("dataset:lab/e1000-rr1-accesses", atlas).isCount, true);
    const measured = makeAtlas({});
    assert.equal("isCount" in describeEvidence("dataset:study/fast", measured), false);
  });

  test("are sorted by adapter and configuration", () => {
    assert.deepEqual(
      listConfigurations(rows).map(({ adapter, variant, rows: own }) => [adapter, variant, own.length]),
      [
        ["e1000", null, 7],
        ["e1000e", null, 1],
        ["e1000e", "line interrupts (INTx)", 1],
      ],
    );
  });

  test("of a ping are told from those of its registers and of its share", () => {
    const [e1000] = listConfigurations(rows);
    assert.ok(e1000);
    assert.equal(findPing(e1000)?.id, "e1000-rr1-accesses");
    assert.equal(findPing(e1000, "read")?.id, "e1000-rr1-reads");
    assert.deepEqual(
      listRegisters(e1000).map(({ id }) => id),
      ["e1000-rr1-icr-read"],
    );
  });

  test("are written as one number, or as the fewest and the most", () => {
    const [row] = rows.filter(({ id }) => id === "e1000e-rr1-accesses");
    assert.ok(row);
    assert.deepEqual(spreadOf(row), { low: 3.05, middle: 3.1, high: 4.7 });
    assert.equal(writeSpread({ low: 3.06, middle: 3.1, high: 4.7 }, 1), "3.1 to 4.7");
    assert.equal(writeSpread({ low: 12, middle: 12, high: 12 }), "12");
    assert.equal(writeSpread({ low: 3.063, middle: 3.064, high: 3.064 }), "3.06");
  });
});

describe("what one ping costs an adapter", () => {
  const cost = compilePingCost("e1000", atlas);

  test("stands beside what the counts prove, and leads to the datasets", () => {
    assert.deepEqual(cost?.caveats, ["Would-be exits."]);
    assert.deepEqual(
      cost?.datasets.map(({ path }) => path),
      ["/benchmarks/lab/", "/benchmarks/lab-10/"],
    );
  });

  test("lists registers with what they are for, a cell for each dataset, and none where one has no row", () => {
    assert.deepEqual(cost?.tables[0]?.registers, [
      {
        label: "ICR",
        access: "read",
        purpose: "Which events caused the interrupt.",
        cells: [{ text: "2", path: "/benchmarks/lab/#e1000-rr1-icr-read" }, null],
      },
    ]);
  });

  test("adds all accesses, the reads among them, and the interrupts", () => {
    assert.deepEqual(
      cost?.tables[0]?.totals.map(({ label, cells }) => [label, cells.map((cell) => cell?.text ?? null)]),
      [
        ["All accesses", ["12", "12"]],
        ["Of which reads", ["6", null]],
        ["Interrupts", ["2", null]],
      ],
    );
  });

  test("splits them into what an interrupt and a packet cost, as far as that was counted", () => {
    assert.deepEqual(
      cost?.tables[0]?.shares.map(({ label, cells }) => [label, cells[0]?.text]),
      [
        ["For an interrupt", "5"],
        ["For a transmitted packet", "1"],
      ],
    );
  });

  test("has a table for each configuration, the adapter as it comes first", () => {
    assert.deepEqual(
      compilePingCost("e1000e", atlas)?.tables.map(({ variant, totals }) => [variant, totals[0]?.cells[0]?.text]),
      [
        [null, "3.05 to 4.7"],
        ["line interrupts (INTx)", "6.9"],
      ],
    );
  });

  test("is absent where nobody counted", () => assert.equal(compilePingCost("vmxnet3", atlas), undefined));
});

describe("the lane of an adapter", () => {
  const single = (id: string, adapter: string, value: number, conditions: Measurement["conditions"]): Measurement =>
    makeRow(id, adapter, value, { ...perPacket, conditions });
  const lab = makeDataset("lab", [
    ...rows,
    single("e1000-rx1-reads", "e1000", 3, { direction: "receive", access: "read" }),
    single("e1000-tx1-accesses", "e1000", 6, { direction: "transmit" }),
    single("e1000-tx1-reads", "e1000", 3, { direction: "transmit", access: "read" }),
    makeSamples("igb-rr1-accesses", "igb", [3.06, 3.07, 3.07]),
    single("igb-rx1-accesses", "igb", 1.07, { direction: "receive" }),
    single("igb-tx1-accesses", "igb", 1.99, { direction: "transmit" }),
  ]);
  const lane = (adapter: string): ReturnType<typeof compileLane> => compileLane(adapter, { datasets: [other, lab] });

  test("comes from the first dataset that has its ping and its single packets, and leads to the row", () => {
    assert.deepEqual(
      [lane("e1000")?.count, lane("e1000")?.path, lane("e1000")?.dataset.path],
      ["12", "/benchmarks/lab/#e1000-rr1-accesses", "/benchmarks/lab/"],
    );
  });

  test("tells reads from writes, for the ping and for its answer", () => {
    assert.deepEqual(
      [lane("e1000")?.receive, lane("e1000")?.transmit],
      [
        { reads: 3, writes: 3, part: 0 },
        { reads: 3, writes: 3, part: 0 },
      ],
    );
  });

  test("rounds a narrow range, keeps the range, and has a part of an access, but none of a rounding", () => {
    assert.deepEqual([lane("igb")?.count, lane("igb")?.range], ["3.1", "3.06 to 3.07"]);
    assert.deepEqual(
      [lane("igb")?.receive, lane("igb")?.transmit],
      [
        { reads: 0, writes: 1, part: 0.07 },
        { reads: 0, writes: 2, part: 0 },
      ],
    );
  });

  test("leads to the row of each register", () => {
    assert.deepEqual(lane("e1000")?.registers, [
      { name: "ICR", access: "read", text: "2", path: "/benchmarks/lab/#e1000-rr1-icr-read" },
    ]);
  });

  test("is absent where nobody counted single packets, or only another configuration", () => {
    assert.equal(lane("e1000e"), undefined);
    assert.equal(lane("vmxnet3"), undefined);
  });
});

describe("the conditions that all rows share", () => {
  const one = makeRow("a", "e1000", 1, { conditions: { mtu: 1500, guestKernel: "Linux 6.1", access: "read" } });
  const two = makeRow("b", "e1000", 1, { conditions: { mtu: 1500, guestKernel: "Linux 6.12" } });

  test("are told once, and each row keeps what is its own", () => {
    const shared = shareConditions([one, two]);
    assert.deepEqual(shared.conditions, { mtu: 1500 });
    assert.deepEqual(shared.without(one.conditions), { guestKernel: "Linux 6.1", access: "read" });
  });

  test("are none where there is one row", () => assert.deepEqual(shareConditions([one]).conditions, {}));
});

function makeSamples(
  id: string,
  adapter: string,
  samples: number[],
  conditions: Measurement["conditions"] = {},
): Measurement {
  const {
    value: _value,
    precision: _precision,
    kind: _kind,
    ...base
  } = makeRow(id, adapter, 0, { ...perPing, conditions });
  return { ...base, kind: "samples", samples } as Measurement;
}
