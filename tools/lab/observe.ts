import { createReadStream, statSync } from "node:fs";
import type { LabAdapter } from "./adapters.ts";
import type { Observation } from "./make-record.ts";
import { openTable } from "./registers/table.ts";
import type { Bar } from "./trace/bars.ts";
import { makeCounter } from "./trace/count.ts";
import type { Machine } from "./vm/machine.ts";
import { pause } from "./within.ts";
import type { Bench, Workload } from "./workloads/workload.ts";
import { createInterface } from "node:readline";

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
