import type { LabAdapter } from "./adapters.ts";
import type { LabRecord } from "./result.ts";
import type { RegisterCount, TraceCounts } from "./trace/count.ts";
import type { Workload } from "./workloads/workload.ts";

/** What a window around a workload brought. */
export interface Observation {
  rounds: number;
  lost: number;
  elapsedSeconds: number;
  frames: { toGuest: number; fromGuest: number };
  interrupts: number;
  trace: TraceCounts;
}

interface Circumstances {
  adapter: LabAdapter;
  driver: string;
  repetition: number;
  bootSeconds: number;
}

/** Makes a record of an observation; housekeeping is kept apart and is part of no quotient. */
export function makeRecord(workload: Workload, observation: Observation, circumstances: Circumstances): LabRecord {
  const { adapter, driver, repetition, bootSeconds } = circumstances;
  const { trace, lost, interrupts } = observation;
  const n = workload.size(observation.rounds) - lost;
  const sum = (operation: RegisterCount["operation"], isHousekeeping: boolean) =>
    trace.registers
      .filter((register) => register.operation === operation && register.isHousekeeping === isHousekeeping)
      .reduce((total, { count }) => total + count, 0);
  const [reads, writes] = [sum("read", false), sum("write", false)];
  return {
    adapter: adapter.id,
    device: adapter.device,
    driver,
    repetition,
    workload: workload.id,
    regime: workload.regime,
    n,
    lost,
    elapsedSeconds: round(observation.elapsedSeconds, 3),
    bootSeconds: round(bootSeconds, 3),
    frames: observation.frames,
    interrupts,
    nic: {
      reads,
      writes,
      housekeeping: { reads: sum("read", true), writes: sum("write", true) },
      byRegister: trace.registers,
    },
    apic: trace.apic,
    messages: trace.messages,
    per: {
      unit: workload.per,
      accesses: round((reads + writes) / n, 4),
      reads: round(reads / n, 4),
      writes: round(writes / n, 4),
      interrupts: round(interrupts / n, 4),
    },
  };
}

/** Rounds to so many decimals. */
export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
