import type { Advice } from "../../explain/advice.ts";
import type { Problem } from "../../questions/read-situation.ts";
import { headVerb, recommendedVerdict } from "./names.ts";
import { neededText } from "./needed-text.ts";
import { fieldLabel, words } from "../words.ts";

/** The answer in one short sentence, for readers who hear it, with what could not be used. */
export function announcement(advice: Advice | null, problems: readonly Problem[]): string {
  const verdict = advice && recommendedVerdict(advice);
  const told = !advice
    ? `${neededText(problems)}.`
    : verdict
      ? words.announce(verdict.name, words.levels[advice.confidence.level].toLowerCase())
      : words.announceNone;
  const unusable = [...new Set(problems.map(({ field }) => fieldLabel(field)))];
  return unusable.length === 0 ? told : `${told} ${words.unusable(unusable.join(", "))}`;
}

/** The answer in a few words, where it stands below the questions. */
export function barText(advice: Advice | null, problems: readonly Problem[] = []): string {
  if (!advice) return neededText(problems);
  const verdict = recommendedVerdict(advice);
  return verdict
    ? words.bar(headVerb(advice), verdict.name, words.levels[advice.confidence.level].toLowerCase())
    : words.noneFits;
}
