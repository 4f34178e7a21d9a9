/** What the user tells the advisor. A field left out is unknown. */
export interface Situation {
  /** Platform id; left out means vSphere is assumed. */
  platform?: string;
  /** Dotted release, for example "8.0". */
  platformVersion?: string;
  /** Any id or name of a guest, see resolveGuest. */
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
  latencySensitive?: boolean;
  /** Whether the host has an IOMMU that is on. */
  iommu?: boolean;
  /** Whether the host has a NIC with SR-IOV on and virtual functions free. */
  sriovNic?: boolean;
  /** Feature ids or aliases; left out means nothing is required. */
  requires?: string[];
}
