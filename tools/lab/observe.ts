// Counts what happens while a workload runs, and makes a record of it.
import { createReadStream, statSync } from "node:fs";
import type { LabAdapter } from "./adapters.ts";
import { openTable } from "./registers/registers.ts";
import { type Bar, makeCounter, type RegisterCount, type TraceCounts } from "./trace.ts";
import type { Machine } from "./machine.ts";
import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Workload } from "./workloads.ts";
import { createInterface } from "node:readline";
import { round } from "../records/numbers.ts";
import type { LabRecord } from "./result.ts";

/** Where and what is counted. */
interface Window {
  machine: Machine;
  bars: readonly Bar[];
  adapter: LabAdapter;
  rounds: number;
  traceLog: string;
}

const traceEvents = ["memory_region_ops_read", "memory_region_ops_write"] as const;

/** Counts what happens while a workload runs: the trace is on only then. */
export async function observe(
  workload: Workload,
  bench: Bench,
  { machine, bars, adapter, rounds, traceLog }: Window,
): Promise<Observation> {
  const countInterrupts = async () => sumInterrupts(await machine.agent.run(`lab_interrupts ${adapter.interface}`, 20));
  const interruptsBefore = await countInterrupts();
  const framesBefore = bench.wire.counts();
  const start = statSync(traceLog, { throwIfNoEntry: false })?.size ?? 0;
  await trace(machine, true);
  const begin = performance.now();
  const lost = await workload.run(bench, rounds);
  const elapsedSeconds = (performance.now() - begin) / 1000;
  await pause(50);
  await trace(machine, false);
  const framesAfter = bench.wire.counts();
  const interrupts = (await countInterrupts()) - interruptsBefore;
  const counter = makeCounter(bars, openTable(adapter.registers));
  await readLog(traceLog, start, counter.add);
  const frames = {
    toGuest: framesAfter.toGuest - framesBefore.toGuest,
    fromGuest: framesAfter.fromGuest - framesBefore.fromGuest,
  };
  return { rounds, lost, elapsedSeconds, frames, interrupts, trace: counter.result() };
}

async function trace(machine: Machine, enable: boolean): Promise<void> {
  for (const name of traceEvents) await machine.qmp.execute("trace-event-set-state", { name, enable });
}

/** Adds up an adapter's interrupts over all processors from what the guest's `lab_interrupts` prints. */
export function sumInterrupts(text: string): number {
  const [numbers = "", table = ""] = text.split("--\n");
  const wanted = new Set(numbers.trim().split(/\s+/));
  let sum = 0;
  for (const row of table.split("\n")) {
    const [, number = "", rest = ""] = /^\s*(\d+):(.*)$/.exec(row) ?? [];
    if (!wanted.has(number)) continue;
    // Counts, one per processor, stand before the name of the interrupt's chip.
    for (const word of rest.trim().split(/\s+/)) {
      if (!/^\d+$/.test(word)) break;
      sum += Number(word);
    }
  }
  return sum;
}

/** Hands on the lines of a log from a place in bytes to its end. Logs of talkative devices have 100 MB: never all at once. */
async function readLog(file: string, start: number, take: (line: string) => void): Promise<void> {
  const lines = createInterface({ input: createReadStream(file, { start, encoding: "utf8" }), crlfDelay: Infinity });
  for await (const line of lines) take(line);
}

/** What a window around a workload brought. */
interface Observation {
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

/** Makes a record of an observation. Housekeeping accesses are listed apart and excluded from the ratios. */
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
