import { statSync } from "node:fs";
import type { LabAdapter } from "./adapters.ts";
import type { Observation } from "./make-record.ts";
import { openTable } from "./registers/table.ts";
import type { Bar } from "./trace/bars.ts";
import { makeCounter } from "./trace/count.ts";
import { sumInterrupts } from "./trace/interrupts.ts";
import { readLog } from "./trace/read-log.ts";
import type { Machine } from "./vm/machine.ts";
import { pause } from "./within.ts";
import type { Bench, Workload } from "./workloads/workload.ts";

/** Where and what is counted. */
export interface Window {
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
