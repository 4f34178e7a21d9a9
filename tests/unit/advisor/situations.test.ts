import assert from "node:assert/strict";
import { test } from "node:test";
import type { Advice } from "../../../advisor/explain/advice.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor } from "./knowledge.ts";

/** vSphere 8 on a host that has everything, unless a situation says otherwise. */
const usual: Situation = {
  platformVersion: "8.0",
  hardwareVirtualization: true,
  guestDrivers: true,
  iommu: true,
  sriovNic: true,
};

interface Row {
  name: string;
  given: Situation;
  recommended: string | null;
  suitable?: string[];
  conditional?: string[];
  excluded?: string[];
  says?: [string, RegExp][];
}

/** The situations that the project promised first, with what must come out. */
const rows: Row[] = [
  {
    name: "Windows Server 2019, 20,000 packets/s, vMotion",
    given: { guest: "windows-server-2019-64", packetRate: 20000, requires: ["vmotion"] },
    recommended: "vmxnet3",
    excluded: ["sriov", "directpath-io"],
    says: [
      ["sriov", /does not support vMotion/],
      ["directpath-io", /does not support vMotion/],
    ],
  },
  {
    name: "RHEL 9, 120,000 packets/s, nothing required",
    given: { guest: "rhel9-64", packetRate: 120000 },
    recommended: "sriov",
    suitable: ["directpath-io", "vmxnet3"],
    says: [
      ["sriov", /CPU/],
      ["sriov", /virtual function/],
    ],
  },
  {
    name: "the same with vMotion",
    given: { guest: "rhel9-64", packetRate: 120000, requires: ["vmotion"] },
    recommended: "vmxnet3",
    excluded: ["sriov", "directpath-io"],
    says: [["sriov", /Drop the requirement for vMotion/]],
  },
  {
    name: "the same with memory overcommit",
    given: { guest: "rhel9-64", packetRate: 120000, requires: ["memory-overcommit"] },
    recommended: "vmxnet3",
    excluded: ["sriov", "directpath-io"],
    says: [
      ["sriov", /memory has to be reserved/],
      ["directpath-io", /memory is reserved/],
    ],
  },
  {
    name: "the same without an SR-IOV NIC",
    given: { guest: "rhel9-64", packetRate: 120000, sriovNic: false },
    recommended: "directpath-io",
    excluded: ["sriov"],
  },
  {
    name: "the same without an SR-IOV NIC, NIC sharing required",
    given: { guest: "rhel9-64", packetRate: 120000, sriovNic: false, requires: ["nic-sharing"] },
    recommended: "vmxnet3",
    excluded: ["sriov", "directpath-io"],
  },
  {
    name: "RHEL 9, 8,000 packets/s, nothing required",
    given: { guest: "rhel9-64", packetRate: 8000 },
    recommended: "vmxnet3",
    suitable: ["sriov", "directpath-io"],
    says: [["vmxnet3", /about 6 % of one core/]],
  },
  {
    name: "Windows Server 2019 without VMware Tools",
    given: { guest: "windows-server-2019-64", guestDrivers: false },
    recommended: "e1000e",
    excluded: ["vmxnet3"],
    says: [["vmxnet3", /Install VMware Tools/]],
  },
  {
    name: "Windows Server 2003 32-bit on ESX 3.5 without hardware virtualization",
    given: { guest: "windows-server-2003-32", platformVersion: "3.5", hardwareVirtualization: false },
    recommended: "vmxnet2",
    suitable: ["e1000"],
    says: [
      ["vmxnet2", /responds faster/],
      ["vmxnet2", /E1000 uses less CPU/],
    ],
  },
  {
    name: "Windows Server 2003 64-bit on ESX 3.5 with hardware virtualization",
    given: { guest: "windows-server-2003-64", platformVersion: "3.5" },
    recommended: "vmxnet2",
    suitable: ["e1000"],
  },
  {
    name: "RHEL 9, packet rate unknown",
    given: { guest: "rhel9-64" },
    recommended: "vmxnet3",
  },
  {
    name: "500,000 packets/s with fault tolerance",
    given: { guest: "rhel9-64", packetRate: 500000, requires: ["fault-tolerance"] },
    recommended: "vmxnet3",
    excluded: ["sriov", "directpath-io"],
  },
  {
    name: "KVM with restart after a host failure",
    given: { platform: "kvm", platformVersion: "8.2", guest: "rhel9-64", requires: ["ha"] },
    recommended: "virtio-net",
    suitable: ["e1000e", "rtl8139", "igb"],
    conditional: ["sriov", "directpath-io"],
    says: [
      ["virtio-net", /\(HA\) is supported\./],
      ["sriov", /\(HA\) is supported under conditions\. In Proxmox VE, if .* mapped/],
      ["directpath-io", /\(HA\) is supported under conditions\./],
    ],
  },
  {
    name: "KVM with balancing by live migration",
    given: { platform: "kvm", platformVersion: "8.2", guest: "rhel9-64", requires: ["drs"] },
    recommended: "virtio-net",
    suitable: ["e1000e"],
    conditional: ["sriov"],
    excluded: ["directpath-io"],
  },
];

