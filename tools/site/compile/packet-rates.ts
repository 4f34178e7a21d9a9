import { groupDigits } from "../../../advisor/text.ts";
import { FRAMING_BYTES, packetsPerSecond } from "../../../advisor/questions/packet-rate.ts";

/** Bytes of a frame around the packet: 14 of header and 4 of check sequence (IEEE Std 802.3, clause 3). */
const frameOnlyBytes = 18;

/** Frame sizes with the check sequence: the smallest, the powers of two, and the largest without jumbo frames. */
const frames = [64, 128, 256, 512, 1024, 1518] as const;

/** Common packet rates, also in rules. */
const steps = [10_000, 50_000, 100_000, 1_000_000] as const;

/** Payload of a full TCP segment: 1,500 bytes less 20 of IP, 20 of TCP and 12 of its time stamps. */
const segmentBytes = 1448;
const pageBytes = 10 * 1024;

/** Units of work with their packets in one direction. A packet rate allows rate / packets of them per second. */
const workloads: readonly { name: string; assumption: string; packets: number }[] = [
  {
    name: "Questions or answers that fit one packet",
    assumption: "one packet each way, such as a short DNS query",
    packets: 1,
  },
  {
    name: "Web answers of 10 KiB",
    assumption: `${groupDigits(pageBytes)} bytes in full segments of ${groupDigits(segmentBytes)}, sent by the server`,
    packets: Math.ceil(pageBytes / segmentBytes),
  },
  { name: "Voice calls", assumption: "a packet every 20 ms in each direction", packets: 1000 / 20 },
];

/** Packets per second of a link that carries nothing but frames of one size, rounded down. */
export function lineRate(gbps: number, frameBytes: number): number {
  return packetsPerSecond(gbps, frameBytes - frameOnlyBytes);
}

/** Packets per second of a throughput in bits per second, as counters show it, with frames of one size, rounded down. */
export function packetRate(bitsPerSecond: number, frameBytes: number): number {
  return Math.floor(bitsPerSecond / (8 * frameBytes));
}

/** The tables of the page on packet rates. They are computed, not measured. */
export function compilePacketRates() {
  const throughputs = [
    ["100 Mbit/s", 1e8],
    ["1 Gbit/s", 1e9],
    ["5 Gbit/s", 5e9],
    ["10 Gbit/s", 1e10],
    ["25 Gbit/s", 2.5e10],
  ] as const;
  return {
    overheadBytes: FRAMING_BYTES - frameOnlyBytes,
    frames: frames.map(groupDigits),
    lineRates: [1, 10, 25, 100].map((gbps) => ({
      link: `${gbps} Gbit/s`,
      rates: frames.map((frame) => groupDigits(lineRate(gbps, frame))),
    })),
    worksheet: throughputs.map(([throughput, bits]) => ({
      throughput,
      rates: frames.map((frame) => groupDigits(packetRate(bits, frame))),
    })),
    steps: steps.map((rate) => ({
      rate: groupDigits(rate),
      apart: `${groupDigits(1e6 / rate)} µs`,
      throughputs: [64, 512, 1518].map((frame) => writeMegabits(rate * 8 * frame)),
    })),
    stepFrames: [64, 512, 1518].map(groupDigits),
    workloads: workloads.map(({ name, assumption, packets }) => ({
      name,
      assumption,
      packets: groupDigits(packets),
      amounts: steps.map((rate) => groupDigits(Math.floor(rate / packets))),
    })),
  };
}

function writeMegabits(bits: number): string {
  return bits < 1e9
    ? `${groupDigits(Math.round(bits / 1e5) / 10)} Mbit/s`
    : `${groupDigits(Math.round(bits / 1e7) / 100)} Gbit/s`;
}
