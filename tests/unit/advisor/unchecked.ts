import { createUncheckedAdvisor, type Advisor } from "../../../advisor/advisor.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { messages } from "../../../advisor/explain/messages.ts";

/** An advisor that takes every situation, for tests of what the engine makes of values that no reader may give. */
export function createEnglishAdvisor(knowledge: Knowledge): Advisor {
  return createUncheckedAdvisor(knowledge, messages);
}
