import type { Advisor } from "../advisor.ts";
import { checkPolicy, type PolicyResult } from "./check-policy.ts";
import { hashPolicy, MOST_CHARACTERS } from "./hash-policy.ts";

/** Reads a policy that a page hands over: the text of a JSON file, or an object, whose hash is that of its JSON. */
export function takePolicy(given: unknown, advisor: Advisor, file = "policy"): PolicyResult {
  let text: string | undefined;
  let data: unknown;
  try {
    text = typeof given === "string" ? given : JSON.stringify(given);
    if ((text ?? "").length > MOST_CHARACTERS)
      return { problems: [`${file}: found ${text?.length} characters, expected at most ${MOST_CHARACTERS}`] };
    data = text === undefined ? text : JSON.parse(text);
  } catch {
    return { problems: [`${file}: found no JSON, expected a policy as JSON`] };
  }
  const { policy, faults } = checkPolicy(data, hashPolicy(new TextEncoder().encode(text)), advisor);
  return policy
    ? { policy }
    : { problems: faults.map(({ path, message }) => `${file}: ${path.join(".") || "policy"}: ${message}`) };
}
