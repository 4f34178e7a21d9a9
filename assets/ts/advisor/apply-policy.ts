import type { Advisor } from "../../../advisor/advisor.ts";
import { createPolicyAdvisor, fillPairs } from "../../../advisor/policy/policy.ts";
import { checkParsed, parsePolicy } from "../../../advisor/policy/read-policy.ts";
import type { AdvisorWithPolicy } from "./start-advisor.ts";
// With this the bundler keeps what the page and this script share in the file that the page loads at once.
import "./start-advisor.ts";

/** Loads the policy that the page's address names, as YAML or JSON; throws when it cannot be used. Only this site's own files are policies. */
export async function applyPolicy(given: string, plain: Advisor): Promise<AdvisorWithPolicy> {
  const address = new URL(given, document.baseURI);
  if (address.origin !== location.origin) throw new Error(`policy: ${address.origin} is another site`);
  const response = await fetch(address);
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
