import type { Advice } from "./explain/advice.ts";
import { createUncheckedAdvisor, type Advisor } from "./advisor.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import { type Messages, messages } from "./explain/messages.ts";
import { describeProblem, readSituation, type Problem } from "./questions/read-situation.ts";
import type { Situation } from "./questions/situation.ts";

export type { Advice } from "./explain/advice.ts";
export type { Advisor } from "./advisor.ts";
export type { Knowledge } from "./knowledge/knowledge.ts";
export type { Problem } from "./questions/read-situation.ts";
export type { Situation } from "./questions/situation.ts";
export { readSituation } from "./questions/read-situation.ts";

const prepared = new WeakMap<Knowledge, Advisor>();

/** A situation that cannot be used; the message has a line for each problem. */
export class InvalidSituation extends Error {
  override readonly name = "InvalidSituation";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join("\n"));
    this.problems = problems;
  }
}

/** An advisor that reads its input before it answers. */
export interface CheckedAdvisor extends Advisor {
  /** Reads a situation of any origin: what can be used, with ids in the atlas's spelling, and every problem with the rest. */
  parse: (input: unknown) => { situation: Situation; problems: Problem[] };
}

/**
 * An advisor whose tables are built once, for many situations. It speaks English unless it is given other messages.
 * Advice and recommendations throw InvalidSituation for input that cannot be used. `brief` and `currentProblems` check nothing,
 * for speed: give them what `parse` gave.
 */
export function createAdvisor(knowledge: Knowledge, own: Messages = messages): CheckedAdvisor {
  const advisor = createUncheckedAdvisor(knowledge, own);
  return checkInput(advisor, (input) => readSituation(advisor, input));
}

/** An advisor that answers what `parse` reads of its input, and throws InvalidSituation if `parse` finds a problem. */
export function checkInput(advisor: Advisor, parse: CheckedAdvisor["parse"]): CheckedAdvisor {
  const check = (given: Situation): Situation => {
    const { situation, problems } = parse(given);
    if (problems.length > 0) throw new InvalidSituation(problems);
    return situation;
  };
  return {
    ...advisor,
    parse,
    advise: (given) => advisor.advise(check(given)),
    adviseInParts: (given) => advisor.adviseInParts(check(given)),
    recommend: (given) => advisor.recommend(check(given)),
  };
}

/** Advice for one situation. Pure; throws InvalidSituation for input that cannot be used. The tables built from a knowledge are remembered with it. */
export function advise(situation: Situation, knowledge: Knowledge): Advice {
  const advisor = prepared.get(knowledge) ?? createAdvisor(knowledge);
  prepared.set(knowledge, advisor);
  // The advisor's answers share what it remembers; a caller may edit its own.
  return structuredClone(advisor.advise(situation));
}
