import type { FleetProblem } from "../../record.ts";

/** The highest packet rate that a file states for an adapter. */
export interface PacketRate {
  /** Name or id of the machine; null if the file names only the adapter. */
  machine: string | null;
  /** The adapter's name inside the guest, or `ethernet0` for the first of the host's list. */
  adapter?: string;
  /** MAC address in lower case with colons. */
  mac?: string;
  /** Packets per second, received and sent together, in the interval with most of them. */
  packetRate: number;
  /** A guest with segmentation offload counts packets of up to 64 KB; a host counts those of the wire. */
  counted: "guest" | "host";
  file: string;
  /** Where the highest rate stands. */
  place: string;
}

/** A thing in a file of packet rates that cannot be used. */
export interface RateProblem extends FleetProblem {
  file: string;
}

/** Packet rates and what of the files could not be read. */
export interface PacketRates {
  rates: PacketRate[];
  problems: RateProblem[];
}

/** Collects samples of one file and keeps the highest of each adapter. */
export class RateReport {
  private readonly peaks = new Map<string, PacketRate>();
  readonly problems: RateProblem[] = [];

  constructor(readonly file: string) {}

  /** Takes a sample: packets per second in both directions together. */
  add(rate: Omit<PacketRate, "file">): void {
    if (!Number.isFinite(rate.packetRate) || rate.packetRate < 0) return;
    const key = `${rate.machine}\n${rate.adapter}\n${rate.mac}`;
    const before = this.peaks.get(key);
    if (!before || rate.packetRate > before.packetRate)
      this.peaks.set(key, { ...rate, packetRate: Math.round(rate.packetRate * 100) / 100, file: this.file });
  }

  addProblem(place: string, text: string): void {
    this.problems.push({ file: this.file, place, text });
  }

  get rates(): PacketRate[] {
    return [...this.peaks.values()];
  }
}
