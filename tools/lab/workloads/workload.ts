import type { Agent } from "../vm/agent.ts";
import type { LogWatcher } from "../trace/watch-log.ts";
import type { Wire } from "../wire/wire.ts";

/** sparse: one packet at a time; burst: packets back to back; bulk: a TCP stream. They are never mixed. */
export type Regime = "sparse" | "burst" | "bulk";

/** What a workload works with. */
export interface Bench {
  agent: Agent;
  wire: Wire;
  /** The guest's interface. */
  interface: string;
  /** Multiplies the pauses between packets. */
  patience: number;
  /** Tells when the guest is done with an interrupt. */
  log: Pick<LogWatcher, "mark" | "waitUntilHandled">;
  /** Lets iperf3 at the cable's other end speak with the one in the guest; only over a TAP. */
  transfer(options: readonly string[], limitSeconds: number): Promise<void>;
}

/** Traffic of one kind. */
export interface Workload {
  id: "rx1" | "tx1" | "rr1" | "rxburst" | "txgen" | "bulktx" | "bulkrx";
  regime: Regime;
  title: string;
  /** What a count is divided by. */
  per: "packet" | "transaction" | "MiB";
  /** Where it may take longer than others. */
  limitSeconds?: number;
  /** How many packets, transactions or MiB a number n of rounds makes. */
  size(rounds: number): number;
  /** Carries it out and returns how many were lost. Every wait in it has a limit. */
  run(bench: Bench, rounds: number): Promise<number>;
}
