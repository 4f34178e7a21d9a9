import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ToolError } from "../records/command-line.mjs";
import type { RegisterCount, TraceCounts } from "./trace.ts";
import type { Workload } from "./workloads.ts";

/** What goes with every number of the lab, wherever it is shown. */
export const caveat =
  "Accesses are would-be exits under trap and emulate; the device is QEMU's model, the driver is Linux's own. " +
  "A virtual function that is passed through makes the same accesses, of which none should trap; that was not measured. " +
  "Nothing here says how fast an adapter is.";

/** One adapter under one workload, once. Described in result.schema.json. */
export interface LabRecord {
  adapter: string;
  device: string;
  driver: string;
  /** Counted from 1. */
  repetition: number;
  workload: Workload["id"];
  regime: Workload["regime"];
  /** Packets, transactions or MiB that arrived. */
  n: number;
  lost: number;
  elapsedSeconds: number;
  bootSeconds: number;
  frames: { toGuest: number; fromGuest: number };
  /** The guest's own count. */
  interrupts: number;
  nic: {
    reads: number;
    writes: number;
    housekeeping: { reads: number; writes: number };
    byRegister: RegisterCount[];
  };
  apic: TraceCounts["apic"];
  messages: number;
  per: { unit: Workload["per"]; accesses: number; reads: number; writes: number; interrupts: number };
}

/** What an interrupt, a sent and a received packet cost each, for one adapter in one repetition. */
export interface LabFit {
  adapter: string;
  repetition: number;
  perInterrupt: number;
  perTransmitted: number;
  perReceived: number;
  /** Accesses that these come to for request and response, and those that were counted. */
  predicted: number;
  counted: number;
  /** Whether the three are whole numbers and predict what was counted within 2 %. */
  isExact: boolean;
}

/** A run of the lab. */
export interface LabResult {
  schema: "nic-lab/1";
  command: string;
  started: string;
  elapsedSeconds: number;
  qemu: { version: string; package: string };
  accelerator: "tcg";
  wire: "stream" | "tap";
  icount: boolean;
  kernel: { version: string; release: string };
  packages: { name: string; version: string; sha256: string }[];
  host: { cpus: number; loadAtStart: number; loadAtEnd: number };
  repetitions: number;
  jobs: number;
  caveat: string;
  records: LabRecord[];
  fits: LabFit[];
  /** What could not be measured, and why. */
  failures: { adapter: string; repetition: number; reason: string }[];
}

const schema: object = JSON.parse(readFileSync(new URL("./result.schema.json", import.meta.url), "utf8"));

/** Reads a result file; one that is not of the lab's form is refused with the place of the mistake. */
export function readResult(file: string, root: string): LabResult {
  const result = readParsed(resolve(root, file), JSON.parse, file);
  const fault = findFault(result);
  if (fault !== null) throw new ToolError(`${file} is not a result of the lab: ${fault}`, 2);
  return result as LabResult;
}

/** Reads a file and parses it; errors call it by the name given. */
export function readParsed(file: string | URL, parse: (text: string) => unknown, name = String(file)): unknown {
  try {
    return parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ToolError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`, 2);
  }
}

/** Says what is wrong with a result, or null when it is one. */
export function findFault(result: unknown): string | null {
  const ajv = new Ajv2020({ strict: true, allErrors: false });
  addFormats.default(ajv);
  const isValid = ajv.compile(schema);
  if (isValid(result)) return null;
  const [error] = isValid.errors ?? [];
  return `${error?.instancePath || "the file"} ${error?.message ?? "does not match the schema"}`;
}
