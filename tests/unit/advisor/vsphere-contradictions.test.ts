import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor } from "./knowledge.ts";

const host = { iommu: true, sriovNic: true } as const;
const dpu: Situation = { dpu: true, packetRate: 200_000, platformVersion: "8.0" };
const rhel: Situation = { guest: "rhel9-64" };
const busy: Situation = { packetRate: 60_000, saveCpu: false, vcpus: 2 };

/** What an answer for vSphere says, and what would contradict it or this VM. */
const situations: Record<string, [name: string, given: Situation, headline: string, says: RegExp, never: RegExp][]> = {
  "UPT only with a driver of version 7": [
    ["RHEL 9", { ...rhel, ...dpu }, "Use VMXNET3 with UPT", /modinfo vmxnet3/, /\bGuest drivers\b/],
    ["Ubuntu", { guest: "ubuntu-64", ...dpu }, "Use VMXNET3 with UPT", /all guest memory reserved/, /winPreVista/],
    ["Windows 2019", { guest: "windows-server-2019-64", ...dpu }, "Use VMXNET3 with UPT", /UPT keeps/, /winPreVista/],
    ["Windows 2003", { guest: "windows-server-2003-64", ...dpu }, "Use VMXNET3", /winPreVista/, /UPT/],
    ["FreeBSD 14", { guest: "freebsd14-64", ...dpu, ...host }, "Use SR-IOV passthrough", /./, /UPT/],
    ["OpenBSD", { guest: "openbsd-64", ...dpu }, "Use VMXNET3", /./, /UPT/],
    ["Solaris 11", { guest: "solaris11-64", ...dpu }, "Use VMXNET3", /10\.3\.10/, /UPT/],
    ["RHEL 6", { guest: "rhel6-64", ...dpu }, "Use VMXNET3", /./, /UPT/],
    ["FortiGate", { guest: "fortigate-vm-64", ...dpu }, "Use VMXNET3", /./, /UPT/],
  ],
  "RSS from Windows Vista on": [
    ["XP, many connections", { guest: "windows-xp-32", manyConnections: true }, "Use VMXNET3", /./, /RSS is enabled/],
    ["XP, 60,000", { guest: "windows-xp-32", ...busy }, "Use VMXNET3", /./, /enable RSS|RSS is enabled/],
    [
      "2003, many connections",
      { guest: "windows-server-2003-64", manyConnections: true },
      "Use VMXNET3",
      /./,
      /enable RSS|RSS is enabled/,
    ],
    [
      "2003, RSS required",
      { guest: "windows-server-2003-64", vcpus: 4, requires: ["rss"], platformVersion: "6.7" },
      "Use VMXNET3",
      /RSS and multiqueue do not work with Windows before Vista/,
      /enable RSS|RSS is enabled/,
    ],
    ["2008, 60,000", { guest: "windows-server-2008-64", ...busy }, "Use VMXNET3", /RSS is enabled/, /before Vista/],
    ["Windows 10, 60,000", { guest: "windows-10-64", ...busy }, "Use VMXNET3", /RSS is enabled/, /before Vista/],
  ],
  "reasons that hold for the VM": [
    [
      "DPDK, no Enhanced Data Path",
      { ...rhel, dpdk: true, packetRate: 200_000, enhancedDataPath: false },
      "Use VMXNET3",
      /^DPDK has a poll mode driver for VMXNET3\.$/m,
      /^For the Enhanced Data Path/m,
    ],
    [
      "DPDK, 2,000,000",
      { guest: "palo-alto-vm-series-64", dpdk: true, packetRate: 2_000_000, ...host },
      "Use SR-IOV passthrough",
      /^VMware recommends passthrough above about 50,000 packets\/s if host CPU is the bottleneck\.$/m,
      /2,000,000 packets\/s, SR-IOV passthrough saves host CPU|VMXNET3 only/,
    ],
    [
      "32-bit Solaris",
      { guest: "solaris10-32", guestDrivers: false, currentAdapter: "vlance" },
      "Change Vlance to E1000",
      /E1000 is faster than Vlance/,
      /Vista|64-bit guests/,
    ],
    [
      "32-bit Linux",
      { guest: "other-linux-2-6-32", guestDrivers: false },
      "Use E1000",
      /E1000 is faster than Vlance/,
      /64-bit guests/,
    ],
    [
      "no packet rate",
      { ...rhel, currentAdapter: "sriov", requires: ["vmotion"] },
      "Change SR-IOV passthrough to VMXNET3",
      /VMXNET3 costs host CPU above 50,000 packets\/s/,
      /At this packet rate/,
    ],
    [
      "latency, not throughput",
      { ...rhel, latencySensitive: true, packetRate: 20_000, ...host },
      "Use SR-IOV passthrough",
      /Measure both|measure both/,
      /9 Gbit\/s and more/,
    ],
    [
      "Alpine with PVRDMA",
      { guest: "alpine-64", currentAdapter: "pvrdma" },
      "Change PVRDMA to VMXNET3",
      /If programs in the guest use RDMA/,
      /may use RDMA/,
    ],
  ],
  "steps for the guest": [
    ["FreeBSD 14", { guest: "freebsd14-64", ...busy }, "Use VMXNET3", /MSI-X/, /%DRPRX/],
    ["OpenBSD", { guest: "openbsd-64", ...busy }, "Use VMXNET3", /./, /%DRPRX/],
    ["RHEL 9", { ...rhel, ...busy }, "Use VMXNET3", /%DRPRX/, /MSI-X/],
  ],
  "drivers in doubt": [
    [
      "Windows 11, PXE",
      { guest: "windows-11-64", guestDrivers: false, platformVersion: "8.0", requires: ["pxe-boot"] },
      "Use VMXNET3",
      /^Low: [\s\S]*Windows 11 may lack it/m,
      /^Medium/m,
    ],
    [
      "NetWare 6",
      { guest: "netware6-32", platformVersion: "8.0" },
      "Use VMXNET as the Flexible adapter",
      /no current VMware Tools for this guest/,
      /^Medium/m,
    ],
    [
      "Windows NT 4",
      { guest: "windows-nt-32", platformVersion: "8.0" },
      "Use VMXNET as the Flexible adapter",
      /no current VMware Tools for this guest/,
      /^Medium/m,
    ],
  ],
};

for (const [topic, rows] of Object.entries(situations))
  describe(topic, () => {
    for (const [name, given, headline, says, never] of rows)
      test(`${name}: ${headline}`, () => {
        const advice = advisor.advise(given);
        assert.equal(advice.headline.text, headline);
        const [best] = advice.verdicts;
        const text = [
          advice.why,
          advice.confidence.text,
          ...(advice.price?.needs ?? []),
          ...(best?.reasons ?? []).map((reason) => reason.text),
          ...advice.warnings.map((warning) => warning.text),
          ...advice.steps.flatMap((step) => [step.title, step.text ?? "", ...step.pitfalls]),
        ].join("\n");
        assert.match(text, says);
        assert.doesNotMatch(text, never);
      });
  });
