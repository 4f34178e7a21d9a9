import type { Advisor } from "../../../advisor/advisor.ts";
import { createPolicyAdvisor } from "../../../advisor/policy/policy-advisor.ts";
import { readPolicy } from "../../../advisor/policy/read-policy.ts";
import { fillPairs, type Pair } from "../../../advisor/ui/form/pairs.ts";

/** An advisor that heeds a company policy, and how a form is filled by it. */
export interface HeedingAdvisor {
  advisor: Advisor;
  fill: (pairs: readonly Pair[]) => Pair[];
}

/** Loads the policy that the page's address names, as YAML or JSON; throws when it cannot be used. Only this site's own files are policies. */
export async function heedPolicy(given: string, plain: Advisor): Promise<HeedingAdvisor> {
  const address = new URL(given, document.baseURI);
  if (address.origin !== location.origin) throw new Error(`policy: ${address.origin} is another site`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`policy: ${address.pathname} answered ${response.status}`);
  const { policy, problems } = readPolicy(new Uint8Array(await response.arrayBuffer()), plain, address.pathname);
  if (!policy) throw new Error(problems.join("; "));
  return {
    advisor: createPolicyAdvisor(plain.knowledge, policy),
    fill: (pairs) => fillPairs(pairs, policy),
  };
}
