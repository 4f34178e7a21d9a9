import type { Advice } from "./advice.ts";
import { createAdvisor as createSpeaking, type Advisor } from "./advise.ts";
import type { Knowledge } from "./knowledge.ts";
import { messages } from "./messages.ts";
import type { Situation } from "./situation.ts";

export type { Advice } from "./advice.ts";
export type { Advisor } from "./advise.ts";
export type { Knowledge } from "./knowledge.ts";
export type { Situation } from "./situation.ts";

const prepared = new WeakMap<Knowledge, Advisor>();

/** An advisor that speaks English; its tables are built once, for many situations. */
export function createAdvisor(knowledge: Knowledge): Advisor {
  return createSpeaking(knowledge, messages);
}

/** Advice for one situation. Pure; the tables built from a knowledge are remembered with it. */
export function advise(situation: Situation, knowledge: Knowledge): Advice {
  const advisor = prepared.get(knowledge) ?? createAdvisor(knowledge);
  prepared.set(knowledge, advisor);
  return advisor.advise(situation);
}
