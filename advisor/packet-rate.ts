import type { Situation } from "./situation.ts";
import { PACKET_BYTES } from "./fields.ts";

/** The packet rates that go with a throughput, from the lowest to the highest, and the packet sizes that they belong to. */
export interface PacketRates { low: number; high: number; largest: number; smallest: number }

/**
 * Packets per second from throughput and packet size: one rate where the size is known, else the range from
 * full-size packets (jumbo frames, where they are required) down to the smallest. Framing is not counted.
 * Undefined where the packet rate itself or no throughput is known.
 */
export function derivePacketRate({ packetRate, throughputGbps, packetBytes, requires }: Situation): PacketRates | undefined {
  if (packetRate !== undefined || throughputGbps === undefined) return undefined;
  const largest = packetBytes ?? (requires?.includes("jumbo-frames") ? PACKET_BYTES.jumbo : PACKET_BYTES.largest);
  const smallest = packetBytes ?? PACKET_BYTES.smallest;
  const rate = (bytes: number): number => Math.round((throughputGbps * 1e9) / 8 / bytes);
  return { low: rate(largest), high: rate(smallest), largest, smallest };
}
