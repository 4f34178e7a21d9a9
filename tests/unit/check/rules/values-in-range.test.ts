import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { valuesInRange } from "../../../../tools/check/rules/amounts.ts";
import { sayOfRows, soundRow } from "../support/dataset.ts";

type Fields = { [field: string]: unknown };

const check = (row: Fields): string[] => sayOfRows(valuesInRange, [{ ...soundRow, ...row }]);
const load = (value: number, unit: string, conditions: Fields = {}): Fields => ({
  metric: "cpu-utilization",
  unit,
  value,
  conditions,
});
const relative = (form: string, value: number, fields: Fields = {}): Fields => ({
  kind: "relative",
  form,
  value,
  relativeTo: "e1000",
  ...fields,
});
const plain = { value: undefined, precision: undefined };

const accepted: [what: string, row: Fields][] = [
  ["all of a processor", load(100, "percent")],
  ["no load", load(0, "percent")],
  ["a thread of the host beside each virtual CPU", load(200, "percent-of-core", { vcpus: 1 })],
  ["a thread of the host for each queue", load(600, "percent-of-core", { vcpus: 2, queues: 4 })],
  ["many cores where the virtual CPUs are not known", load(6400, "percent-of-core")],
  ["nothing lost", { metric: "packet-loss", unit: "percent", value: 0 }],
  ["nothing without loss", { metric: "packet-rate", unit: "packets/s", value: 0 }],
  ["a second without traffic among others", { ...plain, kind: "samples", samples: [0, 2, 3] }],
  ["a smallest value of nothing", { ...plain, kind: "summary", summary: { min: 0, max: 3 } }],
  ["a multiple of another result", relative("percent-more", 400, { unit: undefined })],
  [
    "a confidence level and a count beside percentages",
    {
      metric: "packet-loss",
      unit: "percent",
      ...plain,
      kind: "summary",
      summary: { mean: 3, count: 500, confidenceInterval: { levelPercent: 99, low: 2, high: 4 } },
    },
  ],
];

const refused: [message: string, row: Fields][] = [
  ["100.5 is more than 100 percent", load(100.5, "percent")],
  ["201 is more than the 200 of vcpus 1 and queues 1", load(201, "percent-of-core", { vcpus: 1 })],
  ["601 is more than the 600 of vcpus 2 and queues 4", load(601, "percent-of-core", { vcpus: 2, queues: 4 })],
  ["102401 is more than 1024 cores can do", load(102401, "percent-of-core")],
  ["101 is more than 100 percent", { metric: "packet-loss", unit: "percent", value: 101 }],
  [
    "120 is more than 100 percent",
    { metric: "link-utilization", unit: "percent", value: 120, conditions: { linkGbps: 10 } },
  ],
  [
    "120 is more than 100 percent",
    { metric: "packet-loss", unit: "percent", ...plain, kind: "samples", samples: [3, 120, 4] },
  ],
  [
    "-1 is negative, but latency cannot be negative",
    { metric: "latency", unit: "us", ...plain, kind: "summary", summary: { min: -1, max: 3 } },
  ],
  ["-2 is negative, but throughput cannot be negative", { ...plain, kind: "samples", samples: [1, -2, 3] }],
  ["0 is not a valid latency", { metric: "latency", unit: "ms", value: 0 }],
  ["120 is more than the whole of the other result", relative("percent-less", 120, { unit: undefined })],
  ["120 is more than 100 percent", relative("difference-less", 120, { metric: "cpu-utilization", unit: "percent" })],
];

describe("values-in-range", () => {
  for (const [what, row] of accepted) it(`accepts ${what}`, () => assert.deepEqual(check(row), []));
  for (const [message, row] of refused)
    it(`finds that ${message} in a row of ${String(row.metric ?? "throughput")}`, () =>
      assert.deepEqual(check(row), [message]));
});
