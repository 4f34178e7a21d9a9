import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkRecords } from "../../../../tools/check/check-records.ts";
import { rowsNotDuplicated } from "../../../../tools/check/rules/unique.ts";
import { makeWorld } from "../../../../tools/check/world.ts";
import { parseRecords } from "../../../../tools/records/load-records.ts";
import { fileOf } from "../../../../tools/records/kinds.ts";
import { sayOfRows, soundRow, writeDataset, writeTestbed } from "../support/dataset.ts";
import { schemas, today } from "../support/world.ts";

type Fields = { [field: string]: unknown };

const one: Fields = { ...soundRow, id: "one", conditions: { streams: 16, offloadsOn: ["tso", "lro"] } };
const check = (fields: Fields, dataset: Fields = {}): string[] =>
  sayOfRows(rowsNotDuplicated, [one, { ...one, id: "two", ...fields }], dataset);

describe("rows-not-duplicated", () => {
  const repeats: Fields[] = [
    { value: 3 },
    { precision: "about" },
    { unit: "Mbit/s", value: 2650 },
    { quote: "2.65 it was", locator: "Table 9", note: "Seen again." },
    { conditions: { offloadsOn: ["lro", "tso"], streams: 16 } },
  ];
  for (const fields of repeats)
    it(`takes a row with another ${Object.keys(fields).join(", ")} for the same`, () =>
      assert.deepEqual(check(fields), ['this row has the same adapter, conditions, workload and metric as "one"']));
  it("counts what all rows share as a condition of each", () =>
    assert.equal(check({ conditions: { offloadsOn: ["tso", "lro"] } }, { conditions: { streams: 16 } }).length, 1));

  const others: Fields[] = [
    { adapter: "e1000" },
    { workload: "udp-stream" },
    { metric: "packet-rate", unit: "packets/s" },
    { conditions: { streams: 16 } },
    { conditions: { streams: 4, offloadsOn: ["tso", "lro"] } },
    { kind: "summary", value: undefined, precision: undefined, summary: { mean: 2 } },
  ];
  for (const fields of others)
    it(`tells rows apart by ${JSON.stringify(fields)}`, () => assert.deepEqual(check(fields), []));
  it("tells comparisons apart by their form and by what they are relative to", () => {
    const relative = { ...one, kind: "relative", form: "ratio", unit: undefined, relativeTo: "e1000" };
    const rows = [
      relative,
      { ...relative, id: "two", form: "percent-more" },
      { ...relative, id: "three", relativeTo: "unknown" },
    ];
    assert.deepEqual(sayOfRows(rowsNotDuplicated, rows), []);
    assert.equal(sayOfRows(rowsNotDuplicated, [relative, { ...relative, id: "two" }]).length, 1);
  });
  it("tells loads apart by what they are a part of", () => {
    const load = { ...one, metric: "cpu-utilization", unit: "percent" };
    assert.deepEqual(sayOfRows(rowsNotDuplicated, [load, { ...load, id: "two", unit: "percent-of-core" }]), []);
  });
  it("leaves a row that was copied with its id to row-ids-unique", () => assert.deepEqual(check({ id: "one" }), []));

  /** Findings in two datasets, by file. */
  const checkTwo = (fields: Fields, files?: string[], rows = [one]): string[] => {
    const texts = { first: writeDataset(rows), second: writeDataset(rows, fields) };
    const sources = Object.entries(texts).map(([id, text]) => ({
      kind: "dataset" as const,
      id,
      file: fileOf("dataset", id),
      text,
    }));
    const set = { ...parseRecords(sources), strays: [] };
    const world = makeWorld({ set, schemas, today, ...(files ? { files: new Set(files) } : {}) });
    return checkRecords(world, [rowsNotDuplicated]).map(({ file, message }) => `${file} ${message}`);
  };
  it("finds a study that was written down twice, once", () => {
    const place = "data/datasets/second.yaml data/datasets/first.yaml already has this row";
    assert.deepEqual(checkTwo({}), [`${place}, with the same source and testbed`]);
    const rows = [one, { ...one, id: "two", adapter: "e1000" }];
    assert.deepEqual(checkTwo({ title: "Another title" }, undefined, rows), [
      `${place} and 1 more, with the same source and testbed`,
    ]);
  });
  it("reports it in the file that was asked about", () =>
    assert.match(
      checkTwo({}, ["data/datasets/first.yaml"])[0] ?? "",
      /^data\/datasets\/first.yaml data\/datasets\/second.yaml already has this row,/,
    ));
  it("tells datasets apart by source, platform, testbed and tool", () => {
    for (const fields of [
      { source: "sample-manual" },
      { platform: "kvm" },
      { testbed: writeTestbed({ host: "another" }) },
    ])
      assert.deepEqual(checkTwo(fields), []);
    assert.deepEqual(
      checkTwo({
        method: {
          tool: "netperf",
          version: "unknown",
          commands: [],
          runs: 1,
          durationSeconds: 30,
          description: "As usual.",
        },
      }),
      [],
    );
    assert.equal(checkTwo({ testbed: writeTestbed({ notes: "Other notes." }) }).length, 1);
  });
});
