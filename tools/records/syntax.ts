import { type Document, isCollection, isMap, isNode, isScalar, isSeq, type Node, type YAMLError } from "yaml";
import { describeNode, type OddNode } from "./odd-nodes.ts";
import type { FileProblem, Path } from "./record.ts";
import { maxDepth, tooDeep } from "./structure.ts";
import { describeError, reservedKey, unclosedBracket, unclosedQuote, unevenIndentation } from "./syntax-words.ts";
import type { CleanText } from "./text.ts";

export interface Syntax {
  /** In the order of the file. */
  problems: Omit<FileProblem, "file">[];
  /** Whether the document is not a plain tree of values. */
  isBroken: boolean;
}

/** Finds what keeps a document from being the plain tree of values that its author sees. */
export function findSyntaxProblems(document: Document.Parsed, { text, placeOf }: CleanText): Syntax {
  // Use only the first syntax error: after it the parser guesses, and later errors are mostly noise.
  const [first] = [...document.errors].sort((a, b) => a.pos[0] - b.pos[0]);
  const cause = first && findCause(document, first, text);
  const lineOf = (offset: number): number => placeOf(offset).line;
  const found = findOddities(document, text);
  const odd = cause
    ? found.filter(({ offset, breaks }) => offset < cause.offset || (breaks && lineOf(offset) === lineOf(cause.offset)))
    : found;
  const isExplained = cause && odd.some(({ offset, breaks }) => breaks && lineOf(offset) === lineOf(cause.offset));
  const all = [...odd, ...(cause && !isExplained ? [cause] : [])].sort((a, b) => a.offset - b.offset);
  return {
    problems: all.map(({ offset, message, help, slip, path }) => ({
      ...placeOf(offset),
      message,
      ...(help ? { help } : {}),
      ...(slip ? { slip } : {}),
      ...(path ? { path } : {}),
    })),
    isBroken: cause !== undefined || odd.some(({ breaks }) => breaks),
  };
}

interface Oddity extends OddNode {
  path?: Path;
}

/** Walks the tree. Reports only the first oddity that makes it unreadable, because the others mostly follow from it. */
function findOddities(document: Document.Parsed, text: string): Oddity[] {
  const found: Oddity[] = [];
  const add = (oddity: Oddity): void => {
    if (!oddity.breaks || !found.some(({ breaks }) => breaks)) found.push(oddity);
  };
  if (document.directives.yaml.explicit)
    add({
      offset: text.search(/^%/m),
      breaks: true,
      message: "a %YAML line is not allowed",
      help: "delete it: records are YAML 1.2",
    });
  const visit = (node: unknown, path: Path): void => {
    if (!isNode(node)) return;
    const offset = node.range?.[0] ?? 0;
    if (path.length > maxDepth) return add({ offset, breaks: true, ...tooDeep });
    const odd = describeNode(node, text);
    if (odd) add({ ...odd, ...(odd.breaks ? {} : { path }) });
    if (isSeq(node)) node.items.forEach((item, index) => visit(item, [...path, index]));
    if (!isMap(node)) return;
    findRepeatedKeys(node).forEach(add);
    for (const { key, value } of node.items) {
      const inner = [...path, isScalar(key) ? String(key.value) : ""];
      if (isNode(key) && isReserved(inner.at(-1))) add({ offset: key.range?.[0] ?? 0, breaks: true, ...reservedKey });
      visit(key, path);
      visit(value, inner);
    }
  };
  visit(document.contents, []);
  return found;
}

/**
 * Every object has these names: a validator may take them for fields that it has seen, and what has one of its own cannot
 * even be printed.
 */
function isReserved(name: unknown): boolean {
  return typeof name === "string" && name in Object.prototype;
}

/** Finds repeated keys of mappings, at their second occurrence. */
function findRepeatedKeys(map: Node): Oddity[] {
  if (!isMap(map)) return [];
  const times = new Map<unknown, number>();
  return map.items.flatMap(({ key }): Oddity[] => {
    if (!isScalar(key) || !key.range) return [];
    const count = (times.get(key.value) ?? 0) + 1;
    times.set(key.value, count);
    if (count !== 2) return [];
    const message = `"${String(key.value)}" appears twice in the same mapping`;
    return [{ offset: key.range[0], breaks: false, message, help: "remove one of the two" }];
  });
}

/** The parser reports an unclosed bracket or quote further down. The mistake is where it opens. */
function findCause(document: Document.Parsed, error: YAMLError, text: string): Oddity {
  const end = error.pos[0];
  const before = listNodes(document.contents).filter(({ range }) => range && range[0] < end);
  const quotes = before.filter((node) => isScalar(node) && node.type?.startsWith("QUOTE"));
  const swallowing = quotes.find(({ range }) => range && holdsFields(text.slice(range[0], range[1])));
  const open = /^Missing closing/.test(error.message) ? quotes.at(-1) : undefined;
  const quote = swallowing ?? open;
  if (quote) return { offset: quote.range?.[0] ?? end, breaks: true, ...unclosedQuote };
  const deeper = error.code === "BLOCK_AS_IMPLICIT_KEY" ? findDeeperLine(text, end) : undefined;
  if (deeper !== undefined) return { offset: deeper, breaks: true, ...unevenIndentation };
  const words = describeError(error);
  const flows = before.filter((node) => isCollection(node) && node.flow && (node.range?.[1] ?? 0) >= end);
  const offset = words === unclosedBracket ? (flows.at(-1)?.range?.[0] ?? end) : end;
  return { offset, breaks: true, ...words };
}

/** Finds the line of a field that is indented too deeply, so that YAML reads it as text of the field before it. */
function findDeeperLine(text: string, value: number): number | undefined {
  const end = text.indexOf("\n", value);
  return end === -1 || /:(?:\s|$)/.test(text.slice(value, end)) ? undefined : end + 1;
}

/** Whether quoted text contains lines that look like fields, which suggests a missing closing quote. */
function holdsFields(quoted: string): boolean {
  return /\n[^\S\n]*(?:- +)?[A-Za-z][\w-]*:(?:\s|$)/.test(quoted);
}

/** Lists the nodes of a tree in the order of the file. */
function listNodes(node: unknown): Node[] {
  if (!isNode(node)) return [];
  const below = isSeq(node) ? node.items : isMap(node) ? node.items.flatMap(({ key, value }) => [key, value]) : [];
  return [node, ...below.flatMap(listNodes)];
}
