import type { Reason } from "../../../advisor/explain/advice.ts";

/** What the decision table says of a situation; apart, because only its page does. */
export const ruleWords = {
  rulesFired: (fired: number, all: number) => `${fired} of the ${all} rules had a say here.`,
  onlyFired: "Only the rules that had a say",
  backToAnswer: "Back to the answer",
  beforeRules: "Before any rule, these were out:",
  excludedBy: {
    guest: "the platform does not offer them to this guest.",
    driver: "there is no driver for them.",
  } as Partial<Record<Reason["kind"], string>>,
  ruleEffects: {
    excludes: (adapters) => `Here: excludes ${adapters}.`,
    prefers: (adapters) => `Here: prefers ${adapters}.`,
    behind: (adapters) => `Here: places ${adapters} behind.`,
    requires: (adapters) => `Here: demands a step for ${adapters}.`,
    warns: (adapters) => `Here: cautions about ${adapters}.`,
    neutral: (adapters) => `Here: about ${adapters}.`,
  } as Record<Reason["effect"], (adapters: string) => string>,
} as const;
