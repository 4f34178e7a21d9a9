import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAdvisor } from "../../../../advisor/index.ts";
import { auditFleet } from "../../../../advisor/fleet/judge/audit.ts";
import type { Audit, AuditAdapter } from "../../../../advisor/fleet/judge/audit-types.ts";
import { VERDICTS } from "../../../../advisor/fleet/judge/facts.ts";
import type { FleetAdapter } from "../../../../advisor/fleet/record.ts";
import { headline, sumCosts } from "../../../../advisor/fleet/report/report-words.ts";
import type { Policy } from "../../../../advisor/policy/policy.ts";
import { createPolicyAdvisor } from "../../../../advisor/policy/policy.ts";
import { readSituation } from "../../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../../advisor/questions/situation.ts";
import { fromText } from "../../../../advisor/questions/text-fields.ts";
import { advisor, knowledge } from "../knowledge.ts";
import { fleet } from "./knowledge.ts";
import { makeAdapter, makeFile, makeVsphere } from "./records.ts";
import { fc, randomRuns } from "../../../chance.ts";

const audit = (...records: FleetAdapter[]): Audit => auditFleet([makeFile(records)], advisor, fleet);

/** The situation that a path of the advisor's page opens. */
function openAddress(path: string): Situation {
  const { problems, situation } = readSituation(
    advisor,
    fromText(knowledge, new URL(path, "https://example.org").searchParams),
  );
  assert.deepEqual(problems, [], path);
  return situation;
}

interface Expected {
  verdict: AuditAdapter["verdict"];
  to?: string;
  wave?: string;
  upgrade?: string[];
  missing?: string[];
  /** Ids of errors and warnings, and of notes behind a tilde; all others must not occur. */
  findings?: string[];
}

const vsphere = makeVsphere;
const kvm = (facts: Partial<FleetAdapter>): FleetAdapter => makeAdapter({ platform: "kvm", poweredOn: true, ...facts });
const proxmox = (facts: Partial<FleetAdapter>): FleetAdapter => makeAdapter({ platform: "proxmox", ...facts });

const flexible = (facts: Partial<FleetAdapter>): FleetAdapter =>
  vsphere({
    platformVersion: "5.5",
    virtualHardware: 8,
    guestAsWritten: "win2000ServGuest",
    adapterAsWritten: "PCNet32",
    ...facts,
  });

/** The change waits for the driver, and nobody knows whether the tools that bring it are there. */
const toolsFirst: Expected = {
  verdict: "upgrade-first",
  to: "vmxnet3",
  wave: "tools-first",
  upgrade: ["guest-drivers"],
  missing: ["tools"],
  findings: ["emulated-before-driver"],
};

