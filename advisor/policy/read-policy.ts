import { isNode, LineCounter, parseDocument, type Document } from "yaml";
import type { Advisor } from "../advisor.ts";
import { checkPolicy, hashPolicy, MOST_CHARACTERS, type PolicyResult } from "./check-policy.ts";

/** Checks a policy that was parsed. Problems name the line. */
export function checkParsed(parsed: ParsedPolicy, advisor: Advisor): PolicyResult {
  if (parsed.problems) return { problems: parsed.problems };
  const { policy, faults } = checkPolicy(parsed.data, parsed.sha256, advisor);
  if (policy) return { policy };
  return {
    problems: faults.map(({ path, message }) => `${parsed.placeOf(path)}: ${path.join(".") || "policy"}: ${message}`),
  };
}

/** What a file says, its hash, and where it says something; or why it cannot be read, one line each. */
type ParsedPolicy =
  | { data: unknown; sha256: string; placeOf: (path: readonly string[]) => string; problems?: undefined }
  | { problems: string[] };

/** Parses a policy as YAML or JSON. The component reads JSON only, so check-policy.ts does without the parser of YAML. */
export function parsePolicy(bytes: Uint8Array, file: string): ParsedPolicy {
  const text = new TextDecoder().decode(bytes);
  if (text.length > MOST_CHARACTERS)
    return { problems: [`${file}: found ${text.length} characters, expected at most ${MOST_CHARACTERS}`] };
  const lines = new LineCounter();
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false, lineCounter: lines });
  const at = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  if (document.errors.length > 0)
    return { problems: document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message.split("\n")[0]}`) };
  return {
    data: document.toJS({ maxAliasCount: 0 }),
    sha256: hashPolicy(bytes),
    placeOf: (path) => at(offsetOf(document, path)),
  };
}

/** Where a value begins, or the innermost thing around it that exists. */
function offsetOf(document: Document.Parsed, path: readonly string[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

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
