import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listParts, listWork } from "../../../../tools/site/compile/site/adapters.ts";
import { makeAdapter } from "./records.ts";

type Step = Parameters<typeof listWork>[1][number];

const platforms = [
  {
    id: "vsphere",
    name: "vSphere",
    tools: { powercli: { name: "PowerCLI" }, govc: { name: "govc" }, "vsphere-client": { name: "vSphere Client" } },
  },
  { id: "kvm", name: "KVM", tools: { libvirt: { name: "libvirt" } } },
];
const { platforms: sections } = makeAdapter("vmxnet3");
const adapter = makeAdapter("vmxnet3", {
  platforms: { vsphere: sections.vsphere ?? assert.fail(), kvm: sections.vsphere ?? assert.fail() },
});

/** A step whose id tells it. */
function makeStep(action: Step["action"], tool: Step["tool"] = "govc", platform = "vsphere"): Step {
  return { id: `${action}-${tool}`, action, tool, platform };
}

describe("what is done with an adapter", () => {
  test("is apart for each platform, and a platform without steps is left out", () => {
    assert.deepEqual(
      listWork(adapter, [makeStep("apply"), makeStep("apply", "libvirt", "kvm")], platforms).map(
        ({ platform, apply }) => [platform, apply.map(({ name }) => name)],
      ),
      [
        ["vsphere", ["govc"]],
        ["kvm", ["libvirt"]],
      ],
    );
    assert.deepEqual(listWork(adapter, [], platforms), []);
  });

  test("is in the order of work, and what applies the adapter is apart for each tool", () => {
    const steps = [
      makeStep("prepare", "guest"),
      makeStep("go-back"),
      makeStep("apply"),
      makeStep("clean-up", "guest"),
      makeStep("apply", "powercli"),
      makeStep("prepare"),
    ];
    assert.deepEqual(
      listWork(adapter, steps, platforms)[0]?.apply.map(
        ({ id, name, steps: own }) => `${id} "${name}": ${own.join(" ")}`,
      ),
      [
        'prepare "Before you start": prepare-guest prepare-govc',
        'govc "govc": apply-govc',
        'powercli "PowerCLI": apply-powercli',
        'clean-up "Clean up": clean-up-guest',
        'go-back "Roll back": go-back-govc',
      ],
    );
  });

  test("has settings apart, each with its tool", () => {
    const [work] = listWork(adapter, [makeStep("tune", "powercli"), makeStep("apply")], platforms);
    assert.deepEqual(work?.tune, [{ step: "tune-powercli", tool: "PowerCLI" }]);
    assert.deepEqual(
      work.apply.map(({ id }) => id),
      ["govc"],
    );
  });
});

describe("the sections of an adapter's page", () => {
  test("have an anchor and a title with the adapter's name, and only those with something to show", () => {
    const work = listWork(adapter, [makeStep("apply")], platforms);
    assert.deepEqual(listParts({ ...adapter, drivers: [] }, work), {
      apply: { path: "/adapters/vmxnet3/#apply", title: `Apply ${adapter.name}` },
      evidence: { path: "/adapters/vmxnet3/#evidence", title: `Evidence on ${adapter.name}` },
    });
    const tuned = listWork(adapter, [makeStep("tune")], platforms);
    const driven = makeAdapter("vmxnet3", {
      drivers: [{ family: "linux", where: "box", basis: "stated", sources: [{ source: "manual" }] }],
    });
    assert.deepEqual(Object.keys(listParts(driven, tuned)), ["tune", "drivers", "evidence"]);
  });
});