for (const row of rows) {
  test(`advises ${row.recommended} for ${row.name}`, () => {
    const advice = advisor.advise({ ...usual, ...row.given });
    assert.equal(advice.recommended, row.recommended);
    for (const adapter of row.suitable ?? []) assert.equal(verdictOf(advice, adapter).status, "suitable", adapter);
    for (const adapter of row.conditional ?? [])
      assert.equal(verdictOf(advice, adapter).status, "conditional", adapter);
    for (const adapter of row.excluded ?? []) assert.equal(verdictOf(advice, adapter).status, "excluded", adapter);
    for (const [adapter, words] of row.says ?? []) assert.match(wordsOf(advice, adapter), words);
  });
}

test("says that installing VMware Tools changes the answer", () => {
  const advice = advisor.advise({ ...usual, guest: "windows-server-2019-64", guestDrivers: false });
  const point = advice.turningPoints.find(({ field }) => field === "guestDrivers");
  assert.deepEqual([point?.value, point?.recommended], [true, "vmxnet3"]);
});

test("keeps confidence low where the 2008 study points both ways, and says so", () => {
  const advice = advisor.advise({
    ...usual,
    guest: "windows-server-2003-32",
    platformVersion: "3.5",
    hardwareVirtualization: false,
  });
  assert.equal(advice.confidence.level, "low");
  assert.match(advice.confidence.text, /^Low: the evidence points both ways/);
});

test("asks for the packet rate first when it is unknown, with what it would change to", () => {
  const [question] = advisor.advise({ ...usual, guest: "rhel9-64" }).openQuestions;
  assert.equal(question?.field, "packetRate");
  assert.deepEqual(
    question?.answers.map(({ label, recommended }) => [label, recommended]),
    [
      ["Below 100,000", "vmxnet3"],
      ["100,000 or more", "sriov"],
    ],
  );
});

test("spells out the conflict between a high packet rate and fault tolerance", () => {
  const advice = advisor.advise({ ...usual, guest: "rhel9-64", packetRate: 500000, requires: ["fault-tolerance"] });
  assert.deepEqual(
    advice.conflicts.map(({ giveUp, allows }) => [giveUp, allows]),
    [[["fault-tolerance"], "sriov"]],
  );
  assert.match(advice.summary, /^Use VMXNET3\. VMware advises the VMXNET family for every guest that has a driver\./);
});

function verdictOf(advice: Advice, adapter: string) {
  const verdict = advice.verdicts.find((one) => one.adapter === adapter);
  assert.ok(verdict, `no verdict about ${adapter}`);
  return verdict;
}

function wordsOf(advice: Advice, adapter: string): string {
  return verdictOf(advice, adapter)
    .reasons.map(({ text, change = "" }) => `${text} ${change}`)
    .join(" ");
}

test("shows the threshold on both sides of a situation between two", () => {
  const points = (packetRate: number): unknown[] =>
    advisor
      .advise({ ...usual, guest: "rhel9-64", packetRate })
      .turningPoints.filter(({ field }) => field === "packetRate")
      .map(({ direction, value, recommended }) => [direction, value, recommended]);
  assert.deepEqual(points(50000), [["above", 99999, "sriov"]]);
  assert.deepEqual(points(99999), [["above", 99999, "sriov"]]);
  assert.deepEqual(points(100000), [["below", 99999, "vmxnet3"]]);
});
