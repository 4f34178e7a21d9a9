import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { readChoice, filterMeasurements } from "../../../../../assets/ts/explorer/filter.ts";
import type { FacetName } from "../../../../../assets/ts/explorer/measurement-file.ts";
import { facetNames } from "../../../../../assets/ts/explorer/measurement-file.ts";
import { unpackMeasurements } from "../../../../../assets/ts/explorer/measurements.ts";
import { type Atlas, BrokenRecords, createAtlas } from "../../../../../tools/site/compile/records.ts";
import { listMeasurements } from "../../../../../tools/site/compile/explorer/measurements.ts";
import { compileGaps, readGaps } from "../../../../../tools/site/compile/gaps/gaps.ts";
import { compileUncharted } from "../../../../../tools/site/compile/gaps/uncharted.ts";
import { groupRecords } from "../../../../../tools/site/compile/records.ts";
import type { Measurement } from "../../../../../tools/site/compile/records.ts";
import { authoredRecords } from "../../../../authored-records.ts";
import { makeAtlas } from "../records.ts";

const read = (name: string): string => readFileSync(`assets/gaps/${name}`, "utf8");
const schema = JSON.parse(read("uncharted.schema.json")) as object;

describe("the file of what no chart shows", () => {
  const atlas = createAtlas(groupRecords(authoredRecords));
  const gaps = compileGaps(
    readGaps({ text: read("gaps.yaml"), schema: JSON.parse(read("gap.schema.json")) as object }),
    atlas,
  );
  const uncharted = compileUncharted({ text: read("uncharted.yaml"), schema }, gaps, atlas);
  const { file } = listMeasurements(atlas, "0123456789ab");
  const measurements = unpackMeasurements(file);
  const values = Object.fromEntries(facetNames.map((name) => [name, file.facets[name].values])) as Record<
    FacetName,
    string[]
  >;

  for (const { id, rows, recorded } of uncharted) {
    test(`leads to the rows that it counts: ${id}`, () => {
      const query = rows.slice("/explore/".length);
      const choice = readChoice(query, { facets: values, years: [] });
      // Every word of the address was understood.
      assert.equal(
        [...choice.facets.values()].flat().length,
        [...new URLSearchParams(query)].flatMap(([, value]) => value.split(",")).length,
      );
      const found = filterMeasurements(measurements, choice).rows.length;
      assert.ok(found > 0);
      if (recorded.startsWith("Recorded")) assert.match(recorded, new RegExp(`^Recorded (is|are) ${found} rows? of `));
    });
  }
});

describe("a question that no chart answers", () => {
  const entry = (about: string): string =>
    `some:\n  title: Something\n  ${about}\n  why: Too little is known.\n  query: '?metric=latency'\n  charts: []\n  nearest: []\n  gaps: []\n`;
  const compileWith = (about: string, rows: readonly object[]) =>
    compileUncharted({ text: entry(about), schema }, [], withRows(rows));
  const row = (changes: object): object => ({
    kind: "value",
    adapter: "vmxnet3",
    workload: "ping",
    metric: "latency",
    unit: "us",
    value: 20,
    conditions: {},
    ...changes,
  });
  const latency = "metrics: [latency]";

  test("says what is recorded, kind by kind", () => {
    const order = { kind: "ordinal", relation: "better", relativeTo: "e1000" };
    assert.equal(
      compileWith(latency, [row({}), row(order), row({ ...order, adapter: "e1000" })])[0]?.recorded,
      "We recorded 3 rows of 1 study: 1 number without a comparison and 2 orders without a number.",
    );
    assert.equal(compileWith(latency, [])[0]?.recorded, "No rows recorded.");
    assert.match(
      compileWith("settings: [mtu, queues]", [
        row({ metric: "throughput", workload: "tcp-stream", unit: "Mbit/s", conditions: { mtu: 1500 } }),
      ])[0]?.recorded ?? "",
      /^Of 1 row of throughput, packets and requests per second, 1 states an MTU \(1,500\u00A0bytes\) and none a number of queues\. /,
    );
  });
  test("is left out once a study has numbers of two adapters, and only then", () => {
    assert.equal(compileWith(latency, [row({}), row({ adapter: "e1000" })]).length, 0);
    for (const other of [
      {},
      { adapter: "unknown" },
      { adapter: "e1000", workload: "tcp-stream" },
      { adapter: "e1000", metric: "throughput" },
      { adapter: "e1000", kind: "ordinal", relation: "worse", relativeTo: "vmxnet3" },
    ])
      assert.equal(compileWith(latency, [row({}), row(other)]).length, 1, JSON.stringify(other));
  });
  test("is left out once two rows of a study differ in its setting alone, and only then", () => {
    const stream = (conditions: object): object =>
      row({ metric: "throughput", workload: "tcp-stream", unit: "Mbit/s", conditions });
    assert.equal(compileWith("settings: [mtu]", [stream({ mtu: 1500 }), stream({ mtu: 9000 })]).length, 0);
    assert.equal(compileWith("settings: [queues]", [stream({ mtu: 1500 }), stream({ mtu: 9000 })]).length, 1);
    assert.equal(compileWith("settings: [mtu]", [stream({ mtu: 1500 }), stream({ mtu: 9000, vcpus: 4 })]).length, 1);
  });
  test("is refused with a gap that is not there, with its place", () => {
    const text = entry(latency).replace("gaps: []", "gaps: [no-such-gap]");
    assert.throws(
      () => compileUncharted({ text, schema }, [], makeAtlas()),
      (error) =>
        error instanceof BrokenRecords && /uncharted\.yaml:8:10 +some: "no-such-gap" is not a gap/.test(error.message),
    );
  });
});

/** The small atlas with one study of these rows. */
function withRows(rows: readonly object[]): Atlas {
  const atlas = makeAtlas();
  const [study] = atlas.datasets;
  assert.ok(study);
  return {
    ...atlas,
    datasets: [{ ...study, measurements: rows.map((one, index) => ({ id: `row-${index}`, ...one })) as Measurement[] }],
  };
}
