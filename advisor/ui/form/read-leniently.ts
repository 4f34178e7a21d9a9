import type { Advisor } from "../../advisor.ts";
import { MOST_ENTRIES, readSituation, type Problem } from "../../questions/read-situation.ts";
import type { Situation } from "../../questions/situation.ts";
import { asTextTakesIt, fromText } from "../../questions/text-fields.ts";
import type { Pair } from "./pairs.ts";

/** Reads what can be read and names the rest: one required feature that is misspelt does not lose the others. */
export function readLeniently(advisor: Advisor, pairs: readonly Pair[]): { situation: Situation; problems: Problem[] } {
  const input = fromText(advisor.knowledge, pairs);
  const { situation, problems: found } = readSituation(advisor, input);
  const problems = found.map((problem) => asTextTakesIt(advisor.knowledge, problem, input));
  if (
    !problems.some(({ field }) => field === "requires") ||
    !Array.isArray(input.requires) ||
    input.requires.length > MOST_ENTRIES
  )
    return { situation, problems };
  const usable = input.requires.filter((entry) => readSituation(advisor, { requires: [entry] }).problems.length === 0);
  return { situation: { ...situation, ...readSituation(advisor, { requires: usable }).situation }, problems };
}
