import type { Agent } from "../vm/agent.ts";
import type { LogWatcher } from "../trace/watch-log.ts";
import type { Wire } from "../wire/wire.ts";

/** sparse: one packet at a time; burst: packets back to back. The two are never mixed. */
export type Regime = "sparse" | "burst";

/** What a workload works with. */
export interface Bench {
  agent: Agent;
  wire: Wire;
  /** The guest's interface. */
  interface: string;
  /** Multiplies the pauses between packets. */
  patience: number;
  /** Tells when the guest is done with an interrupt. */
  log: Pick<LogWatcher, "mark" | "waitForInterrupt">;
}

/** Traffic of one kind. */
export interface Workload {
  id: "rx1" | "tx1" | "rr1" | "rxburst" | "txgen";
  regime: Regime;
  title: string;
  /** What a count is divided by. */
  per: "packet" | "transaction";
  /** How many packets or transactions a number n of rounds makes. */
  size(rounds: number): number;
  /** Carries it out and returns how many were lost. Every wait in it has a limit. */
  run(bench: Bench, rounds: number): Promise<number>;
}
