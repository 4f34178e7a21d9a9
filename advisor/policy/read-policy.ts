import { type Alias, LineCounter, parseDocument, visit, type Document } from "yaml";
import type { Advisor } from "../advisor.ts";
import { type ParsedPolicy, type PolicyResult, readPolicyWith } from "./check-policy.ts";
import { offsetOf } from "./offset-of.ts";

/** Parses a policy as YAML or JSON. The component reads JSON only, so check-policy.ts does without the parser of YAML. */
export function parsePolicy(text: string, file: string): ParsedPolicy {
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
export function readPolicy(bytes: Uint8Array, advisor: Advisor, file?: string): PolicyResult {
  return readPolicyWith(parsePolicy, bytes, advisor, file);
}
