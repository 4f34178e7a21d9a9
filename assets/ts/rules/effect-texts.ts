import type { Advice, Reason } from "../../../advisor/explain/advice.ts";
import { traceRows } from "../../../advisor/explain/trace.ts";
import { adapterName } from "../../../advisor/ui/answer/names.ts";
import { ruleWords } from "./words.ts";

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
