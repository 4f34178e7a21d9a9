import type { Situation } from "./situation.ts";

/**
 * Bytes of an IP packet: what fills the smallest Ethernet frame (one of 64 bytes), the smallest MTU that RFC 8200 allows a link,
 * and the largest without and with jumbo frames.
 */
export const PACKET_BYTES = { smallest: 46, segment: 1280, largest: 1500, jumbo: 9000 };

/** IEEE Std 802.3: 14 bytes of header and 4 of check sequence in each frame, 8 of preamble before and 12 of gap behind it. */
export const FRAMING_BYTES = 14 + 4 + 8 + 12;

/** Packets per second above which practitioners turn to DPDK. */
export const MOST_OF_STACK = 1_000_000;

/** The packet rates that go with a throughput, from the lowest to the highest, and the packet sizes that they belong to. */
export interface PacketRateRange {
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
export function derivePacketRate(situation: Situation): PacketRateRange | undefined {
  const { packetRate, packetBytes, requires } = situation;
  const gbps = carriedGbps(situation);
  if (packetRate !== undefined || gbps === undefined) return undefined;
  const largest = packetBytes ?? (requires?.includes("jumbo-frames") ? PACKET_BYTES.jumbo : PACKET_BYTES.largest);
  const smallest = packetBytes ?? PACKET_BYTES.smallest;
  return { low: packetsPerSecond(gbps, largest), high: packetsPerSecond(gbps, smallest), largest, smallest };
}

/** The throughput that was given, in Gbit/s, or as much of it as the link carries. */
export function carriedGbps({ throughputGbps, linkGbps }: Situation): number | undefined {
  return throughputGbps === undefined ? undefined : Math.min(throughputGbps, linkGbps ?? Infinity);
}

/**
 * Whether rates follow from packets that may be what segmentation offload makes of bulk data: full-size ones, down to the
 * smallest MTU of an IPv6 link. A virtual adapter is handed fewer and larger pieces then, so how many is not known.
 */
export function isOfBulk(rates: PacketRateRange | undefined): boolean {
  return rates !== undefined && rates.largest >= PACKET_BYTES.segment;
}

/** Whole packets of a size, IP header included, that a throughput carries; throughput and links count every bit on the wire. */
export function packetsPerSecond(gbps: number, packetBytes: number): number {
  const bytes = Math.max(packetBytes, PACKET_BYTES.smallest) + FRAMING_BYTES;
  return Math.floor((gbps * 1e9) / 8 / bytes);
}

/** The throughput of packets of a size, on the wire: the reverse. */
export function gigabitsPerSecond(packetRate: number, packetBytes: number): number {
  return (packetRate * (Math.max(packetBytes, PACKET_BYTES.smallest) + FRAMING_BYTES) * 8) / 1e9;
}
