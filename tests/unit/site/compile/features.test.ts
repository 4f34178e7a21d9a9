import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildCompareTables } from "../../../../tools/site/compile/compare-table.ts";
import { compileFeatures } from "../../../../tools/site/compile/site/features.ts";
import { makeAdapter, makeAtlas, makeRule } from "./records.ts";

const sources = [{ source: "manual" }];
const cell = (support: "yes" | "no") => ({ support, basis: "stated" as const, sources });

function adapter(id: string, support: "yes" | "no", modes: string[] = []) {
  const made = makeAdapter(id);
  const [section] = Object.values(made.platforms);
  if (section) {
    section.compatibility = { vmotion: cell(support) };
    if (modes.length > 0)
      section.modes = Object.fromEntries(
        modes.map((mode) => [
          mode,
          {
            name: mode.toUpperCase(),
            summary: "It is.",
            since: "5.0",
            compatibility: { vmotion: cell("yes") },
            sources,
          },
        ]),
      );
  }
  return made;
}

describe("a feature is told", () => {
  const asks = makeRule("asks", { when: { requires: ["vmotion"] } });
  const atlas = makeAtlas({
    adapters: [adapter("vmxnet3", "yes"), adapter("sriov", "no", ["standby"])],
    rules: [asks, makeRule("asks-not")],
  });
  const tables = buildCompareTables(atlas);
  const features = compileFeatures(atlas, tables);
  const vmotion = features.find(({ id }) => id === "vmotion");
  const [support] = vmotion?.support ?? [];

  test("who says yes and who says no, modes by the name of their adapter too", () => {
    assert.deepEqual(
      support?.answers.map(({ support, columns }) => [support, columns.map(({ fullName }) => fullName)]),
      [
        ["yes", ["VMXNET3", "SRIOV (STANDBY)"]],
        ["no", ["SRIOV"]],
      ],
    );
  });
  test("every adapter and mode with where its cell is", () => {
    assert.deepEqual(
      support?.rows.map(({ name, ofAdapter, path }) => [name, ofAdapter, path]),
      [
        ["VMXNET3", undefined, "/compare/#vsphere-vmotion-vmxnet3"],
        ["SRIOV", undefined, "/compare/#vsphere-vmotion-sriov"],
        ["STANDBY", "SRIOV", "/compare/#vsphere-vmotion-vmxnet3"],
      ],
    );
  });
  test("the rules that ask for it, and its own address", () => {
    assert.deepEqual(vmotion?.rules, ["asks"]);
    assert.equal(vmotion?.path, "/compare/#vmotion");
  });
  test("nothing of a platform that does not have it", () => {
    assert.deepEqual(features.find(({ id }) => id === "live-pause")?.support, []);
  });
});
