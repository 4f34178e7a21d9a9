import { getOrCompute } from "../../../collections.ts";
import type { FleetProblem } from "../../record.ts";

/** The highest packet rate that a file states for an adapter. */
export interface PacketRate {
  /** Name or id of the machine; null if the file names only the adapter. */
  machine: string | null;
  /** The adapter's name inside the guest, or `ethernet0` for the first of the host's list. */
  adapter?: string;
  /** MAC address in lower case with colons. */
  mac?: string;
  /** Packets per second at peak, in the busier direction. */
  packetRate: number;
  /** A guest with segmentation offload counts packets of up to 64 KB; a host counts those of the wire. */
  counted: "guest" | "host";
  file: string;
  /** Location of the highest rate. */
  place: string;
}

/** Packets per second of one interval; a direction is null if the file does not state it. */
interface Sample extends Omit<PacketRate, "packetRate" | "file"> {
  received: number | null;
  sent: number | null;
}

/** A problem in a file of packet rates. */
export interface RateProblem extends FleetProblem {
  file: string;
}

/** Packet rates of files, and the problems in the files. */
export interface PacketRates {
  rates: PacketRate[];
  problems: RateProblem[];
}

/** Collects samples of one file and keeps the highest of each adapter. */
export class RateReport {
  private readonly peaks = new Map<string, { rate: PacketRate; origins: Set<string>; directions: Set<string> }>();
  private readonly faults: RateProblem[] = [];

  constructor(readonly file: string) {}

  /**
   * Adds a sample of the busier direction. The origin separates counters of the file, such as ports of a host: several origins
   * with one name are several adapters.
   */
  add({ received, sent, ...sample }: Sample, origin = ""): void {
    const key = `${sample.machine}\n${sample.adapter}\n${sample.mac}`;
    for (const [direction, value] of Object.entries({ received, sent })) {
      if (value === null || !Number.isFinite(value) || value < 0) continue;
      const packetRate = Math.round(value * 100) / 100;
      const rateOf = (): PacketRate => ({ ...sample, packetRate, file: this.file });
      const peak = getOrCompute(this.peaks, key, () => ({ rate: rateOf(), origins: new Set(), directions: new Set() }));
      peak.origins.add(origin);
      peak.directions.add(direction);
      if (packetRate > peak.rate.packetRate) peak.rate = rateOf();
    }
  }

  addProblem(place: string, text: string): void {
    this.faults.push({ file: this.file, place, text });
  }

  get hasRates(): boolean {
    return this.peaks.size > 0;
  }

  get hasProblems(): boolean {
    return this.faults.length > 0;
  }

  /** Returns the rates and the problems. A name of several adapters has no rate. */
  toResult(): PacketRates {
    const peaks = [...this.peaks.values()];
    for (const { rate, origins } of peaks)
      if (origins.size > 1)
        this.addProblem(
          rate.place,
          `${origins.size} adapters are called ${[rate.machine, rate.adapter].filter(Boolean).join(" ")}. Their packet rates are not used.`,
        );
    const halves = peaks.filter(({ directions }) => directions.size === 1).length;
    if (halves > 0)
      this.addProblem(
        "file",
        `For ${halves} of ${peaks.length} adapters, the file has packets in one direction only. The other direction may be busier.`,
      );
    return {
      rates: peaks.filter(({ origins }) => origins.size === 1).map(({ rate }) => rate),
      problems: this.faults,
    };
  }
}