const rows: [string, FleetAdapter, Expected][] = [
  // What is right stays.
  ["VMXNET3 with VMware Tools", vsphere({}), { verdict: "keep" }],
  ["VMXNET3 in a Linux", vsphere({ guestAsWritten: "Red Hat Enterprise Linux 9 (64-bit)" }), { verdict: "keep" }],
  ["VMXNET3 as the API calls it", vsphere({ adapterAsWritten: "VirtualVmxnet3" }), { verdict: "keep" }],
  ["VMXNET3 in an ESXi", vsphere({ guestAsWritten: "vmkernel7Guest" }), { verdict: "keep" }],
  ["VMXNET3 that is powered off", vsphere({ poweredOn: false, tools: "not-running" }), { verdict: "keep" }],
  ["VMXNET3 in an appliance", vsphere({ guestAsWritten: "f5-big-ip-ve-64" }), { verdict: "keep" }],
  [
    "VMXNET3 without a guest of its own release",
    vsphere({ guestAsWritten: "Windows Server 2016 or later (64-bit)" }),
    { verdict: "keep" },
  ],
  ["virtio", kvm({ adapterAsWritten: "virtio", guestAsWritten: "http://debian.org/debian/12" }), { verdict: "keep" }],
  ["virtio of Proxmox VE", proxmox({ adapterAsWritten: "virtio", guestAsWritten: "l26" }), { verdict: "keep" }],
  [
    "virtio of OVA style",
    kvm({ adapterAsWritten: "virtio-non-transitional", guestAsWritten: "ubuntu24.04" }),
    { verdict: "keep" },
  ],

  // Emulated adapters.
  [
    "E1000E with VMware Tools",
    vsphere({ adapterAsWritten: "E1000e" }),
    { verdict: "change", to: "vmxnet3", wave: "windows", findings: ["emulated-with-driver"] },
  ],
  [
    "E1000E with VMware Tools of which only the version is known",
    vsphere({ adapterAsWritten: "E1000e", tools: "installed" }),
    { verdict: "change", to: "vmxnet3", wave: "windows", findings: ["emulated-with-driver"] },
  ],
  [
    "E1000E without VMware Tools",
    vsphere({ adapterAsWritten: "E1000e", tools: "missing" }),
    {
      verdict: "upgrade-first",
      to: "vmxnet3",
      wave: "tools-first",
      upgrade: ["guest-drivers"],
      findings: ["emulated-before-driver"],
    },
  ],
  [
    "E1000E with tools that do not run",
    vsphere({ adapterAsWritten: "E1000e", tools: "not-running" }),
    {
      verdict: "upgrade-first",
      to: "vmxnet3",
      wave: "tools-first",
      upgrade: ["guest-drivers"],
      findings: ["emulated-before-driver"],
    },
  ],
  ["E1000E of which nobody knows the tools", vsphere({ adapterAsWritten: "E1000e", tools: null }), toolsFirst],
  [
    "E1000E whose guest was reported by VMware Tools",
    vsphere({ adapterAsWritten: "E1000e", tools: null, guestFromTools: "Microsoft Windows Server 2019 (64-bit)" }),
    { verdict: "change", to: "vmxnet3", wave: "windows", findings: ["emulated-with-driver"] },
  ],
  ...([true, false] as const).map((poweredOn): [string, FleetAdapter, Expected] => [
    `E1000E whose guest was reported by VMware Tools that do not run, powered ${poweredOn ? "on" : "off"}`,
    vsphere({
      adapterAsWritten: "E1000e",
      tools: "not-running",
      poweredOn,
      guestFromTools: "Microsoft Windows Server 2019 (64-bit)",
    }),
    { verdict: "change", to: "vmxnet3", wave: "windows", findings: ["emulated-with-driver"] },
  ]),
  [
    "E1000E that is powered off and whose guest nobody reported",
    vsphere({ adapterAsWritten: "E1000e", tools: "not-running", poweredOn: false }),
    toolsFirst,
  ],
  [
    "E1000E whose guest was reported before VMware Tools were removed",
    vsphere({
      adapterAsWritten: "E1000e",
      tools: "missing",
      guestFromTools: "Microsoft Windows Server 2019 (64-bit)",
    }),
    {
      verdict: "upgrade-first",
      to: "vmxnet3",
      wave: "tools-first",
      upgrade: ["guest-drivers"],
      findings: ["emulated-before-driver"],
    },
  ],
  [
    "E1000 in a Linux with the driver in its kernel",
    vsphere({ adapterAsWritten: "e1000", guestAsWritten: "rhel7_64Guest", tools: "missing" }),
    { verdict: "change", to: "vmxnet3", wave: "linux", findings: ["adapter-not-supported", "emulated-with-driver"] },
  ],
  [
    "E1000 that the platform does not support for the guest",
    vsphere({ adapterAsWritten: "E1000" }),
    { verdict: "change", to: "vmxnet3", wave: "windows", findings: ["adapter-not-supported", "emulated-with-driver"] },
  ],
  [
    "E1000 in a FreeBSD",
    vsphere({ adapterAsWritten: "E1000", guestAsWritten: "freebsd13_64Guest" }),
    { verdict: "change", to: "vmxnet3", wave: "others", findings: ["adapter-not-supported", "emulated-with-driver"] },
  ],
  [
    "E1000 in all releases of a range",
    vsphere({ adapterAsWritten: "E1000", guestAsWritten: "CentOS 4/5/6/7 (64-bit)" }),
    { verdict: "change", to: "vmxnet3", wave: "tools-first", findings: ["emulated-with-driver"] },
  ],
  ...(
    [
      ["rhel4_64Guest", "vmxnet2"],
      ["rhel5_64Guest", "vmxnet3"],
      ["sles10_64Guest", "vmxnet3"],
    ] as const
  ).map(([guestAsWritten, to]): [string, FleetAdapter, Expected] => [
    `E1000 in ${guestAsWritten}, whose driver comes with VMware Tools`,
    vsphere({ adapterAsWritten: "E1000", guestAsWritten, virtualHardware: 10 }),
    { verdict: "change", to, wave: "tools-first", findings: ["emulated-with-driver"] },
  ]),
  [
    "rtl8139 in a Debian",
    kvm({ adapterAsWritten: "rtl8139", guestAsWritten: "http://debian.org/debian/12" }),
    { verdict: "change", to: "virtio-net", wave: "linux", findings: ["emulated-with-driver"] },
  ],
  [
    "e1000 of a Windows on KVM, whose drivers no file shows",
    kvm({ adapterAsWritten: "e1000-82545em", guestAsWritten: "http://microsoft.com/win/2k19", tools: "running" }),
    {
      verdict: "upgrade-first",
      to: "virtio-net",
      wave: "tools-first",
      upgrade: ["guest-drivers"],
      missing: ["tools"],
      findings: ["emulated-before-driver"],
    },
  ],
  [
    "e1000 of a type of Proxmox VE that stands for three Windows",
    proxmox({ adapterAsWritten: "e1000", guestAsWritten: "win10", platformVersion: "8.1" }),
    {
      verdict: "upgrade-first",
      to: "virtio-net",
      wave: "tools-first",
      upgrade: ["guest-drivers"],
      missing: ["tools"],
      findings: ["emulated-before-driver"],
    },
  ],
  [
    "vmxnet3 of a Windows on Proxmox VE, which shows no virtio drivers",
    proxmox({ adapterAsWritten: "vmxnet3", guestAsWritten: "win11" }),
    {
      verdict: "upgrade-first",
      to: "virtio-net",
      wave: "tools-first",
      upgrade: ["guest-drivers"],
      missing: ["tools"],
      findings: ["better-adapter"],
    },
  ],
  [
    "VMXNET2 of a Windows, whose driver is of the same package",
    vsphere({ adapterAsWritten: "Vmxnet2", guestAsWritten: "winNetEnterprise64Guest", tools: null }),
    { verdict: "change", to: "vmxnet3", wave: "windows", findings: ["better-adapter"] },
  ],
  [
    "a template with E1000E",
    vsphere({ adapterAsWritten: "E1000e", template: true, poweredOn: false }),
    {
      verdict: "change",
      to: "vmxnet3",
      wave: "templates",
      findings: ["emulated-with-driver", "template-with-wrong-adapter"],
    },
  ],
  ...(["missing", "not-running", null] as const).map((tools): [string, FleetAdapter, Expected] => [
    `a template with E1000E and with tools ${tools}, which has to get the driver first`,
    vsphere({ adapterAsWritten: "E1000e", template: true, poweredOn: false, tools }),
    {
      ...toolsFirst,
      wave: "templates-to-prepare",
      missing: tools === "missing" ? [] : ["tools"],
      findings: ["emulated-before-driver", "template-with-wrong-adapter"],
    },
  ]),
  [
    "a template of old virtual hardware",
    vsphere({
      adapterAsWritten: "E1000",
      guestAsWritten: "rhel6_64Guest",
      virtualHardware: 4,
      template: true,
      poweredOn: false,
    }),
    {
      verdict: "upgrade-first",
      to: "vmxnet3",
      wave: "templates-to-prepare",
      upgrade: ["virtual-hardware"],
      findings: ["emulated-with-driver", "~virtual-hardware-too-old", "template-with-wrong-adapter"],
    },
  ],
  ["a template with VMXNET3", vsphere({ template: true, poweredOn: false }), { verdict: "keep" }],

  // Old virtual hardware.
  [
    "E1000 at virtual hardware that knows no VMXNET3",
    vsphere({ adapterAsWritten: "E1000", guestAsWritten: "rhel6_64Guest", virtualHardware: 4 }),
    {
      verdict: "upgrade-first",
      to: "vmxnet3",
      wave: "hardware-first",
      upgrade: ["virtual-hardware"],
      findings: ["emulated-with-driver", "~virtual-hardware-too-old"],
    },
  ],
  [
    "virtual hardware and drivers that are both too old",
    vsphere({
      adapterAsWritten: "E1000",
      guestAsWritten: "winNetEnterprise64Guest",
      virtualHardware: 4,
      tools: "missing",
    }),
    {
      verdict: "upgrade-first",
      to: "vmxnet3",
      wave: "hardware-first",
      upgrade: ["guest-drivers", "virtual-hardware"],
      findings: ["emulated-before-driver", "~virtual-hardware-too-old"],
    },
  ],
  [
    "VMXNET2 that is no longer supported",
    vsphere({ adapterAsWritten: "Vmxnet2", guestAsWritten: "rhel7_64Guest" }),
    { verdict: "change", to: "vmxnet3", wave: "linux", findings: ["adapter-not-supported"] },
  ],

  ...["winNetEnterpriseGuest", "winNetEnterprise64Guest"].map((guestAsWritten): [string, FleetAdapter, Expected] => [
    `VMXNET2 in ${guestAsWritten}, best until the virtual hardware is newer`,
    vsphere({ adapterAsWritten: "Vmxnet2", guestAsWritten, virtualHardware: 4 }),
    {
      verdict: "upgrade-first",
      to: "vmxnet3",
      wave: "hardware-first",
      upgrade: ["virtual-hardware"],
      findings: ["better-adapter", "~virtual-hardware-too-old"],
    },
  ]),

  // A Flexible adapter is Vlance without VMware Tools and VMXNET with them.
  ["a Flexible adapter with VMware Tools", flexible({}), { verdict: "keep" }],
  [
    "a Flexible adapter in a guest that VMware Tools reported",
    flexible({ tools: null, guestFromTools: "Microsoft Windows 2000" }),
    { verdict: "keep" },
  ],
  [
    "a Flexible adapter without VMware Tools",
    flexible({ tools: "missing" }),
    { verdict: "keep", findings: ["flexible-without-tools"] },
  ],
  [
    "a Flexible adapter of which nobody knows the tools",
    flexible({ tools: null }),
    { verdict: "keep", missing: ["tools"], findings: ["flexible-without-tools"] },
  ],
  ...["rhel3Guest", "netware6Guest"].map((guestAsWritten): [string, FleetAdapter, Expected] => [
    `a Flexible adapter in ${guestAsWritten}`,
    flexible({ guestAsWritten, adapterAsWritten: "VirtualPCNet32" }),
    { verdict: "keep" },
  ]),
  [
    "a Flexible adapter where VMXNET3 has a driver",
    flexible({ adapterAsWritten: "Flexible", guestAsWritten: "winNetEnterpriseGuest" }),
    { verdict: "change", to: "vmxnet3", wave: "windows", findings: ["better-adapter"] },
  ],
  [
    "a Flexible adapter where VMXNET3 has a driver, without VMware Tools",
    flexible({ guestAsWritten: "winNetEnterpriseGuest", tools: "missing" }),
    {
      verdict: "upgrade-first",
      to: "vmxnet3",
      wave: "tools-first",
      upgrade: ["guest-drivers"],
      findings: ["emulated-before-driver"],
    },
  ],
  [
    "Vlance that a file names, which stays Vlance",
    flexible({ adapterAsWritten: "vlance" }),
    { verdict: "change", to: "vmxnet", wave: "windows", findings: ["emulated-with-driver"] },
  ],
  [
    "a Flexible adapter under a generic guest id",
    flexible({ guestAsWritten: "otherLinuxGuest" }),
    { verdict: "ask-vendor", wave: "clusters-appliances", findings: ["~vendor-decides"] },
  ],

  // Features in use.
  [
    "E1000 of a VM that Fault Tolerance protects",
    vsphere({ adapterAsWritten: "E1000e", faultTolerance: true }),
    {
      verdict: "change",
      to: "vmxnet3",
      wave: "windows",
      findings: ["emulated-with-driver", "~fault-tolerance-on"],
    },
  ],
  ["VMXNET3 of a VM that Fault Tolerance protects", vsphere({ faultTolerance: true }), { verdict: "keep" }],
  [
    "SR-IOV of a VM that Fault Tolerance protects",
    vsphere({ adapterAsWritten: "SriovEthernetCard", faultTolerance: true, memoryReserved: true }),
    {
      verdict: "change",
      to: "vmxnet3",
      wave: "clusters-appliances",
      findings: ["passthrough-blocks-cluster", "~fault-tolerance-on"],
    },
  ],

  // Known defects.
  [
    "E1000 where it crashes hosts",
    vsphere({ adapterAsWritten: "E1000", guestAsWritten: "rhel7_64Guest", platformVersion: "5.5", virtualHardware: 9 }),
    {
      verdict: "change",
      to: "vmxnet3",
      wave: "linux",
      findings: ["e1000-rss-crashes-host", "emulated-with-driver"],
    },
  ],
  [
    "VMXNET3 with the VMware Tools that VMware recalled",
    vsphere({
      guestAsWritten: "windows9Server64Guest",
      platformVersion: "6.5",
      virtualHardware: 13,
      toolsVersion: "10.3.0",
    }),
    { verdict: "keep", wave: "fix-now", findings: ["known-crash"] },
  ],
  [
    "E1000 of a release after the crash",
    vsphere({
      adapterAsWritten: "E1000",
      guestAsWritten: "rhel7_64Guest",
      platformVersion: "6.5",
      virtualHardware: 13,
    }),
    { verdict: "change", to: "vmxnet3", wave: "linux", findings: ["adapter-not-supported", "emulated-with-driver"] },
  ],

  [
    "E1000E of a macOS on a release without support for it",
    vsphere({
      adapterAsWritten: "E1000e",
      guestAsWritten: "darwin21_64Guest",
      platformVersion: "8.0",
      virtualHardware: 19,
    }),
    { verdict: "keep", findings: ["~limited-support"] },
  ],
  [
    "E1000E of a macOS on the last release that supports it",
    vsphere({ adapterAsWritten: "E1000e", guestAsWritten: "darwin19_64Guest" }),
    { verdict: "keep" },
  ],

  // Drivers.
  [
    "VMXNET3 that runs without VMware Tools",
    vsphere({ tools: "missing" }),
    { verdict: "keep", wave: "fix-now", findings: ["paravirtual-without-tools"] },
  ],
  [
    "VMXNET3 whose tools do not run",
    vsphere({ tools: "not-running" }),
    { verdict: "keep", findings: ["paravirtual-tools-not-running"] },
  ],
  [
    "VMXNET3 without VMware Tools where the kernel has the driver",
    vsphere({ tools: "missing", guestAsWritten: "rhel9_64Guest" }),
    { verdict: "keep" },
  ],
  ...["freebsd11_64Guest", "freebsd12_64Guest", "freebsd14_64Guest", "debian8_64Guest", "sles12_64Guest"].map(
    (guestAsWritten): [string, FleetAdapter, Expected] => [
      `VMXNET3 without VMware Tools in ${guestAsWritten}`,
      vsphere({ tools: "missing", guestAsWritten }),
      { verdict: "keep" },
    ],
  ),
  [
    "VMXNET3 without VMware Tools in a FreeBSD whose ID stands for many releases",
    vsphere({ tools: "missing", guestAsWritten: "freebsd64Guest" }),
    { verdict: "keep", findings: ["~driver-not-shown"] },
  ],
  [
    "VMXNET3 without VMware Tools in a Linux of unknown kernel",
    vsphere({ tools: "missing", guestAsWritten: "other26xLinux64Guest" }),
    { verdict: "keep", findings: ["~driver-not-shown"] },
  ],
  [
    "E1000 without VMware Tools in a FreeBSD that may have the driver",
    vsphere({ adapterAsWritten: "E1000", tools: "missing", guestAsWritten: "freebsd64Guest" }),
    toolsFirst,
  ],

  // Passthrough.
  [
    "SR-IOV in a cluster with HA and DRS",
    vsphere({ adapterAsWritten: "SriovEthernetCard", clusterHa: true, clusterDrs: true, memoryReserved: true }),
    { verdict: "change", to: "vmxnet3", wave: "clusters-appliances", findings: ["passthrough-blocks-cluster"] },
  ],
  [
    "SR-IOV without reserved memory",
    vsphere({
      adapterAsWritten: "VirtualSriovEthernetCard",
      guestAsWritten: "rhel9_64Guest",
      memoryReserved: false,
      packetRate: 150_000,
    }),
    { verdict: "keep", wave: "fix-now", findings: ["passthrough-memory-not-reserved"] },
  ],
  [
    "SR-IOV at virtual hardware that is too old for it",
    vsphere({
      platformVersion: "6.5",
      virtualHardware: 9,
      adapterAsWritten: "SriovEthernetCard",
      guestAsWritten: "rhel6_64Guest",
      memoryReserved: true,
    }),
    {
      verdict: "upgrade-first",
      to: "sriov",
      wave: "clusters-appliances",
      upgrade: ["virtual-hardware"],
      findings: ["adapter-not-supported", "~virtual-hardware-too-old"],
    },
  ],
  [
    "DirectPath I/O in a cluster with HA",
    vsphere({
      adapterAsWritten: "VirtualPCIPassthrough",
      guestAsWritten: "rhel9_64Guest",
      clusterHa: true,
      memoryReserved: true,
    }),
    { verdict: "change", to: "vmxnet3", wave: "clusters-appliances", findings: ["passthrough-blocks-cluster"] },
  ],
  [
    'the field "Direct Path IO", which is no passthrough',
    vsphere({ directPathField: true, clusterHa: true }),
    { verdict: "keep", findings: ["~direct-path-field"] },
  ],
  ["a virtual function of KVM", kvm({ adapterAsWritten: "hostdev", guestAsWritten: "rhel9-64" }), { verdict: "keep" }],

  // Guests.
  [
    "a guest of another release than configured",
    vsphere({ guestFromTools: "Microsoft Windows Server 2022 (64-bit)" }),
    { verdict: "keep", findings: ["~guest-release-mismatch"] },
  ],
  [
    "a guest of another family than configured",
    vsphere({ guestFromTools: "Ubuntu Linux (64-bit)" }),
    { verdict: "keep", findings: ["guest-mismatch"] },
  ],
  [
    "a guest of another bitness than configured",
    vsphere({ guestAsWritten: "winLonghornGuest", guestFromTools: "Microsoft Windows Server 2016 (64-bit)" }),
    { verdict: "keep", findings: ["guest-mismatch"] },
  ],
  [
    "a guest that tools report better than the configuration",
    vsphere({
      adapterAsWritten: "E1000",
      guestAsWritten: "otherLinux64Guest",
      guestFromTools: "Red Hat Enterprise Linux 7 (64-bit)",
    }),
    {
      verdict: "change",
      to: "vmxnet3",
      wave: "linux",
      findings: ["adapter-not-supported", "emulated-with-driver", "~guest-release-mismatch"],
    },
  ],
  [
    "a release of Ubuntu where vSphere has one ID for all",
    vsphere({ guestAsWritten: "Ubuntu Linux (64-bit)", guestFromTools: "Ubuntu 22.04.3 LTS" }),
    { verdict: "keep" },
  ],
  [
    "a release of Ubuntu other than the configured one",
    vsphere({ guestAsWritten: "ubuntu14.04", guestFromTools: "Ubuntu 22.04.3 LTS" }),
    { verdict: "keep", findings: ["~guest-release-mismatch"] },
  ],
  [
    "a Linux of oVirt without a kernel",
    kvm({ platform: "ovirt", adapterAsWritten: "e1000", guestAsWritten: "other_linux" }),
    { verdict: "ask-vendor", wave: "clusters-appliances", findings: ["~vendor-decides"] },
  ],
  [
    "a Linux of oVirt that the guest agent names",
    kvm({
      platform: "ovirt",
      adapterAsWritten: "virtio",
      guestAsWritten: "other_linux",
      guestFromTools: "Debian GNU/Linux 12",
    }),
    { verdict: "keep", findings: ["~guest-release-mismatch"] },
  ],
  [
    "a guest that tools report worse than the configuration",
    vsphere({ guestAsWritten: "rhel9_64Guest", guestFromTools: "Other 5.x or later Linux (64-bit)" }),
    { verdict: "keep", findings: ["~guest-release-mismatch"] },
  ],
  [
    "a generic guest id",
    vsphere({ adapterAsWritten: "E1000", guestAsWritten: "otherLinux64Guest" }),
    { verdict: "ask-vendor", wave: "clusters-appliances", findings: ["~vendor-decides"] },
  ],
  [
    "SR-IOV under a generic guest id",
    vsphere({ adapterAsWritten: "SriovEthernetCard", guestAsWritten: "Other 3.x or later Linux (64-bit)" }),
    { verdict: "ask-vendor", wave: "clusters-appliances", findings: ["~vendor-decides"] },
  ],
  [
    "the type other of Proxmox VE",
    proxmox({ adapterAsWritten: "e1000", guestAsWritten: "other" }),
    { verdict: "ask-vendor", wave: "clusters-appliances", findings: ["~vendor-decides"] },
  ],
  [
    "an appliance with E1000",
    vsphere({ adapterAsWritten: "E1000", guestAsWritten: "fortigate-vm-64" }),
    { verdict: "ask-vendor", wave: "clusters-appliances", findings: ["~vendor-decides"] },
  ],
  [
    "a router with LRO",
    vsphere({ guestAsWritten: "MikroTik RouterOS CHR" }),
    { verdict: "keep", findings: ["~lro-on-router"] },
  ],
  [
    "a router that VMware Tools name",
    vsphere({ adapterAsWritten: "E1000", guestAsWritten: "debian12_64Guest", guestFromTools: "VyOS 1.4.0 (sagitta)" }),
    {
      verdict: "ask-vendor",
      wave: "clusters-appliances",
      findings: ["adapter-not-listed", "~vendor-decides", "~guest-release-mismatch"],
    },
  ],
  [
    "a router under a guest of another name",
    vsphere({ guestAsWritten: "freebsd14_64Guest", guestFromTools: "pfSense 2.7.2-RELEASE" }),
    { verdict: "keep", findings: ["~lro-on-router"] },
  ],
  [
    "a firewall that a column of the file names",
    vsphere({ adapterAsWritten: "e1000", guestAsWritten: "OPNsense 24.1" }),
    { verdict: "ask-vendor", wave: "clusters-appliances", findings: ["adapter-not-listed", "~vendor-decides"] },
  ],
  [
    "a router of which nobody knows more than the name",
    vsphere({ guestAsWritten: "IPFire" }),
    { verdict: "ask-vendor", wave: "clusters-appliances", findings: ["~vendor-decides", "~lro-on-router"] },
  ],
  ["a VM that is only called a router", vsphere({ machine: "vyos-edge-1", label: "pfSense LAN" }), { verdict: "keep" }],

  // Virtual hardware that the file does not show.
  [
    "E1000 that newer virtual hardware does not support for the guest",
    vsphere({ adapterAsWritten: "E1000", guestAsWritten: "rhel7_64Guest", virtualHardware: null }),
    {
      verdict: "change",
      to: "vmxnet3",
      wave: "linux",
      missing: ["virtualHardware"],
      findings: ["~adapter-support-depends-on-hardware", "emulated-with-driver"],
    },
  ],

  // Facts that are missing.
  ["no adapter type", vsphere({ adapterAsWritten: null }), { verdict: "cannot-tell", missing: ["adapter"] }],
  [
    "an adapter type that no record lists",
    vsphere({ adapterAsWritten: "Quantum3" }),
    { verdict: "cannot-tell", missing: ["adapterName"], findings: ["~adapter-unknown"] },
  ],
  [
    "an adapter type of another platform",
    kvm({ adapterAsWritten: "SriovEthernetCard", guestAsWritten: "rhel9-64" }),
    { verdict: "cannot-tell", missing: ["adapterName"], findings: ["~adapter-unknown"] },
  ],
  ["no guest", vsphere({ guestAsWritten: null }), { verdict: "cannot-tell", missing: ["guest"] }],
  [
    "a guest that libosinfo does not know",
    kvm({ adapterAsWritten: "e1000", guestAsWritten: "http://libosinfo.org/unknown" }),
    { verdict: "cannot-tell", missing: ["guest"] },
  ],
  [
    "a guest that no record lists",
    vsphere({ guestAsWritten: "FooOS 3" }),
    { verdict: "cannot-tell", missing: ["guest"], findings: ["~guest-unknown"] },
  ],
  [
    "neither",
    vsphere({ guestAsWritten: null, adapterAsWritten: null }),
    { verdict: "cannot-tell", missing: ["adapter", "guest"] },
  ],
  [
    "a platform that no record covers",
    makeAdapter({ platform: "workstation", adapterAsWritten: "e1000" }),
    { verdict: "cannot-tell", missing: ["records", "guest"] },
  ],
  [
    "virtual hardware that the release does not have, though the adapter is the recommended one",
    vsphere({
      platformVersion: "8.0",
      virtualHardware: 22,
      adapterAsWritten: "VirtualPCIPassthrough",
      guestAsWritten: "netbsd-64",
      tools: "not-running",
      packetRate: 1_069_760,
    }),
    { verdict: "cannot-tell", findings: ["facts-contradict"] },
  ],
  ["a virtio adapter over vDPA", kvm({ adapterAsWritten: "vdpa", guestAsWritten: "rhel_9x64" }), { verdict: "keep" }],
  [
    "the names of oVirt",
    kvm({ platform: "ovirt", adapterAsWritten: "virtio", guestAsWritten: "windows_2019x64" }),
    { verdict: "keep" },
  ],
  [
    "the names of KubeVirt's preferences",
    kvm({ platform: "kubevirt", adapterAsWritten: "virtio", guestAsWritten: "windows.2k22.virtio" }),
    { verdict: "keep" },
  ],
  ["nothing at all", makeAdapter({}), { verdict: "cannot-tell", missing: ["platform", "adapter", "guest"] }],
  [
    "values that cannot be",
    vsphere({ platformVersion: "next", virtualHardware: -3, packetRate: -1, toolsVersion: "2147483647" }),
    { verdict: "keep" },
  ],
  [
    "an adapter that is not connected",
    vsphere({ connected: false }),
    { verdict: "keep", findings: ["~adapter-disconnected"] },
  ],
];

