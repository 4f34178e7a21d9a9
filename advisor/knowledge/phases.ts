import type { Step } from "./knowledge.ts";

/** When a step comes, in the order of work: what the advisor says and what an adapter's pages show follow it. */
export const PHASES = ["prepare", "apply", "tune", "clean-up", "go-back"] as const;

export type Phase = (typeof PHASES)[number];

/** A machine that has the adapter already needs no change, only what makes it run well, what DPDK takes, and another back end where a rule asks for one. */
export function isForPresent({ action, dpdk }: Step, isDemanded: boolean): boolean {
  return action === "tune" || dpdk === true || (action === "apply" && isDemanded);
}
