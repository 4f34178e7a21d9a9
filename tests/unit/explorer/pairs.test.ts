import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pairRows } from "../../../assets/ts/explorer/pair-rows.ts";
import { writeConclusion } from "../../../assets/ts/explorer/write-conclusion.ts";
import { makeMeasurements } from "./measurements.ts";
import type { Row } from "./measurements.ts";

const pair = (rows: Row[]) => pairRows(makeMeasurements(rows), "a-2010", "b-2012");
const a = (row: Row = {}): Row => ({ study: "a-2010", ...row });
const b = (row: Row = {}): Row => ({ study: "b-2012", ...row });

describe("rows of two studies", () => {
  test("are put side by side when all their conditions are the same", () => {
    const [shared] = pair([a({ conditions: "MTU 1,500" }), b({ conditions: "MTU 9,000" }), b({ conditions: "MTU 1,500" })]);
    assert.deepEqual([shared?.alike, shared?.restOfA, shared?.restOfB], [[[0, 2]], [], [1]]);
  });
  test("are not alike in different units", () => assert.deepEqual(pair([a({ unit: "Gbit/s" }), b({ unit: "percent" })])[0]?.alike, []));
  test("are each taken once", () => assert.deepEqual(pair([a(), a(), b()])[0]?.restOfA, [1]));
  for (const [what, other] of [["adapter", { adapter: "e1000" }], ["metric", { metric: "latency" }], ["workload", { workload: "ping" }], ["part of a count", { part: "reads" }]] as [string, Row][]) {
    test(`are not of the same thing with another ${what}`, () => assert.deepEqual(pair([a(), b(other)]), []));
  }
  test("of an adapter that is not named are not of the same", () => assert.deepEqual(pair([a({ adapter: "unknown" }), b({ adapter: "unknown" })]), []));
});

describe("the conclusion", () => {
  const name = (field: string): string => field.toUpperCase();
  test("says why not", () => assert.match(writeConclusion({ answer: "no", fields: ["host", "cpu"] }, 1, name), /^The numbers may not be compared: the testbeds differ in HOST and CPU\./));
  test("says what is not known", () => assert.match(writeConclusion({ answer: "unknown", fields: ["host"] }, 1, name), /^Whether .* is not known: .* do not fully state HOST\.$/));
  test("still wants equal conditions", () => assert.match(writeConclusion({ answer: "yes", fields: [] }, 1, name), /^The numbers may be compared where the conditions of two rows are the same/));
  test("says that there is nothing to compare, whatever the testbeds", () => assert.match(writeConclusion({ answer: "yes", fields: [] }, 0, name), /^Nothing to compare/));
});
