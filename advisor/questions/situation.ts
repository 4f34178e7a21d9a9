/** What the user tells the advisor. A field left out is unknown. */
export interface Situation {
  /** Platform id; left out means vSphere is assumed. */
  platform?: string;
  /** Dotted release, for example "8.0". */
  platformVersion?: string;
  /** Any id or name of a guest, an address of libosinfo among them, or an ostype of Proxmox VE; see resolveGuest. */
  guest?: string;
  bitness?: 32 | 64;
  /** Whether the virtual machine runs with VT-x or AMD-V. */
  hardwareVirtualization?: boolean;
  /** The number in vmx-NN. */
  virtualHardware?: number;
  /** False means: only the drivers that come with the guest. */
  guestDrivers?: boolean;
  /** Packets per second in the busier direction, on the wire. */
  packetRate?: number;
  /** Gbit/s in the busier direction as a link counts them, framing included; where the packet rate is not known it follows. */
  throughputGbps?: number;
  /** Size of the IP packets in bytes, as an MTU counts it: 1500 in full-size frames, 46 in the smallest, which have 64 bytes. */
  packetBytes?: number;
  /** Speed of the host's link in Gbit/s. */
  linkGbps?: number;
  /** Whether CPU time of the host is scarce, so that saving it is worth giving up features. */
  saveCpu?: boolean;
  latencySensitive?: boolean;
  /** Whether very many connections come in at once. */
  manyConnections?: boolean;
  /** Whether the guest is a router, firewall or bridge: it passes on packets that are not its own. */
  forwardsPackets?: boolean;
  /** Whether the guest drives the adapter with DPDK. */
  dpdk?: boolean;
  /** Whether the host has an IOMMU that is on. */
  iommu?: boolean;
  /** Whether the host has a NIC with SR-IOV on and virtual functions free. */
  sriovNic?: boolean;
  /** Adapter that the machine has now; left out means that it is new, or that it is not known. */
  currentAdapter?: string;
  /** Feature ids or aliases; left out means nothing is required. */
  requires?: string[];
}
