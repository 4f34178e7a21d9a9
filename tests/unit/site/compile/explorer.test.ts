import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readChoice, filterMeasurements } from "../../../../assets/ts/explorer/filter.ts";
import { facetNames } from "../../../../assets/ts/explorer/measurement-file.ts";
import type { FacetName, NumberName } from "../../../../assets/ts/explorer/measurement-file.ts";
import { unpackMeasurements } from "../../../../assets/ts/explorer/measurements.ts";
import {
  describeTestbed,
  listMeasurements,
  nameForAddress,
  toAxisValue,
} from "../../../../tools/site/compile/explorer/measurements.ts";
import { compileExplorerPage, explorerPresets } from "../../../../tools/site/compile/explorer/explorer-page.ts";
import { createAtlas, groupRecords } from "../../../../tools/site/compile/records.ts";
import type { Measurement } from "../../../../tools/site/compile/records.ts";
import { authoredRecords } from "../../../authored-records.ts";
import { makeAtlas, makeDataset, makeRelative, makeRow } from "./records.ts";

const samples = (values: number[], unit: "ms" | "us"): Measurement => {
  const { value: _value, precision: _precision, ...base } = makeRow("s", "vmxnet3", 1, { metric: "latency", unit });
  return { ...base, kind: "samples", samples: values };
};

describe("the columns of the explorer", () => {
  const rows = [
    makeRow("fast", "vmxnet3", 4470, { unit: "Mbit/s", conditions: { guest: "RHEL 9", linkGbps: 10, streams: 4 } }),
    makeRow("reads", "e1000", 2, {
      metric: "register-accesses",
      unit: "accesses/packet",
      conditions: { access: "read" },
    }),
    makeRelative("more", "vmxnet3"),
  ];
  const study = {
    ...makeDataset("study", rows),
    testbed: { ...makeDataset("x", []).testbed, guests: ["Debian 12, 1 vCPU"], linkGbps: [] },
  };
  const { file } = listMeasurements(makeAtlas({ datasets: [study] }), "v1");
  const facet = (name: FacetName, row: number): string | undefined =>
    file.facets[name].values[file.facets[name].codes[row] as number];
  const number = (name: NumberName): (number | null)[] => file.numbers[name];

  test("have a place for every row", () => {
    assert.equal(file.count, 3);
    for (const { codes } of [...Object.values(file.facets), ...Object.values(file.texts)])
      assert.equal(codes.length, 3);
    for (const column of Object.values(file.numbers)) assert.equal(column.length, 3);
  });
  test("bring units of one kind to one, so that they can share an axis", () =>
    assert.deepEqual(
      [number("value")[0], file.texts.unit.values[file.texts.unit.codes[0] as number]],
      [4.47, "Gbit/s"],
    ));
  test("keep the words of the source beside it", () =>
    assert.equal(file.texts.result.values[file.texts.result.codes[0] as number], "4,470\u00A0Mbit/s"));
  test("give a ratio no place on an axis of results", () => assert.equal(number("value")[2], null));
  test("take from the row what it says, else from the testbed", () => {
    assert.deepEqual([facet("guest", 0), facet("guest", 1)], ["rhel-9", "debian-12"]);
    assert.deepEqual([facet("link", 0), facet("link", 1)], ["10", "none"]);
  });
  test("tell a part of a count from the whole", () =>
    assert.deepEqual([facet("part", 0), facet("part", 1)], ["whole", "reads"]));
  test("leave out a condition that a row does not have", () => assert.deepEqual(number("streams"), [4, null, null]));
});

describe("a result on an axis", () => {
  test("is the mean of its samples, from the least to the greatest", () =>
    assert.deepEqual(toAxisValue(samples([1, 2, 6], "ms")), { unit: "us", value: 3000, low: 1000, high: 6000 }));
  test("has no spread where all samples are the same", () =>
    assert.deepEqual(toAxisValue(samples([2, 2], "us")), { unit: "us", value: 2 }));
  test("carries no noise of its conversion", () =>
    assert.equal(toAxisValue(makeRow("a", "e1000", 1.1, { unit: "kB/s" }))?.value, 0.0000088));
});

test("words that come to the same address are told apart", () => {
  assert.deepEqual(
    [...nameForAddress(["Linux 6.1", "Linux, 6.1", "Linux 6.1", "?"]).values()],
    ["linux-6.1", "linux-6.1-2", "other"],
  );
});

test("a testbed leaves out what its source does not state", () => {
  assert.deepEqual(describeTestbed(makeDataset("study", []), "vSphere"), {
    platform: "vSphere",
    link: "not used",
    tool: "iperf",
    runs: "1",
    duration: "30\u00A0s",
  });
});

describe("the authored records", () => {
  const atlas = createAtlas(groupRecords(authoredRecords));
  const { file, guestNames } = listMeasurements(atlas, "v1");
  const measurements = unpackMeasurements(file);
  const page = compileExplorerPage(file, "/x.json", guestNames, atlas);
  const choices = {
    facets: Object.fromEntries(facetNames.map((name) => [name, file.facets[name].values])) as Record<
      FacetName,
      string[]
    >,
    years: page.years,
  };

  test("are all there, counted once in each facet", () => {
    assert.equal(
      file.count,
      atlas.datasets.reduce((sum, dataset) => sum + dataset.measurements.length, 0),
    );
    for (const { name, values } of page.facets)
      assert.equal(
        values.reduce((sum, { count }) => sum + count, 0),
        file.count,
        name,
      );
  });
  test("come with the counts behind what readers come for", () => {
    const { values, codes } = file.facets.metric;
    const [first, last] = [codes[0], codes.at(-1)].map((code) => values[code as number]);
    assert.deepEqual([first, ["register-accesses", "interrupts"].includes(last ?? "")], ["throughput", true]);
  });
  test("have studies in the order of their facet", () =>
    assert.deepEqual(
      file.studies.map(({ id }) => id),
      file.facets.study.values,
    ));
  for (const { title, query } of explorerPresets) {
    test(`answer "${title}" with measurements`, () => {
      const choice = readChoice(query, choices);
      assert.ok(filterMeasurements(measurements, choice).rows.length > 0);
      // Every word of the address was understood.
      assert.equal(
        [...choice.facets.values()].flat().length,
        [...new URLSearchParams(query)].filter(([name]) => name !== "by").flatMap(([, value]) => value.split(","))
          .length,
      );
    });
  }
});
