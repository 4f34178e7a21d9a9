import type { Question } from "../knowledge/knowledge.ts";

/** The parts of the form, in their order, with what stands above what is folded away in each. */
export const GROUPS: readonly { id: Question["group"]; title: string; more: string }[] = [
  { id: "vm", title: "The VM", more: "More about the VM" },
  { id: "traffic", title: "The traffic", more: "More about the traffic" },
  { id: "features", title: "Must keep working", more: "More features" },
  { id: "host", title: "The host", more: "More about the host" },
];
