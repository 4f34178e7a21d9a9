import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readExamples } from "../../../../../tools/site/compile/examples.ts";
import { advisor } from "../../../advisor/knowledge.ts";

/** What must come out, and why: from the evidence, not from what the engine says. */
interface Expected {
  recommended: string | null;
  excluded?: string[];
  suitable?: string[];
  why: string;
  says?: RegExp;
  confidence?: string;
}

const passthrough = ["sriov", "directpath-io"];
const featureLost: Expected = {
  recommended: "vmxnet3",
  excluded: passthrough,
  why: "it is on the lists of what passthrough does without",
};

const expected: Record<string, Expected> = {
  "windows-2019-with-vmotion": {
    recommended: "vmxnet3",
    excluded: passthrough,
    why: "passthrough does not move, and 20,000 packets/s are no reason for it",
  },
  "rhel-9-at-120k": {
    recommended: "sriov",
    suitable: ["directpath-io", "vmxnet3"],
    why: "above 50,000 packets/s passthrough saves CPU, and a virtual function leaves the port to others",
  },
  "rhel-9-at-120k-with-vmotion": featureLost,
  "rhel-9-at-120k-with-overcommit": {
    recommended: "vmxnet3",
    excluded: passthrough,
    why: "passthrough locks all memory of the machine",
  },
  "rhel-9-at-120k-without-sriov": {
    recommended: "directpath-io",
    excluded: ["sriov"],
    why: "the host has no virtual function to give",
  },
  "rhel-9-at-120k-sharing-without-sriov": {
    recommended: "vmxnet3",
    excluded: passthrough,
    why: "DirectPath I/O takes the whole port",
  },
  "rhel-9-at-8k": {
    recommended: "vmxnet3",
    suitable: passthrough,
    why: "at 10,000 packets/s passthrough saves 6 % of one core",
  },
  "windows-2019-without-tools": {
    recommended: "e1000e",
    excluded: ["vmxnet3"],
    why: "Windows brings the vmxnet3 driver from Server 2022 on",
  },
  "windows-2003-on-esx-35-software": {
    recommended: "vmxnet2",
    suitable: ["e1000"],
    why: "enhanced vmxnet answers faster in all cases; throughput is mixed",
  },
  "windows-2003-64-on-esx-35": {
    recommended: "vmxnet2",
    suitable: ["e1000"],
    why: "with hardware virtualization enhanced vmxnet is ahead",
  },
  "rhel-9-rate-unknown": {
    recommended: "vmxnet3",
    suitable: passthrough,
    why: "no advice rests on a rate that nobody has told",
  },
  "rhel-9-at-500k-with-fault-tolerance": featureLost,

  "hardware-4-on-vsphere-4": {
    recommended: "vmxnet2",
    excluded: ["vmxnet3"],
    why: "vmxnet3 needs virtual hardware 7; before it enhanced vmxnet is advised",
  },
  "hardware-7-without-tools": {
    recommended: "e1000",
    excluded: ["e1000e", "vmxnet3"],
    why: "e1000e needs virtual hardware 8, vmxnet3 needs VMware Tools",
  },
  "sriov-on-hardware-9": {
    recommended: "directpath-io",
    excluded: ["sriov"],
    why: "the SR-IOV adapter needs virtual hardware 10",
  },
  "sriov-before-5-1": { recommended: "directpath-io", excluded: ["sriov"], why: "no release before 5.1 has SR-IOV" },
  "upt-with-vmotion": {
    recommended: "vmxnet3",
    excluded: passthrough,
    why: "with a DPU vmxnet3 itself reaches the hardware and still moves",
    says: /DPU/,
  },
  "windows-2022-without-tools": {
    recommended: "vmxnet3",
    suitable: ["e1000e"],
    why: "Windows Server 2022 brings the driver",
  },
  "ubuntu-own-drivers": { recommended: "vmxnet3", why: "Linux has the driver since 2.6.32" },
  "rhel-8-own-drivers": {
    recommended: "vmxnet3",
    excluded: ["e1000"],
    why: "vSphere lists no e1000 for RHEL 8, and RHEL 8 dropped its driver",
  },
  // On virtual hardware from before its own entry vSphere lists it as an older ESXi, to which it offers E1000E.
  "nested-esxi-7": {
    recommended: "vmxnet3",
    excluded: ["e1000", "sriov"],
    suitable: ["e1000e"],
    why: "ESXi 7 has no e1000 driver, and vSphere lists vmxnet3 alone for it on virtual hardware of its time",
  },
  "macos-on-kvm": {
    recommended: "virtio-net",
    suitable: ["vmxnet3"],
    confidence: "low",
    why: "those who run macOS 11 and later found Apple's virtio-net driver in it; one guide denies it",
  },
  "windows-on-kvm-without-virtio": {
    recommended: "e1000e",
    excluded: ["virtio-net"],
    suitable: ["e1000"],
    why: "until the virtio drivers are in, e1000e on q35 or e1000",
  },
  // With the drivers of Windows 98 alone it is pcnet, which it brings: the advice for rtl8139 supposes that its driver can be added.
  "windows-98-on-kvm": {
    recommended: "rtl8139",
    excluded: ["virtio-net"],
    why: "Proxmox keeps rtl8139 for systems from before 2002",
  },
  // vmxnet3 is not in vSphere's list for RHEL 4 either; enhanced vmxnet is.
  "sriov-not-listed-for-guest": {
    recommended: "vmxnet2",
    excluded: ["sriov", "directpath-io", "vmxnet3"],
    why: "vSphere lists no SR-IOV card for RHEL 4",
  },
  "with-ha": featureLost,
  // DirectPath I/O may be in a DRS cluster, where the machine stays on its host: that fits in part only.
  "with-drs": {
    recommended: "vmxnet3",
    excluded: ["sriov"],
    suitable: ["directpath-io"],
    why: "a machine with SR-IOV cannot use DRS",
  },
  "with-snapshots": featureLost,
  "with-hot-add": featureLost,
  "with-sharing": {
    recommended: "sriov",
    excluded: ["directpath-io"],
    why: "a virtual function is a part of the port",
  },
  "with-nioc": { recommended: "vmxnet3", excluded: passthrough, why: "virtual functions have no rate control" },
  "with-nsx-firewall": {
    recommended: "vmxnet3",
    excluded: passthrough,
    why: "filters need the path through the host's software",
  },
  "with-netflow": {
    recommended: "vmxnet3",
    excluded: passthrough,
    why: "the switch does not see the traffic of passthrough",
  },
  "wake-on-lan": {
    recommended: "vmxnet3",
    excluded: ["vlance", "sriov"],
    why: "the list of adapters that wake a machine names vmxnet3",
    says: /Wake on LAN .*S1/,
  },
  "jumbo-on-esx-35": {
    recommended: "vmxnet2",
    excluded: ["e1000", "vlance"],
    why: "e1000 carries jumbo frames from ESX 4.1 on",
  },
  "pxe-without-driver": {
    recommended: "e1000e",
    excluded: ["vmxnet3"],
    why: "the installer sees vmxnet3 as an unknown device",
  },
  "without-iommu": { recommended: "vmxnet3", excluded: passthrough, why: "passthrough needs VT-d or AMD's IOMMU" },
  "cpu-is-not-scarce": {
    recommended: "vmxnet3",
    suitable: passthrough,
    why: "the saving of CPU is the one reason for passthrough",
  },
  "nehalem-32-bit": {
    recommended: "vmxnet3",
    suitable: ["vmxnet2", "e1000"],
    why: "with hardware virtualization the mixed results of 2008 no longer apply",
  },
  // The list of guests for enhanced vmxnet has no Windows 2000: what is left of the family is vmxnet, behind the Flexible adapter.
  "windows-2000-on-vsphere-4": {
    recommended: "vmxnet",
    excluded: ["vmxnet3", "vmxnet2"],
    why: "neither vmxnet3 nor enhanced vmxnet has a driver for Windows 2000",
  },
  "purple-screen-6-0-u2": {
    recommended: "vmxnet3",
    why: "vmxnet3 stays the choice, but LRO crashed hosts of this release",
    says: /could crash/,
  },
  "many-connections-on-kvm": {
    recommended: "virtio-net",
    why: "Proxmox advises as many queues as virtual CPUs for very many connections",
  },

  "firewall-in-a-cluster": {
    recommended: "vmxnet3",
    excluded: passthrough,
    why: "HA does not restart a machine with static passthrough elsewhere, and LRO has to be off",
    says: /LRO/,
  },
  "dpdk-data-plane": {
    recommended: "vmxnet3",
    excluded: passthrough,
    why: "VMware's NFV guide gives a data plane vmxnet3 with its poll mode driver, and vMotion excludes the rest",
  },
  "busy-cache-on-shared-port": {
    recommended: "sriov",
    excluded: ["directpath-io"],
    suitable: ["vmxnet3"],
    why: "the rate pays for passthrough, and only a virtual function leaves the port to others",
  },
  "windows-file-server-on-e1000e": {
    recommended: "vmxnet3",
    suitable: ["e1000e"],
    why: "the vendor's general advice, and 4.66 against 1.88 Gbit/s in one test",
  },
  // The driver for PCNet is in XP's own box, that for e1000 is not: E1000 drivers begin with Windows Server 2003.
  "windows-xp-machine-control": {
    recommended: "vlance",
    excluded: ["vmxnet3", "e1000e"],
    why: "it is the adapter whose driver XP brings",
  },
  "esx-35-without-hardware-virtualization": {
    recommended: "vmxnet2",
    suitable: ["e1000"],
    why: "with software virtualization enhanced vmxnet still answers faster",
    confidence: "low",
  },
  "jumbo-frames-on-vsphere-4-0": {
    recommended: null,
    excluded: ["vmxnet3", "e1000", "e1000e"],
    why: "vmxnet3 needs VMware Tools, e1000 carries jumbo frames from 4.1 on, e1000e comes with 5.0",
  },
  "kvm-router-with-live-migration": {
    recommended: "virtio-net",
    excluded: ["directpath-io"],
    why: "a device of the host does not migrate, and nothing published shows when passthrough pays on KVM",
  },
  "windows-imported-to-kvm": {
    recommended: "virtio-net",
    suitable: ["vmxnet3", "e1000e"],
    why: "vmxnet3 is for imported machines until the virtio drivers are in",
  },
  "trading-gateway": {
    recommended: "sriov",
    suitable: ["vmxnet3"],
    why: "VMware calls SR-IOV beneficial for very low latency, and the host offers it",
    says: /very low latency/,
    confidence: "low",
  },
};

