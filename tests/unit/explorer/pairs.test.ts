import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compareRatios, compareValues, writeDifference, pairRows } from "../../../assets/ts/explorer/pair-rows.ts";
import { dropSharedStart, titleOthers } from "../../../assets/ts/explorer/draw-studies.ts";
import {
  countAgreements,
  countFields,
  countOpenFields,
  countRatios,
  writeConclusion,
} from "../../../assets/ts/explorer/write-conclusion.ts";
import { makeMeasurements, type Row } from "./measurements.ts";

const pair = (rows: Row[]) => pairRows(makeMeasurements(rows), "a-2010", "b-2012");
const a = (row: Row = {}): Row => ({ study: "a-2010", ...row });
const b = (row: Row = {}): Row => ({ study: "b-2012", ...row });

describe("rows of two studies", () => {
  test("are put side by side when all their conditions are the same", () => {
    const [shared] = pair([
      a({ conditions: "MTU 1,500" }),
      b({ conditions: "MTU 9,000" }),
      b({ conditions: "MTU 1,500" }),
    ]);
    assert.deepEqual([shared?.alike, shared?.restOfA, shared?.restOfB], [[[0, 2]], [], [1]]);
  });
  test("are not alike in different units", () =>
    assert.deepEqual(pair([a({ unit: "Gbit/s" }), b({ unit: "percent" })])[0]?.alike, []));
  test("are each taken once", () => assert.deepEqual(pair([a(), a(), b()])[0]?.restOfA, [1]));
  for (const [what, other] of [
    ["adapter", { adapter: "e1000" }],
    ["metric", { metric: "latency" }],
    ["workload", { workload: "ping" }],
    ["part of a count", { part: "reads" }],
  ] as [string, Row][]) {
    test(`are not of the same thing with another ${what}`, () => assert.deepEqual(pair([a(), b(other)]), []));
  }
  test("of an adapter that is not named are not of the same", () =>
    assert.deepEqual(pair([a({ adapter: "unknown" }), b({ adapter: "unknown" })]), []));
});

describe("values under the same conditions", () => {
  const compare = (one: Row, other: Row) => compareValues(makeMeasurements([a(one), b(other)]), 0, 1);
  test("are the same", () => assert.deepEqual(compare({ value: 9.4 }, { value: 9.4 }), { verdict: "same" }));
  test("lie within the spread where that of either reaches the other", () => {
    assert.equal(compare({ value: 10, low: 8, high: 12 }, { value: 11 }).verdict, "within the spread");
    assert.equal(
      compare({ value: 10, low: 8, high: 12 }, { value: 14, low: 12, high: 16 }).verdict,
      "within the spread",
    );
    assert.equal(compare({ value: 10, low: 8, high: 12 }, { value: 14, low: 13, high: 16 }).verdict, "differs");
  });
  test("differ by so much", () =>
    assert.deepEqual(compare({ value: 8 }, { value: 10 }), { verdict: "differs", times: 1.25 }));
  test("differ by no share of nothing", () =>
    assert.deepEqual(compare({ value: 0 }, { value: 10 }), { verdict: "differs" }));
  test("are the words where there is no number", () => {
    assert.equal(
      compare({ value: NaN, result: "more than E1000" }, { value: NaN, result: "more than E1000" }).verdict,
      "same",
    );
    assert.equal(
      compare({ value: NaN, result: "more than E1000" }, { value: NaN, result: "less than E1000" }).verdict,
      "differs",
    );
  });
});

describe("ratios of two studies", () => {
  const compare = (one: [number, number], other: [number, number]) => {
    const [left, right] = [one, other].map(([low, high]) => ({
      adapter: "vmxnet3",
      over: "e1000",
      metric: "throughput",
      workload: "tcp-stream",
      low,
      high,
    }));
    assert.ok(left && right);
    return compareRatios(left, right);
  };
  test("are the same where they overlap", () => assert.equal(compare([1.2, 1.6], [1.5, 2]), "same"));
  test("have the same order where both are on one side of 1", () => {
    assert.equal(compare([1.2, 1.2], [1.5, 4.4]), "same order");
    assert.equal(compare([0.5, 0.6], [0.8, 1]), "same order");
  });
  test("differ where they are on either side of 1", () => assert.equal(compare([0.8, 0.8], [1.2, 1.2]), "differs"));
});

