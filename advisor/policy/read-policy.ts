import { LineCounter, parseDocument, isNode, type Document } from "yaml";
import type { Advisor } from "../advisor.ts";
import { checkPolicy, MOST_CHARACTERS, type PolicyResult } from "./check-policy.ts";

/** Reads the policy of a company, as YAML or JSON. Problems name the line, what was found and what would be right. */
export function readPolicy(bytes: Uint8Array, advisor: Advisor, file = "policy"): PolicyResult {
  const text = new TextDecoder().decode(bytes);
  if (text.length > MOST_CHARACTERS)
    return { problems: [`${file}: found ${text.length} characters, expected at most ${MOST_CHARACTERS}`] };
  const lines = new LineCounter();
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false, lineCounter: lines });
  const at = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  if (document.errors.length > 0)
    return { problems: document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message.split("\n")[0]}`) };
  const { policy, faults } = checkPolicy(document.toJS({ maxAliasCount: 0 }), bytes, advisor);
  if (policy) return { policy };
  return {
    problems: faults.map(
      ({ path, message }) => `${at(offsetOf(document, path))}: ${path.join(".") || "policy"}: ${message}`,
    ),
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
