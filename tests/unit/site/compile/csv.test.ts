import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { writeCsv } from "../../../../advisor/csv.ts";
import { datasetColumns, writeDatasetCsv } from "../../../../tools/site/compile/measurement-tables.ts";
import { measureProcessor } from "../../../processor-time.ts";
import { makeRow } from "./records.ts";

const cell = (value: string | number | boolean | undefined): string => writeCsv([], [[value]]).split("\r\n")[1] ?? "";

describe("a cell of a CSV file", () => {
  test("is quoted where it holds a comma, a quote or a line end", () => {
    assert.equal(cell("a,b"), '"a,b"');
    assert.equal(cell('6 "about"'), '"6 ""about"""');
    assert.equal(cell("a\nb"), '"a\nb"');
    assert.equal(cell("a\rb"), '"a\rb"');
    assert.equal(cell("plain words"), "plain words");
  });
  for (const start of ["=", "+", "-", "@", "\t", "\r"]) {
    test(`cannot start a formula with ${JSON.stringify(start)}`, () => {
      const text = `${start}SUM(A1)`;
      assert.ok(cell(text).replace(/^"/, "").startsWith(`'${start}`));
    });
  }
  for (const start of ["＝", "＋", "－", "＠", "  =", "\n="]) {
    test(`cannot start a formula with ${JSON.stringify(start)}, which spreadsheets may read as one`, () => {
      assert.match(cell(`${start}SUM(A1)`), /^"?\s*'[=＝＋－＠]SUM/);
    });
  }
  for (const divider of [";", "; ", "\t", "\n"]) {
    test(`cannot start a formula after ${JSON.stringify(divider)}, where a spreadsheet divides by it`, () => {
      assert.ok(cell(`a${divider}=SUM(A1)`).includes(`${divider}'=SUM`));
    });
  }
  test("is written in a time that grows with its length", async () => {
    const { milliseconds } = await measureProcessor(() => cell("\n".repeat(100_000)));
    assert.ok(milliseconds < 500, `${milliseconds} ms`);
  });
  test("stays a number where a text is one", () => {
    for (const text of ["-5", "+2.65", "0"]) assert.equal(cell(text), text);
    assert.equal(cell("-5+cmd"), "'-5+cmd");
  });
  test("stays a number where it is one", () => {
    assert.equal(cell(-5), "-5");
    assert.equal(cell(2.65), "2.65");
  });
  test("is empty for what is not there, and says false", () => {
    assert.equal(cell(undefined), "");
    assert.equal(cell(false), "false");
  });
});

/** The cells of the first row by their column; for rows without commas before the cells looked at. */
function writtenRow(csv: string): Record<string, string | undefined> {
  const [header = "", row = ""] = csv.split("\r\n");
  const cells = row.split(",");
  return Object.fromEntries(header.split(",").map((name, index) => [name, cells[index]]));
}

describe("the CSV file of a dataset", () => {
  test("has a header and one line per row, each ended by CR LF", () => {
    const csv = writeDatasetCsv([
      makeRow("slow", "e1000", 2.65, { conditions: { streams: 16 }, quote: "2.65, they say" }),
    ]);
    const lines = csv.split("\r\n");
    assert.equal(lines.length, 3);
    assert.equal(lines[0], datasetColumns.join(","));
    const values = writtenRow(csv);
    assert.deepEqual(
      { id: values.id, value: values.value, streams: values.streams, mtu: values.mtu },
      { id: "slow", value: "2.65", streams: "16", mtu: "" },
    );
    assert.ok(lines[1]?.endsWith(',"2.65, they say",,,'), lines[1]);
  });

  test("spreads lists, intervals and what was recorded beside the result over columns of their own", () => {
    const { value: _value, precision: _precision, ...base } = makeRow("row", "e1000", 1);
    const summary = { mean: 2, p999: 9, confidenceInterval: { levelPercent: 99, low: 1, high: 3 } };
    const values = writtenRow(
      writeDatasetCsv([
        {
          ...base,
          kind: "summary",
          summary,
          conditions: { offloadsOff: ["tso", "lro"] },
          observed: { lossPercent: 1 },
        },
      ]),
    );
    assert.deepEqual(
      ["mean", "p999", "intervalPercent", "intervalLow", "intervalHigh", "offloadsOff", "lossPercent"].map(
        (name) => values[name],
      ),
      ["2", "9", "99", "1", "3", "tso lro", "1"],
    );
  });

  test("keeps workload in general and workload as a condition apart", () => {
    const csv = writeDatasetCsv([makeRow("row", "e1000", 1, { conditions: { workload: "Order Entry" } })]);
    const [header = "", row = ""] = csv.split("\r\n").map((line) => line.split(","));
    assert.equal(row[header.indexOf("workload")], "tcp-stream");
    assert.equal(row[header.indexOf("conditionsWorkload")], "Order Entry");
  });

  test("has a column for every field that a row may have", () => {
    const { $defs } = JSON.parse(
      readFileSync(new URL("../../../../data/schema/dataset.schema.json", import.meta.url), "utf8"),
    ) as {
      $defs: Record<string, { properties?: object }>;
    };
    const fieldsOf = (...names: string[]): string[] =>
      names.flatMap((name) => Object.keys($defs[name]?.properties ?? {}));
    // What is a mapping in a row is spread over columns; compared rows are ids within the dataset.
    const spread = new Set(["conditions", "observed", "summary", "confidenceInterval", "rows"]);
    const fields = fieldsOf(
      "measurementBase",
      "unitBase",
      "valueRow",
      "summaryRow",
      "samplesRow",
      "relativeRow",
      "ordinalRow",
      "statistics",
      "observed",
    );
    const conditions = fieldsOf("conditions").map((name) => (name === "workload" ? "conditionsWorkload" : name));
    const interval = ["intervalPercent", "intervalLow", "intervalHigh"];
    const expected = new Set([...fields.filter((name) => !spread.has(name)), ...conditions, ...interval]);
    assert.deepEqual([...datasetColumns].sort(), [...expected].sort());
  });
});
