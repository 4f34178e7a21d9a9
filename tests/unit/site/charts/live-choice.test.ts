import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listPlaces, pickRows } from "../../../../assets/ts/charts/choice.ts";
import { listChoice } from "../../../../tools/site/charts/live-rows.ts";
import { knowledge, rowsOf } from "./support.ts";

const rows = rowsOf("ratios");
const none = new Map<string, string>();

describe("sorting and filtering the ratios", () => {
  test("leaves them as they are drawn while nothing is chosen", () => {
    assert.deepEqual(
      listPlaces(rows, { sort: "", wanted: none }),
      rows.map((_, place) => place),
    );
  });
  test("puts the largest ratio or the newest year first, whatever heading a row stands under", () => {
    const values = listPlaces(rows, { sort: "ratio", wanted: none }).map((place) => Number(rows[place]?.value));
    assert.deepEqual(
      values,
      rows.map(({ value }) => Number(value)).sort((a, b) => b - a),
    );
    const years = listPlaces(rows, { sort: "year", wanted: none }).map((place) => Number(rows[place]?.year));
    assert.deepEqual(
      years,
      rows.map(({ year }) => Number(year)).sort((a, b) => b - a),
    );
  });
  test("keeps the rows of a platform, a workload and either adapter of a pair", () => {
    const pick = (...wanted: [string, string][]) =>
      listPlaces(rows, { sort: "", wanted: new Map(wanted) }).map((place) => rows[place]);
    assert.ok(
      pick(["platform", "kvm"]).length > 0 && pick(["platform", "kvm"]).every((row) => row?.platform === "kvm"),
    );
    assert.deepEqual(pick(["platform", "kvm"], ["workload", "udp-stream"]), []);
    const ofE1000 = pick(["adapter", "e1000"]);
    assert.ok(ofE1000.length > 0 && ofE1000.every((row) => row?.over === "e1000" && row.adapter !== "e1000"));
  });
  test("lets each row stand under its own heading, one for rows that follow each other", () => {
    const sorted = pickRows(rows, listPlaces(rows, { sort: "ratio", wanted: none }));
    assert.deepEqual(
      sorted.map(({ order }) => order),
      sorted.map((_, order) => order),
    );
    const groups = new Map(sorted.map(({ heading, group }) => [heading, group]));
    for (const { heading, group } of sorted) assert.equal(groups.get(heading), group);
    const runs = sorted.filter(({ group }, index) => group !== sorted[index - 1]?.group).length;
    assert.equal(groups.size, runs);
    // A heading that comes again later is another one, or its rows would stand together.
    assert.ok(runs > new Set(rows.map(({ group }) => group)).size);
  });
  test("offers every value that a row has, by its name", () => {
    const [platform, , adapter] = listChoice(["platform", "workload", "adapter"], rows, knowledge);
    assert.deepEqual(platform?.options, [
      { value: "kvm", name: "KVM" },
      { value: "vsphere", name: "vSphere" },
    ]);
    assert.deepEqual(
      new Set(adapter?.options.map(({ value }) => value)),
      new Set(rows.flatMap((row) => [row.adapter, row.over])),
    );
  });
});