describe("the audit judges", () => {
  for (const [what, record, expected] of rows)
    test(what, () => {
      const [adapter] = audit(record).adapters;
      assert.ok(adapter);
      const { verdict, to, wave, upgrade, missing, findings } = adapter;
      assert.deepEqual(
        {
          verdict,
          to: to ?? undefined,
          wave: wave ?? undefined,
          upgrade,
          missing: missing.map(({ fact }) => fact),
          // A possible defect says more about the adapter than about the machine.
          findings: findings
            .filter(({ id }) => id !== "possible-defect")
            .map(({ id, severity }) => (severity === "note" ? `~${id}` : id)),
        },
        { to: undefined, wave: undefined, upgrade: [], missing: [], findings: [], ...expected },
      );
    });
});

test("an upgrade of the virtual hardware names the version, and its steps are for that version", () => {
  for (const [record] of rows.flatMap(([, one, { upgrade }]) =>
    upgrade?.includes("virtual-hardware") ? [[one]] : [],
  )) {
    const [adapter] = audit(record as FleetAdapter).adapters;
    const least = knowledge.adapters.find(({ id }) => id === adapter?.to)?.platforms.vsphere?.virtualHardware;
    assert.ok(least !== undefined && least > (record?.virtualHardware ?? 0));
    assert.equal(adapter?.requiredHardware, least);
    assert.equal(adapter?.price?.needs[0], `virtual hardware ${least} or later`);
    assert.equal(adapter?.price?.downtime, true);
    const finding = adapter?.findings.find(({ id }) => id === "virtual-hardware-too-old");
    assert.match(
      finding?.text ?? "",
      new RegExp(`requires virtual hardware ${least} or later\\. Upgrade VMware Tools, create`),
    );
    assert.deepEqual(finding?.evidence, ["finding:compatibility-upgrade-after-tools"]);
    const address = new URL(adapter?.steps ?? "", "https://example.org");
    assert.equal(address.searchParams.get("virtualHardware"), String(least));
  }
  assert.equal(audit(vsphere({ adapterAsWritten: "E1000e" })).adapters[0]?.requiredHardware, null);
});

