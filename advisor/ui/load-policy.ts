import type { Advisor } from "../advisor.ts";
import { checkPolicy, type PolicyResult, hashPolicy, MOST_CHARACTERS } from "../policy/check-policy.ts";
import { webAddress } from "./attributes.ts";

/** Milliseconds after which a policy that does not come is given up. */
const PATIENCE = 10_000;

/** Gets a policy from an address, as JSON, or takes the object that a page hands over. */
export async function loadPolicy(source: unknown, advisor: Advisor): Promise<PolicyResult> {
  if (typeof source !== "string") return takePolicy(source, advisor);
  const address = webAddress(source, document.baseURI);
  if (!address)
    return { problems: [`policy: found "${source}", expected the address of a policy, such as /policy.json`] };
  try {
    const response = await fetch(address, { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
    if (!response.ok) return { problems: [`policy: ${address.href} answered ${response.status}`] };
    const text = await response.text();
    return takePolicy(text.slice(0, MOST_CHARACTERS + 1), advisor);
  } catch {
    // A browser does not say whether the content policy, CORS or the network failed.
    return {
      problems: [
        `policy: ${address.href} could not be loaded. Allow ${address.origin} in connect-src; its server must allow this page by CORS`,
      ],
    };
  }
}

/** Reads a policy that a page hands over: the text of a JSON file, or an object, whose hash is that of its JSON. */
export function takePolicy(given: unknown, advisor: Advisor): PolicyResult {
  let text: string | undefined;
  let data: unknown;
  try {
    text = typeof given === "string" ? given : JSON.stringify(given);
    if ((text ?? "").length > MOST_CHARACTERS)
      return { problems: [`policy: found ${text?.length} characters, expected at most ${MOST_CHARACTERS}`] };
    data = text === undefined ? text : JSON.parse(text);
  } catch (error) {
    // The browser names the place.
    return { problems: [`policy: found no JSON (${String(error)}). YAML is not read here`] };
  }
  const { policy, faults } = checkPolicy(data, hashPolicy(new TextEncoder().encode(text)), advisor);
  return policy
    ? { policy }
    : {
        problems: faults.map(({ path, message }) =>
          ["policy", ...(path[0] ? [path.join(".")] : []), message].join(": "),
        ),
      };
}
