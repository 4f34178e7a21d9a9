import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { datasetColumns, writeCsv, writeDatasetCsv } from "../../../tools/compile/csv.ts";
import { makeRow } from "./records.ts";

const cell = (value: string | number | boolean | undefined): string => writeCsv([], [[value]]).split("\r\n")[1] ?? "";

describe("a cell of a CSV file", () => {
  test("is quoted where it holds a comma, a quote or a line end", () => {
    assert.equal(cell("a,b"), '"a,b"');
    assert.equal(cell('6 "about"'), '"6 ""about"""');
    assert.equal(cell("a\nb"), '"a\nb"');
    assert.equal(cell("plain words"), "plain words");
  });
  for (const start of ["=", "+", "-", "@", "\t", "\r"]) {
    test(`cannot start a formula with ${JSON.stringify(start)}`, () => {
      const text = `${start}SUM(A1)`;
      assert.ok(cell(text).replace(/^"/, "").startsWith(`'${start}`));
    });
  }
  test("stays a number where it is one", () => {
    assert.equal(cell(-5), "-5");
    assert.equal(cell(2.65), "2.65");
  });
  test("is empty for what is not there, and says false", () => {
    assert.equal(cell(undefined), "");
    assert.equal(cell(false), "false");
  });
});

describe("the CSV file of a dataset", () => {
  test("has a header and one line per row, each ended by CR LF", () => {
    const csv = writeDatasetCsv([makeRow("slow", "e1000", 2.65, { conditions: { streams: 16 }, quote: "2.65, they say" })]);
    const lines = csv.split("\r\n");
    assert.equal(lines.length, 3);
    assert.equal(lines[0], datasetColumns.join(","));
    const start = "slow,e1000,tcp-stream,throughput,Gbit/s,value,2.65,as-printed,,,,,,,,,";
    assert.ok(lines[1]?.startsWith(start), lines[1]);
    assert.ok(lines[1]?.endsWith(',,,16,,,,"2.65, they say",,,'), lines[1]);
  });

  test("keeps workload in general and workload as a condition apart", () => {
    const csv = writeDatasetCsv([makeRow("row", "e1000", 1, { conditions: { workload: "Order Entry" } })]);
    const [header = "", row = ""] = csv.split("\r\n").map((line) => line.split(","));
    assert.equal(row[header.indexOf("workload")], "tcp-stream");
    assert.equal(row[header.indexOf("conditionsWorkload")], "Order Entry");
  });

  test("has a column for every field that a row may have", () => {
    const { $defs } = JSON.parse(readFileSync(new URL("../../../data/schema/dataset.schema.json", import.meta.url), "utf8")) as {
      $defs: Record<string, { properties?: Record<string, { properties?: object }> }>;
    };
    const rows = ["measurementBase", "valueRow", "summaryRow", "samplesRow", "ordinalRow"];
    const fields = rows.flatMap((name) => Object.keys($defs[name]?.properties ?? {})).filter((name) => name !== "conditions" && name !== "summary");
    const statistics = Object.keys($defs["summaryRow"]?.properties?.["summary"]?.properties ?? {});
    const conditions = Object.keys($defs["conditions"]?.properties ?? {}).map((name) => (name === "workload" ? "conditionsWorkload" : name));
    assert.deepEqual([...datasetColumns].sort(), [...new Set([...fields, ...statistics, ...conditions])].sort());
  });
});