test("the full advice on an adapter is for the machine after the upgrade, and recommends what the audit does", () => {
  for (const [what, record] of rows) {
    const { adapters, situations } = audit(record);
    const [adapter] = adapters as [AuditAdapter];
    const own = situations[adapter.situation ?? -1];
    if (adapter.to === null || !own) continue;
    assert.equal(own.recommended, adapter.to, what);
    if (adapter.requiredHardware !== null) assert.equal(own.situation.virtualHardware, adapter.requiredHardware, what);
    for (const path of [own.path, adapter.steps ?? ""])
      assert.equal(advisor.advise(openAddress(path)).recommended, adapter.to, `${what}: ${path}`);
  }
});

test("findings cite evidence of the recommended adapter and of the guest's own driver", () => {
  const cite = (facts: Partial<FleetAdapter>, wanted: string): string[] => {
    const [adapter] = audit(vsphere(facts)).adapters;
    const finding = adapter?.findings.find(({ id }) => id === wanted);
    assert.ok(finding, `${wanted} in ${JSON.stringify(adapter?.findings)}`);
    return finding.evidence;
  };
  // Neither guest gets VMXNET3.
  for (const [guestAsWritten, tools] of [
    ["rhel4_64Guest", "running"],
    ["win2000ServGuest", "missing"],
  ] as const) {
    const evidence = cite(
      { guestAsWritten, tools, virtualHardware: 7, adapterAsWritten: "E1000" },
      tools === "running" ? "emulated-with-driver" : "emulated-before-driver",
    );
    assert.ok(evidence.includes("finding:vmxnet-fewer-register-accesses"), guestAsWritten);
    assert.doesNotMatch(evidence.join(), /vmxnet3/, guestAsWritten);
  }
  const windows = cite({ adapterAsWritten: "E1000" }, "emulated-with-driver");
  assert.ok(windows.includes("dataset:nic-lab-2026/vmxnet3-rr1-accesses"));
  assert.ok(!windows.includes("finding:vmxnet-fewer-register-accesses"));
  // A record of the adapter that is replaced says why.
  assert.ok(
    cite(
      { guestAsWritten: "winNetEnterprise64Guest", virtualHardware: 4, adapterAsWritten: "Vmxnet2" },
      "better-adapter",
    ).includes("finding:vmxnet-and-vmxnet2-obsolete"),
  );
  // No rule compares an adapter that the guest does not support with others: rules about passthrough are no reason.
  assert.deepEqual(
    cite(
      { guestAsWritten: "freebsd13_64Guest", virtualHardware: 4, adapterAsWritten: "E1000" },
      "emulated-with-driver",
    ),
    ["source:freebsd-vmx-manual"],
  );
  // That Windows gets a driver with VMware Tools says nothing of Solaris.
  assert.deepEqual(
    cite({ guestAsWritten: "solaris11_64Guest", tools: "missing" }, "paravirtual-without-tools"),
    knowledge.guests.find(({ id }) => id === "solaris11-64")?.platforms.vsphere?.drivers.vmxnet3?.evidence,
  );
});

