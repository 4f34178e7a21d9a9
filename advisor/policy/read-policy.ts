import { type Alias, LineCounter, parseDocument, visit, type Document } from "yaml";
import type { Advisor } from "../advisor.ts";
import { checkPolicy, hashPolicy, MOST_CHARACTERS, type PolicyResult } from "./check-policy.ts";
import { offsetOf } from "./offset-of.ts";

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
  // Aliases can make a short file expand to gigabytes.
  const aliases = findAliases(document);
  if (aliases.length > 0)
    return {
      problems: aliases.map(
        ({ source, range }) =>
          `${at(range?.[0] ?? 0)}: found the alias "*${source}", expected no aliases. Write the value itself in its place`,
      ),
    };
  return {
    data: document.toJS(),
    sha256: hashPolicy(bytes),
    placeOf: (path) => at(offsetOf(document, path)),
  };
}

function findAliases(document: Document.Parsed): Alias[] {
  const aliases: Alias[] = [];
  visit(document, { Alias: (_key, alias) => void aliases.push(alias) });
  return aliases;
}

/** Whether a text is meant as a policy, with or without mistakes: it has a name, and requires or excludes something. */
export function isPolicy(text: string): boolean {
  if (!/^\s*(?:---|#|\{|["']?\w+["']?:)/.test(text) || !/\b(?:requires|exclude)\b/.test(text)) return false;
  const document = parseDocument(text, { prettyErrors: false });
  return document.has("name") && (document.has("requires") || document.has("exclude"));
}

/** Reads the policy of a company, as YAML or JSON. Problems name the line, what was found and what would be right. */
export function readPolicy(bytes: Uint8Array, advisor: Advisor, file = "policy"): PolicyResult {
  return checkParsed(parsePolicy(bytes, file), advisor);
}
