import { isAlias, visit } from "yaml";
import type { Document, LineCounter, Node, YAMLError } from "yaml";
import type { FileProblem } from "./record.ts";

type SyntaxProblem = Omit<FileProblem, "file">;
type Words = { message: string; help?: string };

/** Finds what keeps a document from being a plain tree of values, in the order of the file. */
export function findSyntaxProblems(
  document: Document.Parsed,
  lines: LineCounter,
): { problems: SyntaxProblem[]; isBroken: boolean } {
  const place = (offset: number, words: Words): SyntaxProblem => ({ ...lines.linePos(offset), ...words });
  const repeated = document.errors.filter((error) => error.code === "DUPLICATE_KEY");
  const broken = document.errors.filter((error) => error.code !== "DUPLICATE_KEY");
  const problems = repeated.map((error) => place(error.pos[0], describe(error)));
  // After one syntax error a parser guesses, and what it says next is mostly noise.
  const first = broken.sort((a, b) => a.pos[0] - b.pos[0])[0];
  if (first) problems.push(place(findCause(document, first), describe(first)));
  const extras = findExtra(document);
  problems.push(...extras.map(({ offset, ...words }) => place(offset, words)));
  return { problems, isBroken: broken.length > 0 || extras.length > 0 };
}

/** A quote that is not closed is noticed at the end of the file, but the mistake is where it opens. */
function findCause(document: Document.Parsed, error: YAMLError): number {
  let cause = error.pos[0];
  if (!/^Missing closing/.test(error.message)) return cause;
  visit(document, {
    Scalar(_key, { type, range }) {
      if (type?.startsWith("QUOTE") && range && range[1] >= error.pos[0]) cause = range[0];
    },
  });
  return cause;
}

/** Anchors, aliases and tags: YAML that a plain record has no use for, and that can grow without bound. The first is enough. */
function findExtra(document: Document.Parsed): (Words & { offset: number })[] {
  const found: (Words & { offset: number })[] = [];
  visit(document, {
    Node(_key, node) {
      const words = describeExtra(node);
      if (!words) return undefined;
      found.push({ offset: node.range?.[0] ?? 0, ...words });
      return visit.BREAK;
    },
  });
  return found;
}

function describeExtra(node: Node): Words | undefined {
  if (isAlias(node))
    return {
      message: `the alias *${node.source} is not allowed`,
      help: "write the value out; text that starts with * belongs in quotes",
    };
  if (node.anchor)
    return {
      message: `the anchor &${node.anchor} is not allowed`,
      help: "remove it; text that starts with & belongs in quotes",
    };
  if (node.tag && node.tag !== "!" && !/^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/.test(node.tag))
    return {
      message: `the tag ${node.tag} is not allowed`,
      help: "remove it; text that starts with ! belongs in quotes",
    };
  return undefined;
}

function describe(error: YAMLError): Words {
  switch (error.code) {
    case "DUPLICATE_KEY":
      return { message: "this key stands twice in the same mapping", help: "keep one of the two" };
    case "TAB_AS_INDENT":
      return { message: "a tab is used for indentation", help: "indent with two spaces per level" };
    case "BAD_INDENT":
      return /^Flow/.test(error.message) ? unclosedBracket : unevenIndentation;
    case "BLOCK_AS_IMPLICIT_KEY":
      return { message: "a colon and a space inside a value start a new key", help: "put the whole text in quotes" };
    case "MISSING_CHAR":
      return describeMissing(error);
    case "BAD_SCALAR_START":
      return { message: `a value cannot start like this: ${sayPlainly(error)}`, help: "put the text in quotes" };
    case "MULTIPLE_DOCS":
      return { message: "the file holds more than one document (---)", help: "one record per file" };
    case "NON_STRING_KEY":
      return { message: "a key must be plain text" };
    case "BAD_ALIAS":
    case "ALIAS_PROPS":
      return { message: "an alias (*name) is not allowed", help: "text that starts with * belongs in quotes" };
    default:
      return { message: `this is not valid YAML: ${sayPlainly(error)}` };
  }
}

function describeMissing(error: YAMLError): Words {
  if (/^Missing closing/.test(error.message))
    return {
      message: "this quote is not closed",
      help: "end the text with the same quotation mark; inside single quotes write '' for '",
    };
  if (/^Sequence item/.test(error.message)) return unevenIndentation;
  if (/must end with/.test(error.message)) return unclosedBracket;
  return {
    message: `a character is missing: ${sayPlainly(error)}`,
    help: "look for a key without its colon and space",
  };
}

const unclosedBracket: Words = {
  message: "a bracket or brace is not closed",
  help: "look for the one that was opened before",
};
const unevenIndentation: Words = {
  message: "this line is indented differently from its neighbours",
  help: "keys of one mapping start in the same column",
};

function sayPlainly(error: YAMLError): string {
  return (error.message.split("\n")[0] ?? "").replace(/[.:]$/, "");
}
