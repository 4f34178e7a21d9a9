import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AdviceStep } from "../../../advisor/explain/advice.ts";
import { fillStep, nameOldType, prepareSteps } from "../../../advisor/steps/fill-steps.ts";
import type { Findings } from "../../../advisor/engine/engine.ts";
import { knowledge } from "./knowledge.ts";

const planSteps = prepareSteps(knowledge);

/** What a machine is told that has one adapter and is to have the other, by whatever rule that may come. */
function exchange(platform: string, present: string, recommended: string): AdviceStep[] {
  const told = { table: { platform: { id: platform } }, firedRules: [], values: { dpdk: false } };
  return planSteps(told as unknown as Findings, recommended, present).map((step) =>
    fillStep(step, { "old-type": nameOldType(knowledge.adapters, present, platform) }),
  );
}

const pairs = ["vsphere", "kvm"].flatMap((platform) => {
  const adapters = [
    ...new Set(knowledge.steps.filter((step) => step.platform === platform).flatMap((step) => step.adapters)),
  ];
  return adapters.flatMap((present) =>
    adapters.filter((other) => other !== present).map((recommended) => ({ platform, present, recommended })),
  );
});
const isPassed = (adapter: string): boolean => ["sriov", "directpath-io"].includes(adapter);
const words = ({ title, text = "", code = "" }: AdviceStep): string => [title, text, code].join("\n");

/** How each tool takes the place of what is there: a network adapter, and a port that is passed through. QEMU's command line is written anew. */
const outs: Record<string, { adapter: RegExp; port?: RegExp }> = {
  "vsphere-client": {
    adapter: /remove (the old adapter|it in the same dialogue)/,
    port: /remove its PCI device|remove it in the same dialogue/,
  },
  powercli: { adapter: /Remove-NetworkAdapter|Set-NetworkAdapter -Type/, port: /Remove-PassthroughDevice/ },
  govc: { adapter: /device\.remove|govc has no option/, port: /device\.pci\.remove|govc has no option/ },
  terraform: { adapter: /Delete the network_interface block|adapter_type += "(?!sriov)/, port: /Remove pci_device_id/ },
  ansible: { adapter: /state: absent/, port: /Remove the port first with/ },
  vmx: { adapter: /virtualDev =/ },
  libvirt: { adapter: /virsh detach-interface|--edit mac=/, port: /the device is a separate hostdev element/ },
  proxmox: { adapter: /--delete (net0|hostpci0)|sed -n 's\/\^net0/, port: /--delete hostpci0/ },
  qemu: { adapter: /-device/, port: /-device vfio-pci/ },
};

/** The types that tools give a network adapter, where they are told one by name. */
const types: Record<string, { names: RegExp; known: string[] }> = {
  govc: {
    names: /-net\.adapter (\S+)/g,
    known: ["e1000", "e1000e", "pcnet32", "vmxnet2", "vmxnet3", "vmxnet3vrdma", "sriov"],
  },
  terraform: { names: /adapter_type += "([^"]+)"/g, known: ["e1000", "e1000e", "sriov", "vmxnet3", "vmxnet3vrdma"] },
  ansible: {
    names: /device_type(?:: |', 'eq', ')"?([\w{}-]+)/g,
    known: ["e1000", "e1000e", "pcnet32", "vmxnet2", "vmxnet3", "sriov", "pvrdma"],
  },
};

describe("from each adapter to each other", () => {
  test("no tool leaves the old device in", () => {
    for (const { platform, present, recommended } of pairs) {
      const steps = exchange(platform, present, recommended);
      for (const [tool, { adapter, port }] of Object.entries(outs)) {
        const own = steps.filter((step) => step.tool === tool && step.action === "apply");
        const out = present === "directpath-io" ? port : adapter;
        const of = `${platform}, ${tool}: ${present} to ${recommended}`;
        if (own.length > 0) assert.match(own.map(words).join("\n"), out ?? /never/, of);
        if (isPassed(present))
          assert.doesNotMatch(
            own.map(words).join("\n"),
            /Set-NetworkAdapter -Type|virtualDev =|--edit mac=|sed -n 's\/\^net0/,
            of,
          );
      }
    }
  });

  test("no tool is told a type that it does not know, and a device that was passed through has none", () => {
    for (const { platform, present, recommended } of pairs) {
      const steps = exchange(platform, present, recommended);
      for (const { id, tool, code = "" } of steps) {
        const of = `${id}: ${present} to ${recommended}`;
        const { names, known } = types[tool] ?? { names: /(?!)/g, known: [] };
        for (const [, name = ""] of code.matchAll(names))
          if (name !== "{old-type}") assert.ok(known.includes(name), `${of}: ${name}`);
        if (present === "directpath-io")
          assert.doesNotMatch(code, /\{old-type\}|\$old\b|use_static_mac|\{kept-mac\}/, of);
      }
    }
  });

  test("the way back leads to where the machine was", () => {
    for (const { platform, present, recommended } of pairs) {
      const steps = exchange(platform, present, recommended);
      const back = steps.filter(({ action }) => action === "go-back");
      const of = `${platform}: ${present} to ${recommended}`;
      // Nobody is told to make a change that has no steps.
      if (!steps.some(({ action }) => action === "apply")) continue;
      if (platform === "vsphere") {
        assert.ok(back.length > 0, of);
        for (const step of back)
          assert.match(
            words(step),
            isPassed(present)
              ? /add the function or the port as before/
              : isPassed(recommended)
                ? /remove the passed-through device/
                : /(?:replace the new adapter with one|add an adapter) of the old type/,
            `${of}: ${step.id}`,
          );
        // What stays passed through keeps its memory.
        assert.equal(
          steps.some(({ id, code = "" }) => id.startsWith("clear-memory") || code.includes("memory-pin=false")),
          isPassed(present) !== isPassed(recommended),
          of,
        );
      } else {
        const [keys] = back.flatMap(({ tool, code = "" }) =>
          tool === "proxmox" && code.includes(".txt")
            ? [[...code.matchAll(/--(net0|hostpci0) "/g)].map(([, key]) => key)]
            : [],
        );
        if (back.some(({ tool }) => tool === "proxmox"))
          assert.deepEqual(keys, [isPassed(present) ? "hostpci0" : "net0"], of);
      }
    }
  });

  test("a port is given back to its host before functions of it are made", () => {
    for (const [platform, make] of [
      ["vsphere", "sriov-prepare-host"],
      ["kvm", "kvm-create-virtual-functions"],
    ] as const) {
      const at = (present: string): number[] => {
        const ids = exchange(platform, present, "sriov").map(({ title, id }) =>
          title === "Return the passed-through port to the host" ? "give" : id,
        );
        return [ids.indexOf("give"), ids.indexOf(make)];
      };
      const [give = -1, makes = -1] = at("directpath-io");
      assert.ok(give >= 0 && give < makes, platform);
      assert.equal(at("vmxnet3")[0], -1);
    }
  });
});
