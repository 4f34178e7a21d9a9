import type { Situation } from "../../../advisor/questions/situation.ts";

const host = { iommu: true, sriovNic: true } as const;
export const port = { iommu: true, sriovNic: false } as const;
const kvm: Situation = { platform: "kvm" };
const esx35: Situation = { platformVersion: "3.5" };
export const rhel: Situation = { guest: "RHEL 9", platformVersion: "8.0", guestDrivers: true };
const windows: Situation = { guest: "Windows Server 2022", platformVersion: "8.0", guestDrivers: true };
const latency: Situation = { ...rhel, packetRate: 20_000, latencySensitive: true };

/**
 * Situations in which an engineer would notice a wrong answer at once, by what they are about. The deciding fact is a line
 * of factsOf: `adapter: status`, `asks`, `confidence`, `now`, `needs`, `loses`, `why`, `warning`, `problem`, `step` or `code`.
 */
export const hardSituations: Record<string, [situation: string, given: Situation, verdict: string, fact: RegExp][]> = {
  "the driver follows the release": [
    ["FreeBSD 8.1", { ...kvm, guest: "FreeBSD 8.1" }, "Use e1000", /^virtio-net: conditional$/],
    ["FreeBSD 9.0", { ...kvm, guest: "FreeBSD 9.0" }, "Use virtio", /^asks: guestDrivers$/],
    ["FreeBSD 10.1", { ...kvm, guest: "FreeBSD 10.1" }, "Use virtio", /^e1000: suitable$/],
    ["RHEL 5.2", { ...kvm, guest: "RHEL 5.2" }, "Use e1000", /^virtio-net: excluded$/],
    ["CentOS 5.8", { ...kvm, guest: "CentOS 5.8" }, "Use virtio", /^e1000: suitable$/],
    ["Fedora 10", { ...kvm, guest: "Fedora 10" }, "Use virtio", /^confidence: low$/],
    ["Ubuntu 8.04", { ...kvm, guest: "Ubuntu 8.04" }, "Use e1000", /^virtio-net: excluded$/],
    ["NetBSD with TSO", { ...kvm, guest: "NetBSD 9.0", requires: ["tso"] }, "Use e1000", /^virtio-net: excluded$/],
    ["NetBSD with RSS", { ...kvm, guest: "NetBSD 9.0", requires: ["rss"] }, "Use virtio", /^e1000: excluded$/],
  ],
  "guests of which hardly any driver is known": [
    ["NetWare 6", { ...kvm, guest: "NetWare 6" }, "Use e1000", /^virtio-net: excluded$/],
    [
      "NetWare's reason",
      { ...kvm, guest: "NetWare 6" },
      "Use e1000",
      /^why: Without virtio and e1000e, virt-install uses e1000 before rtl8139 and pcnet\.$/,
    ],
    ["Linux of an unknown kernel", { ...kvm, guest: "other-linux-64" }, "Use e1000", /^virtio-net: conditional$/],
    [
      "Linux of an unknown kernel with virtio",
      { ...kvm, guest: "other-linux-32", currentAdapter: "virtio-net" },
      "Keep virtio",
      /^why: virtio evidently works/,
    ],
    ["OS/2", { ...kvm, guest: "OS/2" }, "Use pcnet", /^e1000: conditional$/],
    ["UnixWare 7", { ...kvm, guest: "UnixWare 7" }, "Use pcnet", /^e1000: conditional$/],
    ["OpenServer 6", { ...kvm, guest: "OpenServer 6" }, "Use e1000", /^rtl8139: conditional$/],
    ["another system", { ...kvm, guest: "other-64" }, "Use e1000", /^confidence: low$/],
  ],
  "three ranges of the packet rate": [
    ["50,000", { ...rhel, ...host, packetRate: 50_000 }, "Use VMXNET3", /^sriov: suitable$/],
    [
      "50,000, its reason",
      { ...rhel, ...host, packetRate: 50_000 },
      "Use VMXNET3",
      /^why: VMware recommends passthrough only above about 50,000 packets\/s, and a virtual adapter keeps vMotion/,
    ],
    [
      "80,000, its reason",
      { ...rhel, ...host, packetRate: 80_000, saveCpu: true },
      "Use SR-IOV passthrough",
      /^reason: VMware recommends passthrough above about 50,000 .* clear from 100,000/,
    ],
    [
      "9 Gbit/s alone",
      { ...rhel, ...host, throughputGbps: 9 },
      "Use SR-IOV passthrough",
      /^why: At 9 Gbit\/s \(about 731,469 full-size packets\/s\), SR-IOV passthrough saves host CPU/,
    ],
    ["50,001", { ...rhel, ...host, packetRate: 50_001 }, "Use VMXNET3", /^asks: saveCpu$/],
    ["99,999", { ...rhel, ...host, packetRate: 99_999 }, "Use VMXNET3", /^asks: saveCpu$/],
    ["80,000, unknown host", { ...rhel, packetRate: 80_000 }, "Use VMXNET3", /^asks: saveCpu$/],
    [
      "80,000, scarce CPU",
      { ...rhel, ...host, packetRate: 80_000, saveCpu: true },
      "Use SR-IOV passthrough",
      /^loses: vMotion$/,
    ],
    ["100,000", { ...rhel, ...host, packetRate: 100_000 }, "Use SR-IOV passthrough", /^asks: saveCpu$/],
    [
      "100,000, CPU to spare",
      { ...rhel, ...host, packetRate: 100_000, saveCpu: false },
      "Use VMXNET3",
      /^sriov: suitable$/,
    ],
    ["100,000, unknown host", { ...rhel, packetRate: 100_000 }, "Use VMXNET3", /^sriov: conditional$/],
    [
      "100,000, vMotion",
      { ...rhel, ...host, packetRate: 100_000, requires: ["vmotion"] },
      "Use VMXNET3",
      /^sriov: excluded$/,
    ],
    [
      "100,000, VMXNET3 now",
      { ...rhel, ...host, packetRate: 100_000, currentAdapter: "vmxnet3" },
      "Change VMXNET3 to SR-IOV passthrough",
      /^now: suitable$/,
    ],
    ["100,000, no SR-IOV", { ...rhel, ...port, packetRate: 100_000 }, "Use DirectPath I/O", /^needs: a whole NIC port/],
    [
      "9 Gbit/s, full packets",
      { ...rhel, ...host, throughputGbps: 9, packetBytes: 1500 },
      "Use SR-IOV passthrough",
      /^asks: saveCpu$/,
    ],
    ["the same as packets", { ...rhel, ...host, packetRate: 731_469 }, "Use SR-IOV passthrough", /^asks: saveCpu$/],
  ],
  "above what studies reached": [
    [
      "900,000, CPU to spare",
      { ...rhel, ...host, packetRate: 900_000, saveCpu: false },
      "Use VMXNET3",
      /^sriov: suitable$/,
    ],
    [
      "5 million, CPU to spare",
      { ...rhel, ...host, packetRate: 5_000_000, saveCpu: false },
      "Use SR-IOV passthrough",
      /^why: VMware calls SR-IOV beneficial for very high packet rates\.$/,
    ],
    [
      "5 million, unknown host",
      { ...rhel, packetRate: 5_000_000 },
      "Use VMXNET3",
      /^warning: .*Few guests sustain more/,
    ],
    [
      "15 million, VMXNET3 now",
      { ...rhel, packetRate: 15_000_000, currentAdapter: "vmxnet3" },
      "Keep VMXNET3",
      /^why: 15,000,000 packets\/s is above the 900,000 that VMXNET3 reached/,
    ],
    [
      "3 million, Windows NT",
      { guest: "windows-nt-32", packetRate: 3_000_000 },
      "Use VMXNET as the Flexible adapter",
      /^why: 3,000,000 packets\/s is above the 900,000 that VMXNET3, a faster adapter, reached in a DPDK test\.$/,
    ],
    [
      "3 million, SLES 8",
      { guest: "sles8-64", packetRate: 3_000_000 },
      "Use VMXNET2 (Enhanced)",
      /^why: 3,000,000 packets\/s is above the 900,000 that VMXNET3, a faster adapter, reached in a DPDK test\.$/,
    ],
    [
      "5 million, DPDK, CPU to spare",
      { ...rhel, ...host, packetRate: 5_000_000, dpdk: true, saveCpu: false },
      "Use VMXNET3",
      /^confidence: low$/,
    ],
  ],
  "above what studies reached on KVM": [
    [
      "15 million, unknown host",
      { ...kvm, guest: "RHEL 9", packetRate: 15_000_000 },
      "Use virtio",
      /^why: 15,000,000 packets\/s is above the 2,750,000 that virtio reached/,
    ],
    [
      "3 million, no DPDK",
      { ...kvm, guest: "RHEL 9", packetRate: 3_000_000, dpdk: false },
      "Use virtio",
      /^why: .* that virtio reached in a DPDK test\. Consider several queues, or DPDK\.$/,
    ],
    [
      "15 million, SR-IOV",
      { ...kvm, guest: "RHEL 9", packetRate: 15_000_000, ...host },
      "Use SR-IOV virtual function (VFIO)",
      /^why: A NIC vendor calls a virtual function the fastest/,
    ],
    [
      "15 million, DPDK",
      { ...kvm, guest: "RHEL 9", packetRate: 15_000_000, dpdk: true },
      "Use virtio with a vhost-user or vDPA back end",
      /^why: .* that virtio reached in a test with vhost-user\. Consider several queues\.$/,
    ],
    [
      "3 million, DPDK, a tap",
      { ...kvm, guest: "RHEL 9", packetRate: 3_000_000, dpdk: true, requires: ["memory-overcommit"] },
      "Use virtio with a vhost-net tap",
      /^why: .* that virtio reached in a test with vhost-user\./,
    ],
    [
      "3 million, one vCPU",
      { ...kvm, guest: "RHEL 9", packetRate: 3_000_000, vcpus: 1 },
      "Use virtio",
      /^why: .* Consider more vCPUs and queues, or DPDK\.$/,
    ],
    [
      "5 million, DPDK, emulated adapters",
      { ...kvm, guest: "RHEL 9", packetRate: 5_000_000, dpdk: true },
      "Use virtio with a vhost-user or vDPA back end",
      /^e1000e: conditional$/,
    ],
    [
      "5 million, VMware's adapter in QEMU",
      { ...kvm, guest: "RHEL 9", packetRate: 5_000_000 },
      "Use virtio",
      /^vmxnet3: conditional$/,
    ],
    [
      "5 million, VMware's adapter in QEMU, macOS",
      { ...kvm, guest: "macos-14-64", packetRate: 5_000_000, guestDrivers: false },
      "Use virtio",
      /^vmxnet3: suitable$/,
    ],
    ["2 million", { ...kvm, guest: "RHEL 9", packetRate: 2_000_000, ...host }, "Use virtio", /^sriov: suitable$/],
  ],
  "bulk throughput": [
    ["20 Gbit/s over 25", { ...rhel, throughputGbps: 20, linkGbps: 25 }, "Use VMXNET3", /^warning: none$/],
    [
      "8 Gbit/s in small packets",
      { ...rhel, throughputGbps: 8, packetBytes: 46 },
      "Use VMXNET3",
      /^warning: [^,]*found 8 Gbit\/s, expected at most 0\.67 Gbit\/s in packets of 46 bytes/,
    ],
    [
      "8 Gbit/s in small packets, its reason",
      { ...rhel, throughputGbps: 8, packetBytes: 46 },
      "Use VMXNET3",
      /^why: 8 Gbit\/s \(11,904,761 packets\/s\) is above the 900,000/,
    ],
    [
      "30 Gbit/s over 25",
      { ...rhel, throughputGbps: 30, linkGbps: 25 },
      "Use VMXNET3",
      /^warning: .*found 30 Gbit\/s, expected at most 25/,
    ],
  ],
  "VMXNET2 for the guests of its article": [
    ["Windows 2008 on ESX 3.5", { ...esx35, guest: "Windows Server 2008" }, "Use E1000", /^vmxnet2: excluded$/],
    [
      "Windows 2003 on ESX 3.5",
      { ...esx35, guest: "Windows Server 2003" },
      "Use VMXNET2 (Enhanced)",
      /^confidence: medium$/,
    ],
  ],
  "what may fit is conditional": [
    ["low latency, unknown host", latency, "Use VMXNET3", /^sriov: conditional$/],
    [
      "HA on KVM",
      { ...kvm, guest: "RHEL 9", platformVersion: "8.2", requires: ["ha"], ...host },
      "Use virtio",
      /^sriov: conditional$/,
    ],
  ],
  "the adapter that the VM has": [
    [
      "E1000E, not offered",
      { guest: "Windows Server 2008 R2", platformVersion: "6.0", currentAdapter: "e1000e" },
      "Change E1000E to VMXNET3",
      /^now: excluded$/,
    ],
    [
      "SR-IOV, snapshots",
      { ...rhel, currentAdapter: "sriov", requires: ["snapshots"] },
      "Change SR-IOV passthrough to VMXNET3",
      /^now: excluded$/,
    ],
    ["VMXNET3, 8,000", { ...rhel, packetRate: 8000, currentAdapter: "vmxnet3" }, "Keep VMXNET3", /^now: recommended$/],
    [
      "ne2k_pci in MS-DOS",
      { ...kvm, guest: "MS-DOS", currentAdapter: "ne2k-pci" },
      "Keep ne2k_pci",
      /^rtl8139: conditional$/,
    ],
    [
      "pcnet in Windows 98",
      { ...kvm, guest: "Windows 98", currentAdapter: "vlance" },
      "Keep pcnet",
      /^rtl8139: conditional$/,
    ],
    [
      "rtl8139 in RHEL 3, whose kernel has the driver for e1000",
      { ...kvm, guest: "rhel3-32", currentAdapter: "rtl8139" },
      "Change rtl8139 to e1000",
      /^now: suitable$/,
    ],
    [
      "a function, no IOMMU",
      { ...kvm, guest: "RHEL 9", currentAdapter: "sriov", iommu: false, sriovNic: false },
      "Keep SR-IOV virtual function (VFIO)",
      /^directpath-io: excluded$/,
    ],
    [
      "a port, no IOMMU",
      { ...rhel, currentAdapter: "directpath-io", iommu: false, sriovNic: true },
      "Keep DirectPath I/O",
      /^sriov: excluded$/,
    ],
  ],
  "known problems": [
    [
      "Windows 11, 0.1.285",
      { ...kvm, guest: "Windows 11", driverVersion: "0.1.285" },
      "Use virtio",
      /^problem: .*NetKVM 0\.1\.285/,
    ],
    [
      "Windows 11, 0.1.285, e1000e now",
      { ...kvm, guest: "Windows 11", driverVersion: "0.1.285", currentAdapter: "e1000e" },
      "Keep e1000e",
      /^virtio-net: conditional$/,
    ],
    [
      "Windows 11, driver unknown, e1000e now",
      { ...kvm, guest: "Windows 11", currentAdapter: "e1000e" },
      "Change e1000e to virtio",
      /^asks: driverVersion$/,
    ],
    ["Windows 11, driver unknown", { ...kvm, guest: "Windows 11" }, "Use virtio", /^problem: .*NetKVM 0\.1\.285/],
    [
      "Windows 11, 0.1.271, 64 virtual CPUs",
      { ...kvm, guest: "Windows 11", driverVersion: "0.1.271", vcpus: 64 },
      "Use virtio",
      /^problem: Windows dropped received packets/,
    ],
  ],
  "impossible demands": [
    [
      "64 bits, no VT-x",
      { ...esx35, guest: "windows-server-2003-64", hardwareVirtualization: false },
      "A 64-bit guest requires hardware virtualization (VT-x or AMD-V)",
      /^confidence: low$/,
    ],
    [
      "hardware 19 on 6.0",
      { guest: "rhel7-64", platformVersion: "6.0", virtualHardware: 19 },
      "VMware vSphere 6.0 supports virtual hardware up to 11",
      /^warning: .*found 19, expected at most 11/,
    ],
    ...[
      { ...kvm, guest: "RHEL 9", currentAdapter: "sriov", hardwareVirtualization: false },
      { ...kvm, guest: "Windows 10 (32-bit)", currentAdapter: "sriov", packetRate: 100, hardwareVirtualization: false },
    ].map((given): (typeof hardSituations)[string][number] => [
      `a function without VT-x, ${given.guest}`,
      given,
      "SR-IOV virtual function (VFIO) requires hardware virtualization (VT-x or AMD-V)",
      /^directpath-io: excluded$/,
    ]),
  ],
  "latency, where measurements are rare": [
    [
      "low latency, SR-IOV",
      { ...latency, ...host },
      "Use SR-IOV passthrough",
      /^why: VMware calls SR-IOV beneficial for very low latency/,
    ],
    [
      "low latency, SR-IOV, 200,000, CPU to spare",
      { ...latency, ...host, packetRate: 200_000, saveCpu: false },
      "Use SR-IOV passthrough",
      /^confidence: low$/,
    ],
    ["low latency, a whole port", { ...latency, ...port }, "Use VMXNET3", /^directpath-io: suitable$/],
    ["low latency, vMotion", { ...latency, ...host, requires: ["vmotion"] }, "Use VMXNET3", /^sriov: excluded$/],
    [
      "macOS with a free function",
      { guest: "macos-13-64", platformVersion: "8.0", ...host },
      "Use E1000E",
      /^why: vSphere proposes E1000E/,
    ],
  ],
  "names of guests": [
    ["l26", { ...kvm, guest: "l26" }, "Use virtio", /^e1000: suitable$/],
    ["win10 of Proxmox VE", { ...kvm, guest: "win10" }, "Use virtio", /^needs: virtio/],
    ["libosinfo", { ...kvm, guest: "http://microsoft.com/win/2k19" }, "Use virtio", /^needs: virtio/],
    [
      "CentOS 4/5/6/7",
      { guest: "CentOS 4/5/6/7 (64-bit)", platformVersion: "6.5" },
      "Use VMXNET3",
      /^asks: guestDrivers$/,
    ],
    ["VyOS", { ...kvm, guest: "VyOS" }, "Use virtio", /^e1000: suitable$/],
    [
      "FortiGate, free function",
      { ...kvm, guest: "FortiGate", packetRate: 200_000, ...host },
      "Use SR-IOV virtual function (VFIO)",
      /^why: Fortinet names SR-IOV for more performance/,
    ],
    [
      "FortiGate, unknown host",
      { ...kvm, guest: "FortiGate", packetRate: 200_000 },
      "Use virtio",
      /^sriov: conditional$/,
    ],
  ],
  "no value of somebody's machine in commands": [
    [
      "virtual functions on KVM",
      { ...kvm, guest: "RHEL 9", packetRate: 3_000_000, saveCpu: true, ...host },
      "Use SR-IOV virtual function (VFIO)",
      /^code: echo \{vf-count\} .*\{pf\}/,
    ],
    ["a .vmx file", rhel, "Use VMXNET3", /^code: vim-cmd vmsvc\/reload \{vm-id\}$/],
  ],
  "numbers where engineers tune": [
    [
      "KVM, 8 virtual CPUs",
      { ...kvm, guest: "Debian 12", packetRate: 200_000, vcpus: 8 },
      "Use virtio",
      /^code: <driver name='vhost' queues='8'\/>$/,
    ],
    [
      "KVM, receive queue",
      { ...kvm, guest: "Debian 12", packetRate: 200_000 },
      "Use virtio",
      /^code: <driver name='vhost' rx_queue_size='1024'\/>$/,
    ],
    [
      "KVM, 1 virtual CPU",
      { ...kvm, guest: "Debian 12", packetRate: 200_000, vcpus: 1 },
      "Use virtio",
      /^step: virtio-receive-queue-libvirt$/,
    ],
    [
      "Windows, 8 virtual CPUs",
      { ...windows, packetRate: 90_000, saveCpu: false, vcpus: 8 },
      "Use VMXNET3",
      /^code: Set-NetAdapterRss .*-NumberOfReceiveQueues "8"$/,
    ],
    [
      "Windows, 90,000",
      { ...windows, packetRate: 90_000, saveCpu: false },
      "Use VMXNET3",
      /^code: .*"Rx Ring #1 Size" -DisplayValue 4096$/,
    ],
    [
      "low latency, scarce CPU",
      { ...latency, packetRate: 15_000, saveCpu: true },
      "Use VMXNET3",
      /^code: ethernet0\.coalescingScheme = "rbc"$/,
    ],
    ["low latency", latency, "Use VMXNET3", /^code: ethtool -C \{interface\} rx-usecs 0$/],
    [
      "SR-IOV host",
      { ...rhel, ...host, packetRate: 200_000 },
      "Use SR-IOV passthrough",
      /^code: .*UpdatePassthruConfig/,
    ],
  ],
  "little is known": [
    ["nothing", {}, "We need the guest OS first", /^asks: guest$/],
    ["the rate", { packetRate: 20_000 }, "We need the guest OS first", /^confidence: low$/],
    ["the platform", kvm, "We need the guest OS first", /^asks: guest$/],
  ],
  "RDMA, DPU, Enhanced Data Path": [
    ["RDMA", { ...rhel, requires: ["rdma"] }, "Use PVRDMA", /^vmxnet3: excluded$/],
    ["RDMA, its switch", { ...rhel, requires: ["rdma"] }, "Use PVRDMA", /^needs: a vSphere Distributed Switch$/],
    ["RDMA, its cards", { ...rhel, requires: ["rdma"] }, "Use PVRDMA", /^needs: an RDMA card in both hosts/],
    [
      "RDMA on KVM",
      { ...kvm, guest: "RHEL 9", requires: ["rdma"], ...host },
      "Use SR-IOV virtual function (VFIO)",
      /^virtio-net: excluded$/,
    ],
    [
      "RDMA on KVM, unknown host",
      { ...kvm, guest: "RHEL 9", requires: ["rdma"] },
      "Check whether SR-IOV virtual function (VFIO) fits",
      /^why: With our assumptions, no adapter fits\. SR-IOV virtual function \(VFIO\) could fit\.$/,
    ],
    [
      "PVRDMA without RDMA",
      { ...rhel, packetRate: 5000, currentAdapter: "pvrdma" },
      "Keep PVRDMA",
      /^confidence: low$/,
    ],
    [
      "a DPU",
      { ...rhel, ...host, packetRate: 200_000, dpu: true },
      "Use VMXNET3 with UPT",
      /^step: client-enable-upt$/,
    ],
    [
      "a DPU perhaps, vMotion",
      { ...rhel, ...host, packetRate: 200_000, requires: ["vmotion"] },
      "Use VMXNET3",
      /^reason: VMXNET3 costs host CPU above 50,000 packets\/s/,
    ],
    [
      "Enhanced Data Path",
      { ...rhel, packetRate: 90_000, saveCpu: false, enhancedDataPath: true },
      "Use VMXNET3",
      /^code: ethernet0\.pnicFeatures = "4"$/,
    ],
  ],
};
