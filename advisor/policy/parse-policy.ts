import { LineCounter, parseDocument, isNode, type Document } from "yaml";
import { hashPolicy, MOST_CHARACTERS } from "./hash-policy.ts";

/** What a file says, its hash, and where it says something; or why it cannot be read, one line each. */
export type ParsedPolicy =
  | { data: unknown; sha256: string; placeOf: (path: readonly string[]) => string; problems?: undefined }
  | { problems: string[] };

/** Parses a policy as YAML or JSON; it imports nothing of the engine, so that a page can load it by itself. */
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
