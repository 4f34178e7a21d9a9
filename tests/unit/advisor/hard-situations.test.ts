import assert from "node:assert/strict";
import { test } from "node:test";
import type { Headline, Status } from "../../../advisor/explain/advice.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor } from "./knowledge.ts";

interface Row {
  given: Situation;
  recommended?: string | null;
  kind?: Headline["kind"];
  /** Field of the first open question. */
  asks?: string;
  status?: Record<string, Status>;
  current?: Status;
  confidence?: string;
}

const host = { iommu: true, sriovNic: true } as const;
const rhel: Situation = { guest: "rhel9-64", platformVersion: "8.0", guestDrivers: true };

/** Situations in which an engineer would notice a wrong answer at once. */
const rows: Record<string, Row> = {
  "nothing is known": { given: {}, kind: "ask", asks: "guest", confidence: "low" },
  "only the platform is known": { given: { platform: "kvm" }, kind: "ask", asks: "guest", confidence: "low" },
  "only the rate is known": { given: { packetRate: 20000 }, kind: "ask", asks: "guest", confidence: "low" },
  "50,000 packets/s": { given: { ...rhel, ...host, packetRate: 50000 }, recommended: "vmxnet3", kind: "use" },
  "50,001 packets/s": { given: { ...rhel, ...host, packetRate: 50001 }, recommended: "vmxnet3", asks: "saveCpu" },
  "99,999 packets/s": { given: { ...rhel, ...host, packetRate: 99999 }, recommended: "vmxnet3", asks: "saveCpu" },
  "80,000 packets/s on an unknown host": {
    given: { ...rhel, packetRate: 80000 },
    recommended: "vmxnet3",
    asks: "saveCpu",
  },
  "80,000 packets/s and scarce CPU": {
    given: { ...rhel, ...host, packetRate: 80000, saveCpu: true },
    recommended: "sriov",
  },
  "100,000 packets/s": { given: { ...rhel, ...host, packetRate: 100000 }, recommended: "sriov", asks: "saveCpu" },
  "100,000 packets/s without SR-IOV": {
    given: { ...rhel, iommu: true, sriovNic: false, packetRate: 100000 },
    recommended: "directpath-io",
    asks: "saveCpu",
  },
  "100,000 packets/s and CPU to spare": {
    given: { ...rhel, ...host, packetRate: 100000, saveCpu: false },
    recommended: "vmxnet3",
  },
  "100,000 packets/s on an unknown host": {
    given: { ...rhel, packetRate: 100000 },
    recommended: "vmxnet3",
    status: { sriov: "conditional", "directpath-io": "conditional" },
  },
  "100,000 packets/s and vMotion": {
    given: { ...rhel, ...host, packetRate: 100000, requires: ["vmotion"] },
    recommended: "vmxnet3",
    status: { sriov: "excluded" },
  },
  "9 Gbit/s in full packets": {
    given: { ...rhel, ...host, throughputGbps: 9, packetBytes: 1500 },
    recommended: "sriov",
  },
  "the same as packets": { given: { ...rhel, ...host, packetRate: 731469 }, recommended: "sriov" },
  "5 million packets/s and CPU to spare": {
    given: { ...rhel, ...host, packetRate: 5_000_000, saveCpu: false },
    recommended: "sriov",
  },
  "very low latency on a host with SR-IOV": {
    given: { ...rhel, ...host, packetRate: 20000, latencySensitive: true },
    recommended: "sriov",
    status: { vmxnet3: "suitable", "directpath-io": "suitable" },
  },
  "very low latency and CPU to spare": {
    given: { ...rhel, ...host, packetRate: 200000, latencySensitive: true, saveCpu: false },
    recommended: "sriov",
  },
  "very low latency on a host with DirectPath I/O alone": {
    given: { ...rhel, iommu: true, sriovNic: false, packetRate: 20000, latencySensitive: true },
    recommended: "vmxnet3",
  },
  "very low latency on an unknown host": {
    given: { ...rhel, packetRate: 20000, latencySensitive: true },
    recommended: "vmxnet3",
    status: { sriov: "conditional" },
  },
  "very low latency and vMotion": {
    given: { ...rhel, ...host, packetRate: 20000, latencySensitive: true, requires: ["vmotion"] },
    recommended: "vmxnet3",
    status: { sriov: "excluded" },
  },
  "NetWare on KVM": { given: { platform: "kvm", guest: "netware6-32" }, recommended: "e1000", confidence: "low" },
  "OS/2 on KVM": { given: { platform: "kvm", guest: "os2-32" }, recommended: "vlance", confidence: "low" },
  "OpenServer on KVM": { given: { platform: "kvm", guest: "openserver6-32" }, recommended: "e1000" },
  "UnixWare on KVM": { given: { platform: "kvm", guest: "unixware7-32" }, recommended: "vlance" },
  "another system on KVM": { given: { platform: "kvm", guest: "other-64" }, recommended: "e1000", confidence: "low" },
  "an adapter that is not offered for the guest": {
    given: { guest: "windows-server-2008-r2-64", platformVersion: "6.0", currentAdapter: "e1000e" },
    recommended: "vmxnet3",
    kind: "change",
    current: "excluded",
  },
  "an adapter that stays": {
    given: { ...rhel, packetRate: 8000, currentAdapter: "vmxnet3" },
    kind: "keep",
    current: "recommended",
  },
  "64 bits without hardware virtualization": {
    given: { guest: "windows-server-2003-64", platformVersion: "3.5", hardwareVirtualization: false },
    kind: "contradiction",
  },
  "virtual hardware that the release does not have": {
    given: { guest: "rhel7-64", platformVersion: "6.0", virtualHardware: 19 },
    kind: "contradiction",
  },
  "HA on KVM": {
    given: { platform: "kvm", platformVersion: "8.2", guest: "rhel9-64", requires: ["ha"], ...host },
    recommended: "virtio-net",
    status: { e1000e: "suitable", sriov: "conditional" },
  },
};

for (const [name, { given, recommended, kind, asks, status = {}, current, confidence }] of Object.entries(rows)) {
  test(name, () => {
    const advice = advisor.advise(given);
    if (recommended !== undefined) assert.equal(advice.recommended, recommended);
    if (kind) assert.equal(advice.headline.kind, kind, advice.headline.text);
    if (asks) assert.equal(advice.openQuestions[0]?.field, asks);
    if (current) assert.equal(advice.current?.status, current);
    if (confidence) assert.equal(advice.confidence.level, confidence);
    for (const [adapter, expected] of Object.entries(status))
      assert.equal(advice.verdicts.find((one) => one.adapter === adapter)?.status, expected, adapter);
    assert.equal(advisor.brief(given).recommended, advice.recommended);
  });
}

test("bulk throughput within the link is not doubted", () => {
  const { warnings } = advisor.advise({ ...rhel, throughputGbps: 20, linkGbps: 25 });
  assert.deepEqual(warnings, []);
});

test("a whole port is priced with the share of it that the traffic uses", () => {
  const given: Situation = { ...rhel, iommu: true, sriovNic: false };
  const needs = (more: Situation): string => advisor.advise({ ...given, ...more }).price?.needs.join("; ") ?? "";
  assert.match(needs({ packetRate: 200_000, packetBytes: 212, linkGbps: 10 }), /whole NIC port, .* about 4 %/);
  assert.match(needs({ throughputGbps: 9, packetBytes: 1500, linkGbps: 10 }), /whole NIC port, .* about 90 %/);
  assert.match(needs({ packetRate: 200_000 }), /whole NIC port$/);
  assert.doesNotMatch(needs({ packetRate: 200_000, sriovNic: true }), /port/);
});
