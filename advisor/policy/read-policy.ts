import { parseDocument } from "yaml";
import type { Advisor } from "../advisor.ts";
import { checkParsed, type PolicyResult } from "./check-policy.ts";
import { parsePolicy } from "./parse-policy.ts";

/** Whether a text is meant as a policy, with or without mistakes: it has a name, and requires or excludes something. */
export function isPolicy(text: string): boolean {
  if (!/^\s*(?:---|#|\{|["']?\w+["']?:)/.test(text) || !/\b(?:requires|exclude)\b/.test(text)) return false;
  const data: unknown = parseDocument(text, { prettyErrors: false }).toJS({ maxAliasCount: 0 });
  return typeof data === "object" && data !== null && "name" in data && ("requires" in data || "exclude" in data);
}

/** Reads the policy of a company, as YAML or JSON. Problems name the line, what was found and what would be right. */
export function readPolicy(bytes: Uint8Array, advisor: Advisor, file = "policy"): PolicyResult {
  return checkParsed(parsePolicy(bytes, file), advisor);
}
