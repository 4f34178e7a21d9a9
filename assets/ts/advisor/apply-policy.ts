import type { Advisor } from "../../../advisor/advisor.ts";
import { createPolicyAdvisor, fillPairs } from "../../../advisor/policy/policy.ts";
import { readPolicy } from "../../../advisor/policy/read-policy.ts";
import { words } from "../../../advisor/ui/words.ts";
import type { AppliedPolicy } from "./start-advisor.ts";
// With this the bundler keeps what the page and this script share in the file that the page loads at once.
import "./start-advisor.ts";

/** Loads the policy that the page's address names, as YAML or JSON; throws what the page then says. */
export async function applyPolicy(given: string, plain: Advisor): Promise<AppliedPolicy> {
  try {
    return await loadPolicy(given, plain);
  } catch (error) {
    throw new Error(error instanceof Error ? error.message : String(error), {
      // The page would advise the reader to load it again, as for any other failure.
      cause: `${words.policyFailed} {cause}. Correct the file, or the policy in the address of this page.`,
    });
  }
}

/** Only this site's own files are policies. */
async function loadPolicy(given: string, plain: Advisor): Promise<AppliedPolicy> {
  const address = new URL(given, document.baseURI);
  if (address.origin !== location.origin) throw new Error(`policy: ${address.origin} is another site`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`policy: ${address.pathname} answered ${response.status}`);
  const { policy, problems } = readPolicy(new Uint8Array(await response.arrayBuffer()), plain, address.pathname);
  if (!policy) throw new Error(problems.join("; "));
  return {
    create: (knowledge) => createPolicyAdvisor(knowledge, policy),
    platform: policy.platform,
    fill: (pairs) => fillPairs(pairs, policy),
  };
}
