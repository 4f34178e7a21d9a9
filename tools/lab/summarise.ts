// What several repetitions came to: spreads, whole numbers, and what an interrupt and a packet cost.
import { formatFixed, round } from "../records/numbers.ts";
import { median } from "../records/samples.ts";
import { adapters } from "./adapters.ts";
import type { LabFit, LabRecord, LabResult } from "./result.ts";
import { groupBy } from "../../advisor/collections.ts";

/** What several repetitions of one adapter under one workload came to. */
export interface Series {
  adapter: string;
  workload: LabRecord["workload"];
  unit: LabRecord["per"]["unit"];
  /** Accesses per packet, transaction or MiB, in the order of the repetitions. */
  accesses: number[];
  reads: number[];
  interrupts: number[];
  /** The whole number that every repetition comes to within 2 %; null where there is none. */
  whole: number | null;
}

/** Counts that differ by less than 2 % count as the same: watchdogs and merged interrupts are among them. */
export const tolerance = 0.02;

/** Puts repetitions together, in the order in which adapters and workloads first appear. */
export function summarise({ records }: Pick<LabResult, "records">): Series[] {
  const groups = groupBy(records, ({ adapter, workload }) => `${adapter} ${workload}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const accesses = group.map(({ per }) => per.accesses);
    return [
      {
        adapter: first.adapter,
        workload: first.workload,
        unit: first.per.unit,
        accesses,
        reads: group.map(({ per }) => per.reads),
        interrupts: group.map(({ per }) => per.interrupts),
        whole: expectsWholeNumber(first.adapter, first.workload) ? findWhole(accesses) : null,
      },
    ];
  });
}

/** A whole number is expected only for one packet at a time, and only if the model's timing does not affect the count. */
export function expectsWholeNumber(adapter: string, workload: LabRecord["workload"]): boolean {
  const isSparse = workload === "rx1" || workload === "tx1" || workload === "rr1";
  return isSparse && !adapters.some(({ id, isTimingDependent }) => id === adapter && isTimingDependent);
}

/** The whole number that all values agree on within the tolerance, or null. */
export function findWhole(values: readonly number[]): number | null {
  const whole = Math.round(median(values));
  return values.every((value) => Math.abs(value - whole) <= Math.max(tolerance * whole, tolerance)) ? whole : null;
}

/** Writes repetitions briefly: the number, or the smallest and the largest. */
export function describeSpread(values: readonly number[], decimals = 2): string {
  const [low, high] = [formatFixed(Math.min(...values), decimals), formatFixed(Math.max(...values), decimals)];
  return low === high ? low : `${low}–${high}`;
}

/**
 * Finds what an interrupt, a transmitted and a received packet cost each, register by register.
 * Where every packet makes its interrupt the three cannot be told apart by their sums alone: what a register has in
 * common between receiving and transmitting is the interrupt's, the rest is the packet's. Request and response
 * take no part, so that they can test what comes out.
 */
export function fit(rx: LabRecord, tx: LabRecord, rr: LabRecord): LabFit {
  const [received, transmitted] = [countByRegister(rx), countByRegister(tx)];
  let perInterrupt = 0;
  let perReceived = 0;
  let perTransmitted = 0;
  for (const register of new Set([...received.keys(), ...transmitted.keys()])) {
    const [whileReceiving, whileTransmitting] = [received.get(register) ?? 0, transmitted.get(register) ?? 0];
    const shared = Math.min(divide(whileReceiving, rx.interrupts), divide(whileTransmitting, tx.interrupts));
    perInterrupt += shared;
    perReceived += (whileReceiving - shared * rx.interrupts) / rx.n;
    perTransmitted += (whileTransmitting - shared * tx.interrupts) / tx.n;
  }
  const predicted = perInterrupt * rr.interrupts + (perTransmitted + perReceived) * rr.n;
  const counted = rr.nic.reads + rr.nic.writes;
  const areWhole = [perInterrupt, perTransmitted, perReceived].every(
    (value) => Math.abs(value - Math.round(value)) <= tolerance,
  );
  return {
    adapter: rr.adapter,
    repetition: rr.repetition,
    perInterrupt: round(perInterrupt, 4),
    perTransmitted: round(perTransmitted, 4),
    perReceived: round(perReceived, 4),
    predicted: round(predicted, 1),
    counted,
    isExact: areWhole && Math.abs(predicted - counted) <= tolerance * counted,
  };
}

/** Fits every adapter and repetition that has the three workloads. */
export function fitAll(records: readonly LabRecord[]): LabFit[] {
  return records
    .filter(({ workload }) => workload === "rr1")
    .flatMap((rr) => {
      const find = (workload: LabRecord["workload"]) =>
        records.find(
          (record) =>
            record.adapter === rr.adapter && record.repetition === rr.repetition && record.workload === workload,
        );
      const [rx, tx] = [find("rx1"), find("tx1")];
      return rx && tx ? [fit(rx, tx, rr)] : [];
    });
}

/** Adds up the accesses to each register, by name and operation with a tab between; housekeeping is left out. */
export function countByRegister({ nic }: LabRecord): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, operation, count, isHousekeeping } of nic.byRegister) {
    const key = `${name}\t${operation}`;
    if (!isHousekeeping) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

function divide(count: number, by: number): number {
  return by === 0 ? 0 : count / by;
}
