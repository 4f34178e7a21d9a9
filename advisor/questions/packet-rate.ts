import type { Situation } from "./situation.ts";
import { FRAMING_BYTES, PACKET_BYTES } from "./fields.ts";

/** The packet rates that go with a throughput, from the lowest to the highest, and the packet sizes that they belong to. */
export interface PacketRates {
  low: number;
  high: number;
  largest: number;
  smallest: number;
}

/**
 * Packets per second from throughput and packet size: one rate where the size is known, else the range from
 * full-size packets (jumbo frames, where they are required) down to the smallest. A link carries no more than its speed.
 * Undefined where the packet rate itself or no throughput is known.
 */
export function derivePacketRate({
  packetRate,
  throughputGbps,
  packetBytes,
  linkGbps,
  requires,
}: Situation): PacketRates | undefined {
  if (packetRate !== undefined || throughputGbps === undefined) return undefined;
  const largest = packetBytes ?? (requires?.includes("jumbo-frames") ? PACKET_BYTES.jumbo : PACKET_BYTES.largest);
  const smallest = packetBytes ?? PACKET_BYTES.smallest;
  const gbps = Math.min(throughputGbps, linkGbps ?? Infinity);
  return { low: packetsPerSecond(gbps, largest), high: packetsPerSecond(gbps, smallest), largest, smallest };
}

/**
 * Whether rates follow from packets that may be what segmentation offload makes of bulk data: full-size ones, down to the
 * smallest MTU of an IPv6 link. A virtual adapter is handed fewer and larger pieces then, so how many is not known.
 */
export function isOfBulk(rates: PacketRates | undefined): boolean {
  return rates !== undefined && rates.largest >= PACKET_BYTES.segment;
}

/** Whole packets of a size, IP header included, that a throughput carries; throughput and links count every bit on the wire. */
export function packetsPerSecond(gbps: number, packetBytes: number): number {
  const bytes = Math.max(packetBytes, PACKET_BYTES.smallest) + FRAMING_BYTES;
  return Math.floor((gbps * 1e9) / 8 / bytes);
}
