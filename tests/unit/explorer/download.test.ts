import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { writeRowsCsv, writeRowsJson } from "../../../assets/ts/explorer/show-table.ts";
import { makeMeasurements } from "./measurements.ts";

const measurements = makeMeasurements([
  { id: "fast", value: 4.47, low: 4.4, high: 4.5, result: "4.47\u00A0Gbit/s" },
  { id: "order", kind: "ordinal", value: NaN, unit: "", result: "ahead of E1000" },
]);
const site = "https://example.org/atlas/";

describe("a download", () => {
  test("has a line for each row that is shown, with its source and its page", () => {
    const [head = "", ...lines] = writeRowsCsv([0], measurements, site).trim().split("\r\n");
    assert.equal(lines.length, 1);
    const cells = lines[0]?.split(",") ?? [];
    const cell = (name: string): string | undefined => cells[head.split(",").indexOf(name)];
    assert.deepEqual(
      [cell("id"), cell("adapter"), cell("value"), cell("low"), cell("high"), cell("unit")],
      ["fast", "vmxnet3", "4.47", "4.4", "4.5", "Gbit/s"],
    );
    assert.match(lines[0] ?? "", /"Paper, paper-2010",,https:\/\/example\.org\/atlas\/benchmarks\/paper-2010\/#fast$/);
  });
  test("as JSON carries the question, the licence and no number that was not measured", () => {
    const {
      question,
      licence,
      measurements: rows,
    } = JSON.parse(writeRowsJson([0, 1], measurements, site, "Throughput", `${site}explore/`)) as {
      question: string;
      licence: string;
      measurements: Record<string, unknown>[];
    };
    assert.deepEqual([question, licence, rows.length], ["Throughput", "CC BY 4.0", 2]);
    assert.equal(rows[0]?.result, "4.47 Gbit/s");
    assert.deepEqual([rows[1]?.value, rows[1]?.unit, rows[1]?.kind], [undefined, undefined, "ordinal"]);
  });
});
