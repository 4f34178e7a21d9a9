import type { Advisor } from "../advisor.ts";
import { parseJson, type PolicyResult, readPolicyValue } from "../policy/check-policy.ts";
import { webAddress } from "./attributes.ts";

/** Milliseconds after which a policy that does not come is given up. */
const PATIENCE = 10_000;

/** Gets a policy from an address, as JSON, or takes the object that a page hands over. */
export async function loadPolicy(source: unknown, advisor: Advisor): Promise<PolicyResult> {
  if (typeof source !== "string") return readPolicyValue(source, parseJson, advisor);
  const address = webAddress(source, document.baseURI);
  if (!address)
    return { problems: [`policy: found "${source}", expected the address of a policy, such as /policy.json`] };
  try {
    const response = await fetch(address, { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
    if (!response.ok) return { problems: [`policy: ${address.href} answered ${response.status}`] };
    return readPolicyValue(await response.text(), parseJson, advisor);
  } catch {
    // A browser does not say whether the content policy, CORS or the network failed.
    return {
      problems: [
        `policy: ${address.href} could not be loaded. Allow ${address.origin} in connect-src; its server must allow this page by CORS`,
      ],
    };
  }
}