test("a change that needs VMware Tools has a step that installs them", () => {
  const records = knowledge.guests.flatMap(({ id, platforms }) =>
    platforms.vsphere
      ? [vsphere({ guestAsWritten: id, tools: "missing", adapterAsWritten: "E1000", virtualHardware: 7 })]
      : [],
  );
  let needing = 0;
  for (const { guest, price, steps } of audit(...records).adapters) {
    if (!price?.needs.includes("VMware Tools")) continue;
    needing += 1;
    const ids = advisor.advise(openAddress(steps ?? "")).steps.map(({ id }) => id);
    assert.ok(ids.includes("switch-after-tools") || ids.includes("vmxnet-install-tools"), guest ?? "");
  }
  assert.ok(needing > 50, String(needing));
});

test("a finding cites evidence that the knowledge describes, and leaves no braces", () => {
  for (const { findings } of audit(...rows.map(([, record]) => record)).adapters)
    for (const { text, evidence } of findings) {
      assert.doesNotMatch(text, /[{}]|undefined/);
      for (const reference of evidence)
        assert.ok(knowledge.evidence[reference] ?? fleet.evidence[reference], reference);
    }
});

test("every finding of the records occurs", () => {
  const policy: Policy = { name: "P", requires: ["vmotion"], exclude: { e1000e: "NET-1" }, sha256: "0" };
  const own = createPolicyAdvisor(knowledge, policy);
  const records = [vsphere({ adapterAsWritten: "E1000e" }), vsphere({ adapterAsWritten: "SriovEthernetCard" })];
  const strict: Policy = { ...policy, exclude: Object.fromEntries(knowledge.adapters.map(({ id }) => [id, "NET-2"])) };
  const withRdma: Policy = { ...policy, requires: ["rdma"], exclude: {} };
  const incomplete = makeFile([vsphere({ machine: "a" })], {
    expected: [{ machine: "a", machineId: null, count: 2, place: "vInfo row 2" }],
  });
  const audits = [
    audit(...rows.map(([, record]) => record), ...more),
    auditFleet([makeFile(records)], own, fleet, { policy }),
    auditFleet([incomplete], advisor, fleet),
    auditFleet([makeFile(records)], createPolicyAdvisor(knowledge, strict), fleet, { policy: strict }),
    auditFleet([makeFile(records)], createPolicyAdvisor(knowledge, withRdma), fleet, { policy: withRdma }),
    auditFleet(
      [
        makeFile([
          vsphere({ adapterAsWritten: "Vmxnet2", guestAsWritten: "rhel6_64Guest" }),
          vsphere({ adapterAsWritten: "Vmxnet2", guestAsWritten: "rhel7-32" }),
        ]),
      ],
      advisor,
      fleet,
      { target: "kvm" },
    ),
    auditFleet(
      [makeFile([vsphere({ adapterAsWritten: "SriovEthernetCard", guestAsWritten: "rhel8_64Guest" })])],
      advisor,
      fleet,
      {
        target: "kvm",
      },
    ),
  ];
  const found = new Set(
    audits.flatMap(({ adapters }) => adapters.flatMap(({ findings }) => findings.map(({ id }) => id))),
  );
  assert.deepEqual(
    fleet.findings.map(({ id }) => id).filter((id) => !found.has(id)),
    [],
  );
});
const more: FleetAdapter[] = [
  kvm({ adapterAsWritten: "pcnet", guestAsWritten: "windows-server-2022-64" }),
  kvm({ adapterAsWritten: "vmxnet3", guestAsWritten: "windows-server-2022-64" }),
  kvm({ adapterAsWritten: "e1000", guestAsWritten: "windows-2000-32" }),
  vsphere({ platformVersion: "4.0", virtualHardware: 7, guestAsWritten: "windows-server-2003-64" }),
  vsphere({ adapterAsWritten: "E1000", guestAsWritten: "rhel8_64Guest" }),
  vsphere({ adapterAsWritten: "VirtualVmxnet3", guestAsWritten: "otherLinux64Guest" }),
];

test("templates that lack a driver or virtual hardware are prepared after the templates that can be changed", () => {
  const facts = { adapterAsWritten: "E1000e", poweredOn: false, template: true } as const;
  const { summary } = audit(
    vsphere({ adapterAsWritten: "E1000e", machine: "vm" }),
    vsphere({ ...facts, tools: "missing", machine: "template to prepare" }),
    vsphere({ ...facts, machine: "template" }),
  );
  assert.deepEqual(
    summary.waves.map(({ id }) => id),
    ["templates", "templates-to-prepare", "windows"],
  );
});

test("Fault Tolerance and high latency sensitivity are in the situation", () => {
  const [situation] = audit(vsphere({ faultTolerance: true, latencySensitive: true })).situations;
  assert.deepEqual([situation?.situation.requires, situation?.situation.latencySensitive], [["fault-tolerance"], true]);
});

