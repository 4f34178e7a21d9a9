import type { LabRecord, LabResult } from "../../../tools/lab/result.ts";
import { caveat } from "../../../tools/lab/result.ts";

type Registers = Record<string, number>;

/** Makes a record from counts by `NAME operation`. */
export function makeLabRecord(part: Partial<LabRecord> & { registers: Registers }): LabRecord {
  const { registers, ...rest } = part;
  const byRegister = Object.entries(registers).map(([key, count]) => {
    const [name = "", operation] = key.split(" ");
    return {
      bar: 0,
      offset: 0,
      name,
      operation: operation === "read" ? ("read" as const) : ("write" as const),
      count,
      isHousekeeping: false,
    };
  });
  const sum = (operation: string) =>
    byRegister.filter((one) => one.operation === operation).reduce((total, { count }) => total + count, 0);
  const n = rest.n ?? 100;
  const interrupts = rest.interrupts ?? n;
  const [reads, writes] = [sum("read"), sum("write")];
  return {
    adapter: "e1000",
    device: "e1000",
    driver: "e1000",
    repetition: 1,
    workload: "rr1",
    regime: "sparse",
    n,
    lost: 0,
    elapsedSeconds: 1,
    bootSeconds: 6,
    frames: { toGuest: n, fromGuest: n },
    interrupts,
    nic: { reads, writes, housekeeping: { reads: 0, writes: 0 }, byRegister },
    apic: { endOfInterrupt: interrupts, triggerModeReads: 0 },
    messages: interrupts,
    per: {
      unit: "transaction",
      accesses: (reads + writes) / n,
      reads: reads / n,
      writes: writes / n,
      interrupts: interrupts / n,
    },
    ...rest,
  };
}

/** The e1000's three sparse workloads as they are counted, with so many interrupts. */
export function makeE1000Records(repetition = 1): LabRecord[] {
  const perInterrupt = (times: number) => ({
    "ICR read": times,
    "IMC write": times,
    "IMS write": times,
    "STATUS read": 2 * times,
  });
  return [
    makeLabRecord({
      repetition,
      workload: "rx1",
      interrupts: 100,
      registers: { ...perInterrupt(100), "RDT write": 100 },
      per: { unit: "packet", accesses: 6, reads: 3, writes: 3, interrupts: 1 },
    }),
    makeLabRecord({
      repetition,
      workload: "tx1",
      interrupts: 100,
      registers: { ...perInterrupt(100), "TDT write": 100 },
      per: { unit: "packet", accesses: 6, reads: 3, writes: 3, interrupts: 1 },
    }),
    makeLabRecord({
      repetition,
      workload: "rr1",
      interrupts: 200,
      registers: { ...perInterrupt(200), "RDT write": 100, "TDT write": 100 },
    }),
  ];
}

/** A result around records. */
export function makeLabResult(records: LabRecord[], part: Partial<LabResult> = {}): LabResult {
  return {
    schema: "nic-lab/1",
    command: "npm run lab -- run",
    started: "2026-11-21T20:00:00.000Z",
    elapsedSeconds: 60,
    qemu: { version: "7.2.22", package: "Debian 1:7.2+dfsg-7+deb12u18+b3" },
    accelerator: "tcg",
    wire: "stream",
    icount: false,
    kernel: { version: "6.1.192-2", release: "6.1.0-56-amd64" },
    packages: [{ name: "linux-image-6.1.0-56-amd64", version: "6.1.192-2", sha256: "a".repeat(64) }],
    host: { cpus: 2, loadAtStart: 0.5, loadAtEnd: 1.5 },
    repetitions: 1,
    jobs: 1,
    caveat,
    records,
    fits: [],
    failures: [],
    ...part,
  };
}
