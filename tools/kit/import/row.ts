import type { Dataset } from "../../../build/types/records.ts";
import { ascendingStatistics } from "../../records/samples.ts";

type Measurement = Extract<Dataset["measurements"][number], { kind: "value" }>;

/** Metric, unit, workload and conditions are spelled as in a dataset record. */
export type Metric = Measurement["metric"];
export type Unit = Measurement["unit"];
export type Workload = Measurement["workload"];
export type Conditions = NonNullable<Measurement["conditions"]>;
export type Observed = NonNullable<Measurement["observed"]>;

/** Statistics that a record has a field for. */
export const recordedStatistics = [...ascendingStatistics, "mean", "standardDeviation"] as const;

/** Names of a record's statistics, and `p99.95` and the like, for which a record has no field. */
export type Statistic = (typeof recordedStatistics)[number] | `p${number}`;

/** The program that measured. */
interface Tool {
  name: string;
  version?: string;
}

/** One number of a file, in a unit of the dataset schema. */
export interface ImportedRow {
  metric: Metric;
  unit: Unit;
  value: number;
  /** Set if the number summarises several observations; a plain result has none. */
  statistic?: Statistic;
  /** Absent if the file does not say what traffic there was, as sar and mpstat. */
  workload?: Workload;
  /** Id of an adapter, only from the validation kit's own files; no other tool knows it. */
  adapter?: string;
  conditions?: Conditions;
  observed?: Observed;
  /** Direction of the traffic between the two ends of the tool. */
  flow?: "client-to-server" | "server-to-client" | "both";
  /** The end that counted. */
  side?: "sender" | "receiver" | "client" | "server";
  /** Direction at the interface, if an interface was watched. */
  interfaceDirection?: "receive" | "transmit";
  interfaceName?: string;
  /** Name that the tool gives the number, if it has several of one kind: a series of flent, a transaction of uperf. */
  series?: string;
  /** Number of the repetition, if the file numbers them. */
  run?: number;
  /** Whether the adapters took turns, repetition by repetition. */
  isInterleaved?: boolean;
  /** Packets per second that were sent while a latency was measured, if each repetition has a rate of its own. */
  offeredPacketRate?: number;
  /** Command line of the run, if the file has it. */
  command?: string;
  durationSeconds?: number;
  warmUpSeconds?: number;
  tool: Tool;
  /** How to read the number, such as "half of the round trip". */
  note?: string;
  /** What weakens the number, such as a confidence that was not reached. */
  warnings?: string[];
  /** The number as the file writes it, or the calculation with the numbers of the file. */
  asWritten: string;
  file: string;
  /** File and line, then the key of the number if it has one: `run.json:42 end.sum_received.bits_per_second`. */
  place: string;
}

/** Of two logs of one run, the receiver's counts: what a sender counts may not arrive. */
export function isDelivered(row: ImportedRow, _: number, all: readonly ImportedRow[]): boolean {
  if (row.side !== "sender" || (row.metric !== "throughput" && row.metric !== "packet-rate")) return true;
  return !all.some(
    ({ side, metric, workload, tool, flow }) =>
      side === "receiver" &&
      metric === row.metric &&
      workload === row.workload &&
      tool.name === row.tool.name &&
      (flow ?? row.flow) === (row.flow ?? flow),
  );
}

/** Something that could not be read. */
export interface ImportProblem {
  file: string;
  /** File, with line and key if they are known. */
  place: string;
  /** What the file has there, shortened. */
  found: string;
  /** What is wrong, and what to do about it. */
  message: string;
}

/** Everything that a call of the importer returns. */
export interface Imported {
  rows: ImportedRow[];
  problems: ImportProblem[];
}

/** A line of a text, without colour codes and line ends. */
export interface Line {
  /** Counted from 1. */
  number: number;
  text: string;
}

/** Where something is in a file. */
export interface Spot {
  line?: number;
  key?: string;
}