const examples = readExamples(
  {
    text: readFileSync("assets/examples/examples.yaml", "utf8"),
    schema: JSON.parse(readFileSync("assets/examples/example.schema.json", "utf8")) as object,
  },
  advisor,
);

test("every example has an answer that it must get", () => {
  assert.deepEqual(
    examples.map(({ id }) => id),
    Object.keys(expected),
  );
  const count = (name: string): number => examples.filter(({ group }) => group === name).length;
  assert.deepEqual([count("first"), count("more"), count("hard")], [12, 30, 10]);
});

for (const { id, says, situation } of examples) {
  const { recommended, excluded = [], suitable = [], why, says: words, confidence } = expected[id] as Expected;
  test(`${says} ${recommended ?? "No adapter fits"}: ${why}`, () => {
    const { recommended: answered, verdicts, steps, confidence: sure } = advisor.advise(situation);
    assert.equal(answered, recommended);
    if (confidence) assert.equal(sure.level, confidence);
    const statusOf = (adapter: string): unknown => verdicts.find((verdict) => verdict.adapter === adapter)?.status;
    for (const adapter of excluded) assert.equal(statusOf(adapter), "excluded", adapter);
    for (const adapter of suitable) assert.match(String(statusOf(adapter)), /^(?:suitable|conditional)$/, adapter);
    if (words)
      assert.match(
        [...(verdicts[0]?.reasons ?? []).map(({ text }) => text), ...steps.map(({ title }) => title)].join(" "),
        words,
      );
  });
}

test("no machine is told a step of another operating system", () => {
  const systems = new Map([
    ["linux", "Linux"],
    ["windows-server", "Windows"],
    ["windows-client", "Windows"],
    ["freebsd", "FreeBSD"],
  ]);
  for (const { id, situation } of examples) {
    const own = systems.get(advisor.knowledge.guests.find((guest) => guest.id === situation.guest)?.family ?? "");
    const strays = advisor
      .advise(situation)
      .steps.map(({ title }) => title)
      .filter((title) => /^(Linux|Windows|FreeBSD):/.test(title) && !title.startsWith(`${own}:`));
    assert.deepEqual(strays, [], id);
  }
});
