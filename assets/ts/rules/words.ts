import type { Advice, Reason } from "../../../advisor/explain/advice.ts";
import { traceRows } from "../../../advisor/explain/confidence.ts";
import { adapterName } from "../../../advisor/ui/answer/names.ts";

/** What the decision table says of a situation; apart, because only its page does. */
export const ruleWords = {
  rulesFired: (fired: number, all: number) => `${fired} of the ${all} rules had a say here.`,
  onlyFired: "Only the rules that had a say",
  backToAnswer: "Back to the answer",
  beforeRules: "Before any rule, these were out:",
  excludedBy: {
    guest: "the platform does not support them for this guest.",
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

const EFFECTS: readonly Reason["effect"][] = ["excludes", "prefers", "behind", "requires", "warns"];

/** What each rule did in this situation, in words, by the rule's id. */
export function effectTexts(advice: Advice): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { kind, id, effect, adapters } of EFFECTS.flatMap((one) => traceRows(advice.verdicts, one))) {
    if (kind !== "rule") continue;
    const names = adapters.map((adapter) => adapterName(advice, adapter)).join(", ");
    texts.set(id, [...(texts.get(id) ?? []), ruleWords.ruleEffects[effect](names)]);
  }
  return texts;
}
