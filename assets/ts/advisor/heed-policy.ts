import type { Advisor } from "../../../advisor/advisor.ts";
import { createPolicyAdvisor } from "../../../advisor/policy/policy-advisor.ts";
import { checkParsed } from "../../../advisor/policy/check-policy.ts";
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
  // The readers of YAML and of hashes come for those alone who have a policy; nothing that they import is also in the page's script.
  const [{ parsePolicy }, response] = await Promise.all([
    import("../../../advisor/policy/parse-policy.ts"),
    fetch(address),
  ]);
  if (!response.ok) throw new Error(`policy: ${address.pathname} answered ${response.status}`);
  const { policy, problems } = checkParsed(
    parsePolicy(new Uint8Array(await response.arrayBuffer()), address.pathname),
    plain,
  );
  if (!policy) throw new Error(problems.join("; "));
  return {
    advisor: createPolicyAdvisor(plain.knowledge, policy),
    fill: (pairs) => fillPairs(pairs, policy),
  };
}
