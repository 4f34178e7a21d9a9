import type { Situation } from "./situation.ts";

/** Fields of the situation that are yes, no or unknown, in the order in which they are asked. */
export const BOOLEAN_FIELDS = ["guestDrivers", "sriovNic", "iommu", "latencySensitive", "hardwareVirtualization"] as const;
/** Fields of the situation that are numbers or versions, in the order in which they are asked. */
export const NUMBER_FIELDS = ["packetRate", "platformVersion", "virtualHardware"] as const;

export type BooleanField = (typeof BOOLEAN_FIELDS)[number];
export type NumberField = (typeof NUMBER_FIELDS)[number];

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
};

/** A packet rate that is unknown is taken to be an ordinary one. */
export const ASSUMED_PACKET_RATE = 0;

/** Every field that a situation may have. */
export const SITUATION_FIELDS: readonly (keyof Situation)[] = [
  "platform", "platformVersion", "guest", "bitness", "hardwareVirtualization", "virtualHardware",
  "guestDrivers", "packetRate", "latencySensitive", "iommu", "sriovNic", "requires",
];
