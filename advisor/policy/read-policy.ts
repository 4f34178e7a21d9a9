import type { Advisor } from "../advisor.ts";
import { checkParsed, type PolicyResult } from "./check-policy.ts";
import { parsePolicy } from "./parse-policy.ts";

/** Reads the policy of a company, as YAML or JSON. Problems name the line, what was found and what would be right. */
export function readPolicy(bytes: Uint8Array, advisor: Advisor, file = "policy"): PolicyResult {
  return checkParsed(parsePolicy(bytes, file), advisor);
}
