import type { Situation } from "./situation.ts";

/** Fields of the situation that are yes, no or unknown, in the order in which they are asked. */
export const BOOLEAN_FIELDS = [
  "saveCpu",
  "guestDrivers",
  "sriovNic",
  "iommu",
  "latencySensitive",
  "hardwareVirtualization",
  "manyConnections",
  "forwardsPackets",
  "dpdk",
] as const;
/** Fields of the situation that are numbers or versions, in the order in which they are asked. */
export const NUMBER_FIELDS = ["packetRate", "platformVersion", "virtualHardware", "linkGbps"] as const;

export type BooleanField = (typeof BOOLEAN_FIELDS)[number];
export type NumberField = (typeof NUMBER_FIELDS)[number];
export type Field = NumberField | BooleanField;

/** Every field on which a row may depend, in the order in which a case keeps their sets. */
export const FIELDS: readonly Field[] = [...NUMBER_FIELDS, ...BOOLEAN_FIELDS];

/**
 * What is taken for an unknown yes-or-no field: the usual case for the guest,
 * and nothing special for the host, so that no advice rests on hardware nobody has confirmed.
 */
export const ASSUMED: Record<BooleanField, boolean> = {
  guestDrivers: true,
  hardwareVirtualization: true,
  latencySensitive: false,
  iommu: false,
  sriovNic: false,
  // VMware's case for passthrough is the CPU time that it saves; who does not need it says so.
  saveCpu: true,
  manyConnections: false,
  forwardsPackets: false,
  dpdk: false,
};

/** The platform that is taken when a situation names none. */
export const ASSUMED_PLATFORM = "vsphere";

/** A packet rate that is unknown is taken to be an ordinary one. */
export const ASSUMED_PACKET_RATE = 0;

/** That of a machine to which a NIC is passed through is taken to be one at which nobody doubts that it pays. */
export const ASSUMED_PASSING_RATE = 100_000;

/** A link whose speed is unknown is taken to be one of those that most studies measured on. */
export const ASSUMED_LINK_GBPS = 10;

/**
 * Bytes of an IP packet: what fills the smallest Ethernet frame (one of 64 bytes), the smallest MTU that RFC 8200 allows a link,
 * and the largest without and with jumbo frames.
 */
export const PACKET_BYTES = { smallest: 46, segment: 1280, largest: 1500, jumbo: 9000 };

/** IEEE Std 802.3: 14 bytes of header and 4 of check sequence in each frame, 8 of preamble before and 12 of gap behind it. */
export const FRAMING_BYTES = 14 + 4 + 8 + 12;

/** Every field that a situation may have. */
export const SITUATION_FIELDS: readonly (keyof Situation)[] = [
  "platform",
  "platformVersion",
  "guest",
  "bitness",
  "hardwareVirtualization",
  "virtualHardware",
  "guestDrivers",
  "packetRate",
  "throughputGbps",
  "packetBytes",
  "linkGbps",
  "saveCpu",
  "latencySensitive",
  "manyConnections",
  "forwardsPackets",
  "dpdk",
  "iommu",
  "sriovNic",
  "currentAdapter",
  "requires",
];
