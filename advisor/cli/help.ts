import type { Advisor } from "../engine.ts";

/** What the command line can do. */
export function help(advisor: Advisor): string[] {
  return [
    "vnic-advisor: which virtual network adapter should this VM have, and how do you know?",
    "",
    "  vnic-advisor advise --guest ID [options]   one situation; see advise --help",
    "  vnic-advisor advise --batch                one situation as JSON per line on standard input",
    "  vnic-advisor guests [QUERY]                guests whose ids or names contain the words",
    "  vnic-advisor rules [ID]                    the decision table, or one rule with its evidence",
    "  vnic-advisor adapters [ID]                 the adapters, or one with its features",
    "",
    `Knowledge ${advisor.knowledge.knowledgeVersion}. Exit code 0 with an answer, 2 for input that cannot be used.`,
  ];
}

/** The options of advise, with examples that work as they stand. */
export function adviseHelp(advisor: Advisor): string[] {
  const features = advisor.knowledge.features.map((feature) => feature.id);
  return [
    "vnic-advisor advise [options]",
    "",
    "An option left out is unknown: the advice is the best answer that holds now, with the questions that could change it.",
    "",
    "  --guest ID                            an id or name of the guest; list them with: guests",
    `  --platform ID                         ${advisor.knowledge.platforms.map((platform) => platform.id).join(" or ")}; default vsphere`,
    "  --platform-version X.Y                release of the platform",
    "  --bitness 32|64",
    "  --hardware-virtualization yes|no|unknown",
    "  --virtual-hardware N                  the number in vmx-NN",
    "  --packet-rate N                       packets per second in the busier direction",
    "  --guest-drivers yes|no|unknown        whether VMware Tools or virtio drivers can be added",
    "  --throughput-gbps N                   Gbit/s in the busier direction; the packet rate follows from it",
    "  --packet-bytes N                      size of the packets; without it the rate is a range",
    "  --link-gbps N                         speed of the host's link",
    "  --save-cpu yes|no|unknown             whether CPU time of the host is scarce",
    "  --latency-sensitive yes|no|unknown",
    "  --many-connections yes|no|unknown     very many connections at once",
    "  --forwards-packets yes|no|unknown     a router, firewall or bridge",
    "  --dpdk yes|no|unknown                 the guest drives the adapter with DPDK",
    "  --iommu yes|no|unknown                whether the host has an IOMMU that is on",
    "  --sriov-nic yes|no|unknown            whether the host has a NIC with SR-IOV on",
    `  --require FEATURE                     may be repeated: ${features.join(", ")}`,
    "  --json                                the whole advice as JSON",
    "  --batch                               situations as JSON lines on standard input, advice as JSON lines on standard output",
    "",
    "Examples",
    "  vnic-advisor advise --guest windows2019srv_64Guest --packet-rate 20000 --require vmotion",
    "  vnic-advisor advise --guest rhel9-64 --packet-rate 120000 --iommu yes --sriov-nic yes --json",
    `  echo '{"platform":"kvm","guest":"rhel9-64","packetRate":20000}' | vnic-advisor advise --batch`,
  ];
}
