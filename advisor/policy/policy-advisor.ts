import type { Advice } from "../explain/advice.ts";
import type { Messages } from "../explain/messages.ts";
import { type CheckedAdvisor, createAdvisor } from "../index.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { Situation } from "../questions/situation.ts";
import { addPolicy, fillFromPolicy, type Policy } from "./policy.ts";

/** An advisor that heeds the policy of a company. Each advice names the policy and its hash. */
export function createPolicyAdvisor(knowledge: Knowledge, policy: Policy, messages?: Messages): CheckedAdvisor {
  const advisor = createAdvisor(addPolicy(knowledge, policy), messages);
  /** Input that is no situation stays as it is: the advisor refuses it. */
  const fill = (given: Situation): Situation => (isFillable(given) ? fillFromPolicy(given, policy) : given);
  const sign = (advice: Advice): Advice => ({ ...advice, policy: { name: policy.name, sha256: policy.sha256 } });
  return {
    ...advisor,
    parse: (input) => advisor.parse(fill(input as Situation)),
    advise: (situation) => sign(advisor.advise(fill(situation))),
    *adviseInParts(situation) {
      return sign(yield* advisor.adviseInParts(fill(situation)));
    },
    recommend: (situation) => advisor.recommend(fill(situation)),
    brief: (situation) => advisor.brief(fill(situation)),
    currentProblems: (situation) => advisor.currentProblems(fill(situation)),
  };
}

function isFillable(given: unknown): given is Situation {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return false;
  return !("requires" in given) || given.requires === undefined || Array.isArray(given.requires);
}
