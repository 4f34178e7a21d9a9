// What people read of a run: its table at the end, its progress before.
import type { LabResult } from "./result.ts";
import { workloads } from "./workloads.ts";
import { describeSpread, type Series, summarise } from "./summarise.ts";

const ofPings = ["rr1 reads", "rr1 irqs", "rr1 is", "per irq", "per tx", "per rx"];

/** Prints a run for people: sparse counts per adapter, what they are made of, and what they do not prove. */
export function printResult(result: LabResult): string {
  const series = summarise(result);
  const find = (adapter: string, workload: Series["workload"]) =>
    series.find((one) => one.adapter === adapter && one.workload === workload);
  const measured = workloads.map(({ id }) => id).filter((workload) => series.some((one) => one.workload === workload));
  const rows = [...new Set(series.map(({ adapter }) => adapter))].map((adapter) => {
    const rr = find(adapter, "rr1");
    const fits = result.fits.filter((fit) => fit.adapter === adapter);
    const spread = (values: readonly number[] | undefined) =>
      values && values.length > 0 ? describeSpread(values) : "–";
    const counts = measured.map((workload) => spread(find(adapter, workload)?.accesses));
    if (!measured.includes("rr1"))
      return [adapter, ...counts, ...measured.map((workload) => spread(find(adapter, workload)?.interrupts))];
    return [
      adapter,
      ...counts,
      spread(rr?.reads),
      spread(rr?.interrupts),
      rr?.whole === null || rr === undefined ? "range" : String(rr.whole),
      spread(fits.map(({ perInterrupt }) => perInterrupt)),
      spread(fits.map(({ perTransmitted }) => perTransmitted)),
      spread(fits.map(({ perReceived }) => perReceived)),
    ];
  });
  const details = measured.includes("rr1") ? ofPings : measured.map((workload) => `${workload} irqs`);
  const heads = ["adapter", ...measured, ...details];
  return [
    `Register accesses per packet (rx1, tx1, rxburst, txgen), transaction (rr1) or MiB (bulk); ${result.repetitions} repetition${result.repetitions === 1 ? "" : "s"}`,
    `QEMU ${result.qemu.version}, Linux ${result.kernel.version}, ${result.accelerator}, ${result.host.cpus} CPUs, load ${result.host.loadAtStart} to ${result.host.loadAtEnd}, ${result.elapsedSeconds} s`,
    "",
    printTable([heads, ...rows]),
    ...result.failures.map(
      ({ adapter, repetition, reason }) => `${adapter} (repetition ${repetition}) failed: ${reason}\n`,
    ),
    result.caveat,
    "",
  ].join("\n");
}

/** Writes rows in columns; the first column to the left, the others to the right. */
export function printTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return `${rows.map(line).join("\n")}\n`;
}

/** Shows progress: one line that is overwritten on a terminal, otherwise a line per boot. */
interface Progress {
  step(adapter: string, repetition: number, doing: string): void;
  /** A boot and its workloads are over. */
  done(adapter: string, repetition: number, outcome: string): void;
}

export interface ProgressOutput {
  write(text: string): void;
  isTerminal: boolean;
  now(): number;
}

/** Makes the progress display for a number of boots, of which `jobs` run in parallel. */
export function makeProgress(boots: number, jobs: number, { write, isTerminal, now }: ProgressOutput): Progress {
  const begin = now();
  let over = 0;
  const left = () => {
    if (over === 0) return "";
    const seconds = ((now() - begin) / 1000 / over) * (boots - over);
    return seconds < 1 ? "" : `, about ${describeTime(seconds)} left`;
  };
  const place = () => `${Math.min(boots, over + 1)}/${boots}`;
  return {
    step(adapter, repetition, doing) {
      if (isTerminal) write(`\r\x1b[K${place()} ${adapter} (repetition ${repetition}): ${doing}${left()}`);
    },
    done(adapter, repetition, outcome) {
      over += 1;
      const clear = isTerminal ? "\r\x1b[K" : "";
      const beside = jobs > 1 ? `, ${jobs} at a time` : "";
      write(
        `${clear}${over}/${boots} ${adapter} (repetition ${repetition}): ${outcome}${left()}${left() ? beside : ""}\n`,
      );
    },
  };
}

/** Formats a duration in seconds, or in minutes from 90 s. */
function describeTime(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
