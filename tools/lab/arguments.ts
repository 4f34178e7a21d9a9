import { choose, readCommandLine, ToolError, UsageError } from "../records/command-line.mjs";
import { adapters, type LabAdapter, shortForm } from "./adapters.ts";
import { workloads, type Workload } from "./workloads.ts";

/** What `run` is asked to do. */
export interface RunSettings {
  adapters: LabAdapter[];
  /** Whether the user named the adapters. If so, an adapter that cannot run is an error; otherwise it is reported and skipped. */
  areNamed: boolean;
  workloads: Workload[];
  rounds: number;
  /** Multiplies the pauses between packets; more than 1 for a machine that is busy with other things. */
  patience: number;
  repetitions: number;
  jobs: number;
  qemu: string;
  kernelPackage: string | null;
  properties: Map<string, string[]>;
  icount: boolean;
  out: string | null;
  wire: "stream" | "tap";
}

/** Sets of settings by name; each may be changed by an option of its own. */
const profiles = {
  ci: { adapters: shortForm, workloads: ["rx1", "tx1", "rr1"], rounds: 100, repetitions: 1 },
  sparse: { adapters: null, workloads: ["rx1", "tx1", "rr1"], rounds: 300, repetitions: 5 },
  full: { adapters: null, workloads: ["rx1", "tx1", "rr1", "rxburst", "txgen"], rounds: 300, repetitions: 5 },
  bulk: { adapters: null, workloads: ["bulktx", "bulkrx"], rounds: 10, repetitions: 3 },
} as const;

export const defaultQemu = "qemu-system-x86_64";

/** The options of `run`. */
export const runOptions = {
  profile: { type: "string" },
  adapters: { type: "string" },
  workloads: { type: "string" },
  rounds: { type: "string" },
  patience: { type: "string" },
  repeat: { type: "string" },
  jobs: { type: "string" },
  qemu: { type: "string" },
  "kernel-package": { type: "string" },
  set: { type: "string", multiple: true },
  icount: { type: "boolean" },
  out: { type: "string" },
} as const;

/** Reads the words after `run`. */
export function readRunSettings(words: readonly string[]): RunSettings {
  const { values: given, positionals } = readCommandLine(words, runOptions, "npm run lab -- run --help lists them");
  if (positionals.length > 0) throw new UsageError(`found "${positionals.join(" ")}", expected options only`);
  const profile =
    profiles[choose("profile", given.profile ?? "full", Object.keys(profiles) as (keyof typeof profiles)[])];
  const named = given.adapters?.split(",") ?? profile.adapters;
  const chosen = named?.map((id) => choose("adapter", id, adapterIds)) ?? null;
  const workloadIds = workloads.map(({ id }) => id);
  const traffic = (given.workloads?.split(",") ?? profile.workloads).map((id) => choose("workload", id, workloadIds));
  const chosenTraffic = workloads.filter(({ id }) => traffic.includes(id));
  const wire = chosenTraffic.some(({ regime }) => regime === "bulk") ? "tap" : "stream";
  if (wire === "tap" && chosenTraffic.some(({ regime }) => regime !== "bulk")) {
    throw new ToolError(
      "bulk workloads require a TAP, other workloads require the lab's own wire. Measure them in two runs",
      2,
    );
  }
  const properties = new Map<string, string[]>();
  for (const setting of given.set ?? []) {
    const [, id = "", property = ""] = /^([^.]+)\.([\w-]+=[\w.-]+)$/.exec(setting) ?? [];
    if (!property)
      throw new ToolError(`--set ${setting}: expected ADAPTER.PROPERTY=VALUE, such as virtio.packed=on`, 2);
    if (property === "ioeventfd=on")
      throw new ToolError(`--set ${setting}: the trace would miss notifications. Remove this setting`, 2);
    properties.set(choose("adapter", id, adapterIds), [...(properties.get(id) ?? []), property]);
  }
  return {
    adapters: adapters.filter(({ id }) => chosen === null || chosen.includes(id)),
    areNamed: chosen !== null,
    workloads: chosenTraffic,
    rounds: readCount("rounds", given.rounds, profile.rounds, 10, 100_000),
    patience: readCount("patience", given.patience, 1, 1, 20),
    repetitions: readCount("repeat", given.repeat, profile.repetitions, 1, 1000),
    jobs: readCount("jobs", given.jobs, 1, 1, 64),
    qemu: given.qemu ?? defaultQemu,
    kernelPackage: given["kernel-package"] ?? null,
    properties,
    icount: given.icount ?? false,
    out: given.out ?? null,
    wire,
  };
}

const adapterIds = adapters.map(({ id }) => id);

function readCount(name: string, text: string | undefined, otherwise: number, from: number, to: number): number {
  if (text === undefined) return otherwise;
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= from && count <= to) return count;
  throw new ToolError(`--${name}: "${text}" is not valid, expected a number from ${from} to ${to}`, 2);
}