test("a change names its price, its gain and the page with the steps", () => {
  const [adapter] = audit(vsphere({ adapterAsWritten: "E1000e" })).adapters;
  assert.equal(adapter?.price?.downtime, true);
  assert.ok(adapter?.price?.cleanUp.some((title) => title.includes("hidden old adapter")));
  assert.match(adapter?.effect?.text ?? "", /VMXNET3 reached/);
  assert.ok((adapter?.effect?.evidence.length ?? 0) > 0);
  assert.match(adapter?.steps ?? "", /^\/advisor\/\?.*currentAdapter=e1000e/);
  assert.equal(adapter?.confidence, "medium");
});

test("a virtual hardware version that is only assumed is no reason", () => {
  const [adapter] = audit(
    vsphere({ adapterAsWritten: "Vmxnet2", guestAsWritten: "rhel7_64Guest", virtualHardware: null }),
  ).adapters;
  const finding = adapter?.findings.find(({ id }) => id === "adapter-not-supported");
  assert.equal(
    finding?.text,
    "VMware vSphere does not support VMXNET2 (Enhanced) for Red Hat Enterprise Linux 7 (64-bit).",
  );
});

test("a missing fact comes with the command of the file's own platform", () => {
  const commandOf = (record: FleetAdapter): string | null | undefined => audit(record).adapters[0]?.missing[0]?.command;
  assert.equal(commandOf(vsphere({ adapterAsWritten: null })), "govc device.info -json -vm VM");
  assert.equal(commandOf(kvm({ guestAsWritten: "rhel9-64" })), "virsh dumpxml VM");
  assert.equal(commandOf(proxmox({ guestAsWritten: "l26" })), "qm config VMID");
  assert.equal(commandOf(kvm({ platform: "rhv", guestAsWritten: "rhel9-64" })), "virsh dumpxml VM");
  const isOf = (platform: string, fact: string, facts: Partial<FleetAdapter>): string | null | undefined =>
    audit(makeAdapter({ platform, ...facts })).adapters[0]?.missing.find((one) => one.fact === fact)?.command;
  const guestAsWritten = "rhel9-64";
  assert.match(isOf("nutanix", "adapterName", { guestAsWritten, adapterAsWritten: "DIRECT_NIC" }) ?? "", /^acli /);
  assert.match(isOf("hyper-v", "adapter", { guestAsWritten }) ?? "", /^Get-VMNetworkAdapter /);
  assert.match(isOf("hyper-v", "guest", { adapterAsWritten: "legacy" }) ?? "", /Msvm_KvpExchangeComponent/);
  assert.match(isOf("vmware-workstation", "adapter", { guestAsWritten }) ?? "", /^vmrun .*virtualDev$/);
  assert.match(isOf("ovirt", "adapterName", { guestAsWritten, adapterAsWritten: "FooNic" }) ?? "", /ovirt-engine/);
  assert.equal(
    isOf("kubevirt", "adapterName", { guestAsWritten, adapterAsWritten: "FooNic" }),
    "kubectl get vmi VM -o yaml",
  );
});

test("a purple screen that two records describe is one finding with the evidence of both", () => {
  const [adapter] = audit(
    vsphere({
      adapterAsWritten: "E1000",
      guestAsWritten: "windows8Server64Guest",
      platformVersion: "5.1",
      virtualHardware: 9,
    }),
  ).adapters;
  const crashes = adapter?.findings.filter(({ evidence }) => evidence.some((one) => /purple-screen/.test(one)));
  assert.deepEqual(
    crashes?.map(({ id, severity, evidence }) => [id, severity, evidence]),
    [["e1000-rss-crashes-host", "warning", ["finding:e1000-rss-purple-screen", "finding:e1000-purple-screen-5x"]]],
  );
  assert.match(
    crashes?.[0]?.text ?? "",
    /^Guests with E1000 and RSS crashed .* does not show whether RSS is enabled\.$/,
  );
});

test("the order of work has each error, and one shutdown for each machine that runs", () => {
  const linux = { guestAsWritten: "rhel8_64Guest", platformVersion: "8.0", virtualHardware: 19 };
  const cluster = { clusterHa: true, clusterDrs: true, memoryReserved: true };
  const { adapters, summary } = audit(
    vsphere({ ...linux, ...cluster, machine: "two", machineId: "vm-1", adapterAsWritten: "SriovEthernetCard" }),
    vsphere({ ...linux, machine: "two", machineId: "vm-1", adapterAsWritten: "E1000" }),
    vsphere({ ...linux, machine: "off", machineId: "vm-2", adapterAsWritten: "E1000", poweredOn: false }),
    vsphere({ machine: "broken", machineId: "vm-3", tools: "missing" }),
    vsphere({ machine: "fine", machineId: "vm-4" }),
    // Newer virtual hardware than the host supports, so that no verdict is possible.
    vsphere({ machine: "contradictory", machineId: "vm-5", virtualHardware: 22, tools: "missing" }),
  );
  assert.equal(adapters.at(-1)?.verdict, "cannot-tell");
  assert.deepEqual(
    adapters.map(({ wave }) => wave),
    ["clusters-appliances", "clusters-appliances", "linux", "fix-now", null, "fix-now"],
  );
  assert.deepEqual(
    summary.waves.map(({ id, count }) => [id, count]),
    [
      ["fix-now", 2],
      ["linux", 1],
      ["clusters-appliances", 2],
    ],
  );
  assert.equal(headline(summary), "5 of 6 adapters need work");
  assert.equal(sumCosts({ adapters }).downtime, 1);
});

test("a word of a tool for a type that it leaves open is no spelling to report", () => {
  const { adapters } = audit(
    makeAdapter({ platform: "ovirt", adapterAsWritten: "rtl8139_virtio", guestAsWritten: "rhel_8x64" }),
    vsphere({ adapterAsWritten: "Unknown" }),
    makeAdapter({ platform: "nutanix", adapterAsWritten: "DIRECT_NIC", guestAsWritten: "rhel9-64" }),
  );
  assert.deepEqual(
    adapters.map(({ verdict, findings, missing: [first] }) => [verdict, findings.length, first?.command]),
    [
      ["cannot-tell", 0, "virsh -r dumpxml VM"],
      ["cannot-tell", 0, "govc device.info -json -vm VM"],
      ["cannot-tell", 0, "acli vm.get VM"],
    ],
  );
  for (const { missing } of adapters) assert.doesNotMatch(missing[0]?.text ?? "", /No record lists/);
});

test("the id of a guest is left out where its name stands for several", () => {
  const { adapters } = audit(
    proxmox({ adapterAsWritten: "virtio", guestAsWritten: "win10" }),
    vsphere({ guestAsWritten: "freebsd14_64Guest", guestFromTools: "pfSense 2.7.2-RELEASE" }),
    vsphere({}),
  );
  assert.deepEqual(
    adapters.map(({ guest, guestName }) => [guest, guestName]),
    [
      [null, "win10"],
      [null, adapters[1]?.guestName],
      ["windows-server-2019-64", "Windows Server 2019"],
    ],
  );
  assert.ok(adapters[0]?.guests.includes("windows-server-2019-64"));
  assert.deepEqual([adapters[1]?.guests, adapters[2]?.guests], [[], ["windows-server-2019-64"]]);
});

test("passthrough that moves has to be assigned again, and is in the order of work", () => {
  const record = vsphere({
    adapterAsWritten: "SriovEthernetCard",
    guestAsWritten: "rhel8_64Guest",
    virtualHardware: 13,
  });
  const [moved] = auditFleet([makeFile([record])], advisor, fleet, { target: "kvm" }).adapters;
  assert.deepEqual(
    [moved?.verdict, moved?.wave, moved?.findings.map(({ id }) => id)],
    ["keep", "clusters-appliances", ["passthrough-after-move"]],
  );
});

