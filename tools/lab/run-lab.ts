import { ToolError } from "../records/command-line.mjs";
import { accessSync, constants } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { findCommand } from "./find-command.mjs";
import { allModules } from "./adapters.ts";
import type { RunSettings } from "./arguments.ts";
import { listBulkNeeds } from "./tap.ts";
import { fitAll } from "./summarise.ts";
import { addProgram } from "./image/add-program.ts";
import { provideImage } from "./image/image.ts";
import { UnavailableError } from "./image/package.ts";
import { makeProgress, type ProgressOutput } from "./print.ts";
import { findQemu, isAtLeast, oldestQemu, refuseAdapter } from "./qemu.ts";
import { round } from "../records/numbers.ts";
import { caveat, type LabRecord, type LabResult } from "./result.ts";
import { type Laboratory, runSession } from "./session.ts";
import type { Tidy } from "./tidy.ts";

interface RunContext {
  cache: string;
  tidy: Tidy;
  /** As it was typed, for the record. */
  command: string;
  progress: ProgressOutput;
}

/** Boots every adapter as often as is asked, in turns, and returns all that was counted. */
export async function runLab(
  settings: RunSettings,
  { cache, tidy, command, progress: output }: RunContext,
): Promise<LabResult> {
  const qemu = findQemu(settings.qemu);
  if (!qemu)
    throw new UnavailableError(`${settings.qemu} cannot be run. Run npm run lab -- doctor for installation help`);
  if (!isAtLeast(qemu.version, oldestQemu))
    throw new UnavailableError(`QEMU ${qemu.version} is too old, ${oldestQemu.join(".")} or newer is required`);
  const runnable = settings.adapters.filter((adapter) => {
    const reason =
      refuseAdapter(qemu, adapter) ??
      (adapter.queues > 1 && settings.wire !== "tap" ? "several queues need a TAP (--profile bulk)" : null);
    if (reason === null) return true;
    if (settings.areNamed) throw new ToolError(`${adapter.id}: ${reason}`);
    output.write(`${adapter.id} is left out: ${reason}\n`);
    return false;
  });
  const image = provideImage(cache, allModules, settings.kernelPackage);
  if (settings.wire === "tap") image.initramfs = addProgram(image.initramfs, findIperf3());
  const laboratory: Laboratory = { qemu: qemu.command, image, scratch: chooseScratch(), tidy };
  const turns = interleave(runnable, settings.repetitions);
  const progress = makeProgress(turns.length, settings.jobs, output);
  const [begin, started, loadAtStart] = [performance.now(), new Date().toISOString(), readLoad()];
  const records: LabRecord[] = [];
  const failures: LabResult["failures"] = [];
  await runConcurrently(turns, settings.jobs, async ({ subject, repetition }) => {
    const plan = { ...settings, adapter: subject, repetition, properties: settings.properties.get(subject.id) ?? [] };
    const attempt = () => runSession(plan, laboratory, (doing) => progress.step(subject.id, repetition, doing));
    try {
      const made = await attempt().catch((error: unknown) => {
        output.write(`${subject.id} (repetition ${repetition}) again, because of: ${describeError(error)}\n`);
        return attempt();
      });
      records.push(...made);
      progress.done(
        subject.id,
        repetition,
        made.map(({ workload, per }) => `${workload} ${per.accesses.toFixed(2)}`).join(", "),
      );
    } catch (error) {
      failures.push({ adapter: subject.id, repetition, reason: describeError(error) });
      progress.done(subject.id, repetition, `failed: ${describeError(error)}`);
    }
  });
  const order = new Map(runnable.map(({ id }, index) => [id, index]));
  records.sort((a, b) => (order.get(a.adapter) ?? 0) - (order.get(b.adapter) ?? 0) || a.repetition - b.repetition);
  return {
    schema: "nic-lab/1",
    command,
    started,
    elapsedSeconds: round((performance.now() - begin) / 1000, 1),
    qemu: { version: qemu.version, package: qemu.package },
    accelerator: "tcg",
    wire: settings.wire,
    icount: settings.icount,
    kernel: { version: image.kernelVersion, release: image.kernelRelease },
    packages: image.packages,
    host: { cpus: availableParallelism(), loadAtStart, loadAtEnd: readLoad() },
    repetitions: settings.repetitions,
    jobs: settings.jobs,
    caveat,
    records,
    fits: fitAll(records),
    failures,
  };
}

/** Finds iperf3; says what bulk transfers lack where this machine has not all. */
function findIperf3(): string {
  const missing = listBulkNeeds(process.env);
  const iperf3 = findCommand("iperf3", process.env);
  if (missing.length > 0 || !iperf3)
    throw new UnavailableError(`bulk transfers require ${missing.join(", ")}. Other workloads run without`);
  return iperf3;
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readLoad(): number {
  return round(loadavg()[0] ?? 0, 2);
}

/** The trace goes to memory where there is a file system of it; its path is short, as a socket's must be. */
function chooseScratch(): string {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return "/dev/shm";
  } catch {
    return tmpdir();
  }
}

/** A boot to come. */
interface Turn<T> {
  subject: T;
  /** Counted from 1. */
  repetition: number;
}

/** Interleaves the subjects (A, B, C, A, B, C), so that a drift of the machine affects all of them. */
export function interleave<T>(subjects: readonly T[], repetitions: number): Turn<T>[] {
  return Array.from({ length: repetitions }, (_, index) =>
    subjects.map((subject) => ({ subject, repetition: index + 1 })),
  ).flat();
}

/** Processes a list in order, a limited number of items at a time. */
export async function runConcurrently<T>(
  list: readonly T[],
  jobs: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...list];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.min(jobs, list.length) }, worker));
}