test("a difference is written no finer than it is used", () => {
  assert.deepEqual([1.2345, 0.877, 0.996, 2.349, 12.51].map(writeDifference), [
    "23 % more",
    "12 % less",
    "less than 1 % less",
    "2.3 times as much",
    "13 times as much",
  ]);
});

test("titles that begin alike are told apart by their ends", () => {
  assert.equal(
    dropSharedStart(
      "Accesses of virtual adapters, counted in QEMU 7.2",
      "Accesses of virtual adapters, counted in QEMU 10.0",
    ),
    "… QEMU 7.2",
  );
  assert.equal(dropSharedStart("One stream over VMXNET3", "One stream over E1000"), "One stream over VMXNET3");
  assert.equal(dropSharedStart("The same", "The same"), "The same");
});

describe("the conclusion", () => {
  const name = (field: string): string => field.toUpperCase();
  const common = { shared: 1, matched: 0 };
  test("says why not", () =>
    assert.match(
      writeConclusion({ answer: "no", fields: ["host", "cpu"] }, common, name),
      /^Do not compare these numbers: the testbeds differ in HOST and CPU\./,
    ));
  test("says what a difference may be due to where conditions are the same", () =>
    assert.equal(
      writeConclusion({ answer: "no", fields: ["host"] }, { shared: 2, matched: 1 }, name),
      "Differences may come from the testbeds, which differ in HOST.",
    ));
  test("says what is not known", () =>
    assert.match(
      writeConclusion({ answer: "unknown", fields: ["host"] }, common, name),
      /^It is unknown .*: at least one study does not fully state HOST\.$/,
    ));
  test("still wants equal conditions", () =>
    assert.match(
      writeConclusion({ answer: "yes", fields: [] }, common, name),
      /^You can compare measurements that share conditions/,
    ));
  test("says that there is nothing to compare, whatever the testbeds", () =>
    assert.match(
      writeConclusion({ answer: "yes", fields: [] }, { shared: 0, matched: 0 }, name),
      /^Nothing to compare/,
    ));
  test("counts how alike testbeds, values and ratios are", () => {
    assert.equal(
      countFields([
        { field: "host", verdict: "differs" },
        { field: "cpu", verdict: "same" },
        { field: "nic", verdict: "same" },
      ]),
      "Testbeds: 1 field differs, 2 the same",
    );
    assert.equal(
      countAgreements([{ verdict: "same" }, { verdict: "differs", times: 0.9 }, { verdict: "differs", times: 1.5 }]),
      "Measurements under the same conditions: 2 differ, 1 the same. Largest difference: 50 % more",
    );
    assert.equal(countRatios(["same order"]), "Between adapters: 1 ratio points the same way");
    assert.equal(
      countRatios(["same order", "same order", "differs", "same"]),
      "Between adapters: 1 ratio points the opposite way, 2 point the same way, 1 agrees",
    );
  });
  test("counts the fields that are not fully stated", () => {
    const silent = { field: "host", verdict: "not stated" } as const;
    const prose = { field: "client", verdict: "other words" } as const;
    assert.equal(countOpenFields([silent, silent, prose]), "2 fields not fully stated, 1 in other words");
    assert.equal(countOpenFields([silent]), "1 field not fully stated");
    assert.equal(countOpenFields([prose]), "1 field in other words");
  });
});

test("measurements without a partner are counted for each study, or once if both have as many", () => {
  const studies = { a: { name: "Nobel 2013" }, b: { name: "Lab 2026" } };
  assert.equal(titleOthers(1, 1, studies), "Under different conditions: 1 measurement from each study");
  assert.equal(titleOthers(2, 2, studies), "Under different conditions: 2 measurements from each study");
  assert.equal(
    titleOthers(1, 3, studies),
    "Under different conditions: 1 measurement from Nobel 2013, 3 from Lab 2026",
  );
});