test("machines of which rows are missing are named, also those that have none", () => {
  const file = makeFile([vsphere({ machine: "a", machineId: "vm-1" }), vsphere({ machine: "b", machineId: "vm-2" })], {
    expected: [
      { machine: "a", machineId: "vm-1", count: 2, place: "vInfo row 2" },
      { machine: "b", machineId: "vm-2", count: 1, place: "vInfo row 3" },
      { machine: "c", machineId: "vm-3", count: 1, place: "vInfo row 4" },
    ],
  });
  const { adapters, summary, files } = auditFleet([file], advisor, fleet);
  assert.deepEqual(
    adapters.map(({ machine, verdict, findings }) => [
      machine,
      verdict,
      findings.map(({ id, text }) => `${id}: ${text}`),
    ]),
    [
      ["a", "keep", ["adapters-missing: The file states 2 adapters for this VM and describes 1 of them."]],
      ["b", "keep", []],
      ["c", "cannot-tell", ["adapters-missing: The file states 1 adapter for this VM and describes 0 of them."]],
    ],
  );
  assert.equal(adapters[2]?.place, "vInfo row 4");
  assert.equal(summary.verdicts["cannot-tell"], 1);
  assert.deepEqual([files[0]?.adapters, summary.adapters, summary.undescribed], [2, 2, 1]);
});

test("the advisor answers a situation once, however many machines are in it", () => {
  let asked = 0;
  const counting = {
    ...advisor,
    advise: (situation: Parameters<typeof advisor.advise>[0]) => {
      asked += 1;
      return advisor.advise(situation);
    },
  };
  const records = Array.from({ length: 1000 }, (_, at) =>
    vsphere({ machine: `vm${at}`, adapterAsWritten: at % 2 ? "E1000e" : "Vmxnet3", packetRate: 1000 + (at % 10) }),
  );
  const { situations, summary } = auditFleet([makeFile(records)], counting, fleet);
  assert.ok(asked <= 4, `${asked} questions`);
  assert.equal(situations.length, 2);
  assert.deepEqual(
    situations.map(({ adapters }) => adapters),
    [500, 500],
  );
  assert.equal(summary.adapters, 1000);
});

test("packet rates are rounded, but not across a threshold of a rule", () => {
  const rateOf = (packetRate: number): unknown => audit(vsphere({ packetRate })).situations[0]?.situation.packetRate;
  assert.equal(rateOf(12_345), 12_000);
  assert.equal(rateOf(49_999), 49_999);
  assert.equal(rateOf(50_001), 50_001);
});

test("vCPUs bear on findings, and are in the situation and in the links", () => {
  const machine = (vcpus: number | null): FleetAdapter =>
    kvm({ adapterAsWritten: "virtio", guestAsWritten: "Microsoft Windows Server 2022 (64-bit)", vcpus });
  const { adapters, situations } = audit(machine(2), machine(64), machine(72), machine(null));
  const problemsOf = ({ findings }: AuditAdapter): string[] =>
    findings.flatMap(({ evidence }) => evidence.filter((id) => id === "finding:windows-virtio-60-processors-drops"));
  assert.deepEqual(
    adapters.map((adapter) => problemsOf(adapter).length),
    [0, 1, 1, 0],
  );
  assert.deepEqual(
    situations.map(({ situation, path }) => [situation.vcpus, new URLSearchParams(path.split("?")[1]).get("vcpus")]),
    [
      [2, "2"],
      [64, "64"],
      [72, "72"],
      [undefined, null],
    ],
  );
  const [change] = audit(vsphere({ adapterAsWritten: "E1000e", vcpus: 12 })).adapters;
  assert.match(change?.steps ?? "", /&vcpus=12\b/);
});

test("a policy that requires Fault Tolerance lowers the confidence for a machine with too many vCPUs", () => {
  const policy: Policy = { name: "Contoso", requires: ["fault-tolerance"], exclude: {}, sha256: "ab" };
  const own = createPolicyAdvisor(knowledge, policy);
  const records = [8, 9].map((vcpus) => vsphere({ platformVersion: "8.0", vcpus }));
  const { adapters } = auditFleet([makeFile(records)], own, fleet, { policy });
  assert.deepEqual(
    adapters.map(({ confidence }) => confidence),
    ["medium", "low"],
  );
});

test("the advisor is asked once for numbers of vCPUs between which no record makes a difference", () => {
  const asked: unknown[] = [];
  const counting: typeof advisor = {
    ...advisor,
    advise: (situation) => (asked.push(situation), advisor.advise(situation)),
  };
  const counts = Array.from({ length: 64 }, (_, at) => at + 1);
  const shared = auditFleet([makeFile(counts.map((vcpus) => vsphere({ vcpus })))], counting, fleet);
  assert.ok(asked.length <= 12, `${asked.length} questions`);
  assert.equal(shared.situations.length, 64);
  for (const { situation, headline, why, recommended } of shared.situations) {
    const advice = advisor.advise(situation);
    assert.deepEqual([headline, why, recommended], [advice.headline.text, advice.why, advice.recommended]);
  }
});

test("a policy excludes an adapter and requires features, and the audit says which", () => {
  const policy: Policy = {
    name: "Contoso",
    platform: "vsphere",
    platformVersion: "8.0",
    requires: ["vmotion"],
    exclude: { e1000e: "NET-7: no E1000E" },
    sha256: "ab",
  };
  const own = createPolicyAdvisor(knowledge, policy);
  const records = [
    vsphere({ adapterAsWritten: "E1000e", guestAsWritten: "darwin20_64Guest" }),
    vsphere({ adapterAsWritten: "SriovEthernetCard" }),
    vsphere({ platform: null, platformVersion: null }),
  ];
  const result = auditFleet([makeFile(records)], own, fleet, { policy });
  assert.deepEqual(result.policy, { name: "Contoso", sha256: "ab" });
  const [mac, passing, placed] = result.adapters;
  assert.notEqual(mac?.verdict, "keep");
  assert.match(mac?.findings.find(({ id }) => id === "policy-excludes-adapter")?.text ?? "", /NET-7/);
  assert.match(passing?.findings.find(({ id }) => id === "policy-feature-lost")?.text ?? "", /vMotion/);
  assert.equal(placed?.platform, "vsphere");
  assert.equal(result.situations.at(-1)?.situation.platformVersion, "8.0");
});

test("the command for the driver package is one of the platform that is judged and of the guest", () => {
  const windows = { adapterAsWritten: "e1000e", guestAsWritten: "Windows Server 2019 (64-bit)" };
  for (const [record, target, command] of [
    [makeVsphere({ ...windows, tools: null }), undefined, "govc vm.info -json VM"],
    [makeVsphere(windows), "kvm", "pnputil /enum-drivers"],
    [kvm(windows), undefined, "pnputil /enum-drivers"],
    [proxmox(windows), undefined, "pnputil /enum-drivers"],
    [kvm(windows), "vsphere", null],
    [kvm({ adapterAsWritten: "e1000", guestAsWritten: "FreeBSD 9.0 (64-bit)" }), undefined, null],
  ] as const) {
    const { adapters } = auditFleet([makeFile([record])], advisor, fleet, target ? { target } : {});
    assert.deepEqual(
      adapters[0]?.missing.map((one) => [one.fact, one.command]),
      [["tools", command]],
      `${record.platform} ${record.guestAsWritten} ${target}`,
    );
  }
});

test("for a move each machine is judged on the target, from the adapter that it has", () => {
  const records = [
    vsphere({ adapterAsWritten: "Vmxnet3", guestAsWritten: "rhel9_64Guest" }),
    vsphere({ adapterAsWritten: "SriovEthernetCard", guestAsWritten: "rhel9_64Guest" }),
    vsphere({ adapterAsWritten: "Vmxnet2", guestAsWritten: "rhel6_64Guest" }),
  ];
  const { adapters, target } = auditFleet([makeFile(records)], advisor, fleet, { target: "kvm" });
  assert.equal(target, "kvm");
  assert.deepEqual(
    adapters.map(({ platform }) => platform),
    ["kvm", "kvm", "kvm"],
  );
  assert.deepEqual([adapters[0]?.verdict, adapters[0]?.to], ["change", "virtio-net"]);
  assert.deepEqual([adapters[2]?.verdict, adapters[2]?.to], ["change", "virtio-net"]);
  assert.ok(adapters[2]?.findings.some(({ id }) => id === "no-counterpart"));
});

