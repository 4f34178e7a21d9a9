import { createAdvisor as createSpeaking, type Advisor } from "../../../advisor/advisor.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { messages } from "../../../advisor/explain/messages.ts";

/** An advisor that takes every situation, for tests of what the engine makes of values that no reader may give. */
export function createAdvisor(knowledge: Knowledge): Advisor {
  return createSpeaking(knowledge, messages);
}
