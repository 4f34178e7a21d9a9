import { type Advisor, createAdvisor } from "../advisor.ts";
import { messages as english, type Messages } from "../explain/messages.ts";
import type { Advice } from "../explain/advice.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { Situation } from "../questions/situation.ts";
import { addPolicy, fillFromPolicy, type Policy } from "./policy.ts";

/** An advisor that heeds the policy of a company. Each advice names the policy and its hash. */
export function createPolicyAdvisor(knowledge: Knowledge, policy: Policy, messages: Messages = english): Advisor {
  const advisor = createAdvisor(addPolicy(knowledge, policy), messages);
  const fill = (situation: Situation): Situation => fillFromPolicy(situation, policy);
  const sign = (advice: Advice): Advice => ({ ...advice, policy: { name: policy.name, sha256: policy.sha256 } });
  return {
    ...advisor,
    advise: (situation) => sign(advisor.advise(fill(situation))),
    *adviseInParts(situation) {
      return sign(yield* advisor.adviseInParts(fill(situation)));
    },
    recommend: (situation) => advisor.recommend(fill(situation)),
    brief: (situation) => advisor.brief(fill(situation)),
    currentProblems: (situation) => advisor.currentProblems(fill(situation)),
  };
}