test("a guest that the target does not record is not called an appliance, and its adapter may have no counterpart", () => {
  const record = vsphere({ adapterAsWritten: "Vmxnet2", guestAsWritten: "rhel7-32" });
  const { adapters } = auditFleet([makeFile([record])], advisor, fleet, { target: "kvm" });
  const [adapter] = adapters;
  assert.equal(adapter?.verdict, "ask-vendor");
  assert.deepEqual(
    adapter.findings.map(({ id, text: words }) => [id, words]),
    [
      ["no-counterpart", "The target platform has no VMXNET2 (Enhanced VMXNET)."],
      ["guest-not-recorded", "The atlas does not record Red Hat Enterprise Linux 7 on KVM."],
    ],
  );
});

test("a requirement that no adapter is known to meet does not make a guest an appliance", () => {
  const policy: Policy = { name: "P", requires: ["rdma"], exclude: {}, sha256: "0" };
  const record = vsphere({ guestAsWritten: "windows2022srvNext_64Guest" });
  const { adapters } = auditFleet([makeFile([record])], createPolicyAdvisor(knowledge, policy), fleet, { policy });
  const finding = adapters[0]?.findings.find(({ id }) => id === "no-confirmed-adapter");
  assert.equal(finding?.text, "The records confirm no adapter for this VM. Check whether DirectPath I/O fits.");
  assert.ok(!adapters[0]?.findings.some(({ id }) => id === "vendor-decides"));
});

describe("for a move from a platform without records, such as Hyper-V, the guest decides", () => {
  const others = createAdvisor({
    ...knowledge,
    platforms: knowledge.platforms.filter(({ id }) => id !== "hyper-v"),
    adapters: knowledge.adapters.filter(({ platforms }) => Object.keys(platforms).some((id) => id !== "hyper-v")),
  });
  for (const [adapterAsWritten, guestFromTools, target, verdict, to] of [
    ["synthetic", "Windows Server 2019 Datacenter", "kvm", "upgrade-first", "virtio-net"],
    ["legacy", "Ubuntu 22.04", "kvm", "change", "virtio-net"],
    ["synthetic", "Ubuntu 22.04", "vsphere", "change", "vmxnet3"],
    ["synthetic", null, "kvm", "cannot-tell", undefined],
    ["another", "Ubuntu 22.04", "kvm", "cannot-tell", undefined],
    ["synthetic", "Ubuntu 22.04", undefined, "cannot-tell", undefined],
  ] as const)
    test(`${adapterAsWritten} of ${guestFromTools} to ${target}`, () => {
      const record = makeAdapter({ platform: "hyper-v", adapterAsWritten, guestFromTools });
      const { adapters } = auditFleet([makeFile([record])], others, fleet, { target });
      const [adapter] = adapters;
      assert.deepEqual([adapter?.verdict, adapter?.to ?? undefined], [verdict, to]);
      assert.equal(adapter?.confidence !== null, to !== undefined);
      assert.deepEqual(
        adapter?.findings.map(({ id }) => id),
        adapterAsWritten === "another" ? ["adapter-unknown"] : target ? ["no-counterpart"] : [],
      );
      if (to) assert.match(adapter?.findings[0]?.text ?? "", new RegExp(`has no ${adapterAsWritten} adapter\\.`));
    });
});

describe("for a move, the platform that wrote a generic guest ID decides whether its vendor is asked", () => {
  const other = "Other 3.x or later Linux (64-bit)";
  for (const [what, record, target, verdict] of [
    ["E1000 on vSphere", vsphere({ adapterAsWritten: "E1000", guestAsWritten: other }), undefined, "ask-vendor"],
    ["E1000 from vSphere to KVM", vsphere({ adapterAsWritten: "E1000", guestAsWritten: other }), "kvm", "ask-vendor"],
    [
      "SR-IOV from vSphere to KVM",
      vsphere({ adapterAsWritten: "SriovEthernetCard", guestAsWritten: other, packetRate: 3_000_000 }),
      "kvm",
      "ask-vendor",
    ],
    ["E1000 on Proxmox VE", proxmox({ adapterAsWritten: "e1000", guestAsWritten: "l26" }), undefined, "change"],
    [
      "E1000 from Proxmox VE to vSphere",
      proxmox({ adapterAsWritten: "e1000", guestAsWritten: "l26" }),
      "vsphere",
      "change",
    ],
  ] as const)
    test(what, () => {
      const { adapters } = auditFleet([makeFile([record])], advisor, fleet, { target });
      assert.equal(adapters[0]?.verdict, verdict);
    });
});

const text = fc.oneof(fc.string(), fc.constantFrom("", "=1+1", "unknown", "vsphere", "8.0", "\u0000"));
const spelling = (values: readonly string[]) =>
  fc.option(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, text));
const flag = fc.option(fc.boolean());
const records = fc
  .record({
    platform: spelling(["vsphere", "kvm", "proxmox", "hyper-v"]),
    platformVersion: spelling(["5.5", "7.0", "8.0", "10.0"]),
    adapterAsWritten: spelling([
      "Vmxnet3",
      "E1000",
      "E1000e",
      "PCNet32",
      "Vmxnet2",
      "SriovEthernetCard",
      "VirtualPCIPassthrough",
      "virtio",
      "rtl8139",
      "hostdev",
    ]),
    guestAsWritten: spelling([...knowledge.guests.map(({ id }) => id), "win10", "l26", "CentOS 4/5/6/7 (64-bit)"]),
    guestFromTools: spelling(knowledge.guests.map(({ name }) => name)),
    virtualHardware: fc.option(fc.oneof(fc.integer({ min: 3, max: 22 }), fc.double())),
    tools: fc.option(fc.constantFrom("running" as const, "not-running" as const, "missing" as const)),
    toolsVersion: spelling(["12.3.5", "10346"]),
    poweredOn: flag,
    connected: flag,
    template: flag,
    memoryReserved: flag,
    directPathField: flag,
    clusterHa: flag,
    clusterDrs: flag,
    faultTolerance: flag,
    latencySensitive: flag,
    packetRate: fc.option(fc.oneof(fc.integer({ min: -5, max: 2_000_000 }), fc.double())),
    vcpus: fc.option(fc.integer()),
  })
  .map(makeAdapter);

test("whatever a file says, the audit ends, and keeps no adapter that is excluded", () => {
  fc.assert(
    fc.property(records, (record) => {
      const { adapters, summary, situations } = audit(record);
      assert.equal(adapters.length, 1);
      const [adapter] = adapters as [AuditAdapter];
      assert.ok(VERDICTS.includes(adapter.verdict));
      assert.equal(adapter.to !== null, adapter.verdict === "change" || adapter.verdict === "upgrade-first");
      // Only newer virtual hardware can make the adapter right that is there.
      if (adapter.to === (adapter.adapter ?? "")) assert.ok(adapter.upgrade.includes("virtual-hardware"));
      if (adapter.verdict === "keep") {
        const situation = situations[adapter.situation ?? -1]?.situation;
        assert.ok(situation);
        const { current } = advisor.advise(situation);
        assert.ok(current && current.status !== "excluded", JSON.stringify(record));
      }
      if (adapter.to !== null) assert.ok(adapter.findings.length > 0, JSON.stringify(record));
      if (adapter.verdict === "cannot-tell") assert.ok(adapter.missing.length + adapter.findings.length > 0);
      assert.equal(summary.adapters, 1);
    }),
    { numRuns: randomRuns(150) },
  );
});

test("a release counts if it is the platform's: that of ESXi does, that of Proxmox VE does not", () => {
  const releaseOf = (record: FleetAdapter): unknown => {
    const { adapters, situations } = audit(record);
    return situations[adapters[0]?.situation ?? -1]?.situation.platformVersion;
  };
  const facts = { adapterAsWritten: "e1000", guestAsWritten: "rhel7_64Guest", platformVersion: "6.5" };
  assert.equal(releaseOf(makeVsphere(facts)), "6.5");
  assert.equal(releaseOf(makeVsphere({ ...facts, platform: "esxi" })), "6.5");
  assert.equal(releaseOf(proxmox({ ...facts, guestAsWritten: "debian12" })), undefined);
});
