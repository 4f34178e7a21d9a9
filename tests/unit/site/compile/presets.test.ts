import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readPresets } from "../../../../tools/site/compile/examples.ts";
import { BrokenRecords } from "../../../../tools/site/compile/records.ts";
import { advisor } from "../../advisor/knowledge.ts";

/** What an engineer would answer to each, and the step that must not be forgotten. */
const expected: Record<string, { recommended: string; excluded: string[]; step?: string }> = {
  "web-front-end": { recommended: "vmxnet3", excluded: ["sriov", "directpath-io"] },
  database: { recommended: "vmxnet3", excluded: ["sriov", "directpath-io"] },
  "domain-controller": { recommended: "vmxnet3", excluded: ["sriov", "directpath-io"] },
  "firewall-appliance": {
    recommended: "vmxnet3",
    excluded: ["sriov", "directpath-io"],
    step: "vmxnet3-lro-off-freebsd",
  },
  "packet-processing": { recommended: "sriov", excluded: ["e1000"], step: "reserve-all-memory" },
  // The installer of RHEL 9 brings the vmxnet3 driver, and the virtual firmware boots from the adapter.
  "network-boot": { recommended: "vmxnet3", excluded: ["e1000"] },
  "windows-xp": { recommended: "vmxnet3", excluded: ["e1000e"] },
  "esx-3-5": { recommended: "vmxnet2", excluded: ["vmxnet3"] },
};

const text = readFileSync("assets/examples/presets.yaml", "utf8");
const schema = JSON.parse(readFileSync("assets/examples/preset.schema.json", "utf8")) as object;
const presets = readPresets({ text, schema }, advisor);

test("every preset has an answer that it must get", () =>
  assert.deepEqual(
    presets.map(({ id }) => id),
    Object.keys(expected),
  ));

for (const { id, label, situation } of presets) {
  const { recommended, excluded, step } = expected[id] ?? { recommended: "", excluded: [] };
  test(`${label} takes ${recommended}`, () => {
    const advice = advisor.advise(situation);
    assert.equal(advice.recommended, recommended);
    for (const adapter of excluded)
      assert.equal(advice.verdicts.find((verdict) => verdict.adapter === adapter)?.status, "excluded", adapter);
    if (step !== undefined)
      assert.ok(
        advice.steps.some((one) => one.id === step),
        step,
      );
  });
}

test("a preset with a guest that the atlas does not have is refused at its place", () => {
  const file = "one:\n  label: One\n  situation: { guest: rhle9-64 }\n";
  assert.throws(
    () => readPresets({ text: file, schema }, advisor),
    (error) =>
      error instanceof BrokenRecords &&
      /^assets\/examples\/presets\.yaml:3:23 {2}one: guest: found "rhle9-64"/.test(error.message),
  );
});
