/** When a step comes, in the order of work: what the advisor says and what an adapter's pages show follow it. */
export const PHASES = ["prepare", "apply", "tune", "clean-up", "go-back"] as const;

export type Phase = (typeof PHASES)[number];
