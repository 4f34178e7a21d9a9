import type { Advice } from "../advice.ts";
import type { Problem } from "../read-situation.ts";
import { headVerb, recommendedVerdict } from "./names.ts";
import { fieldLabel, words } from "./words.ts";

/** The answer in one short sentence, for readers who hear it, with what could not be used. */
export function announcement(advice: Advice, problems: readonly Problem[]): string {
  const verdict = recommendedVerdict(advice);
  const told = verdict ? words.announce(verdict.name, words.levels[advice.confidence.level].toLowerCase()) : words.announceNone;
  const unusable = [...new Set(problems.map(({ field }) => fieldLabel(field)))];
  return unusable.length === 0 ? told : `${told} ${words.unusable(unusable.join(", "))}`;
}

/** The answer in a few words, where it stands below the questions. */
export function barText(advice: Advice): string {
  const verdict = recommendedVerdict(advice);
  return verdict ? words.bar(headVerb(advice), verdict.name, words.levels[advice.confidence.level].toLowerCase()) : words.noneFits;
}
