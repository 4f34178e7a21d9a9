import { Lexer } from "yaml";
import type { Words } from "./syntax-words.ts";

/** Far deeper than any record. The limit makes recursion over a record safe. */
export const maxDepth = 40;

/** Twice the tokens of a record of the maximum length, at one token per three characters. */
export const maxTokens = 250_000;

/** Entries of lists and of mappings in braces: many times the number in the longest record. */
const maxEntries = 8_000;

export const tooDeep: Words = {
  message: "the record is nested too deeply to be read",
  help: "look for repeated brackets or dashes",
};

const help = "split the record, or keep raw output elsewhere";
const tooMany: Words = {
  message: `the record has more than ${maxTokens.toLocaleString("en-GB")} values and signs between them`,
  help,
};
const tooManyEntries: Words = {
  message: `lists in the record have more than ${maxEntries.toLocaleString("en-GB")} entries`,
  help,
};

/**
 * Finds where a text has more structure than a record can have, without building any of it: the parser recurses with each
 * level, and takes the square of their number for some. The tokens that it meets are added to those found.
 */
export function findExcess(text: string, found: string[] = []): (Words & { offset: number }) | undefined {
  const brackets: string[] = [];
  /** Columns at which the entries around this place start. */
  const columns: number[] = [];
  let [offset, lineStart, entries, colons] = [0, 0, 0, 0];
  let [isScalar, isFirst] = [false, true];
  for (const token of new Lexer().lex(text)) {
    if (found.push(token) > maxTokens) return { offset, ...tooMany };
    if (isMark(token)) {
      isScalar = token === scalarFollows;
      continue;
    }
    if (!isScalar && opensBracket.test(token)) brackets.push(token);
    else if (!isScalar && closesBracket.test(token)) brackets.pop();
    else if (brackets.length === 0 && (isScalar || (token === ":" ? isFirst : startsEntry.test(token))))
      enter(columns, offset - lineStart);
    if (!isScalar && token === ":" && brackets.length === 0) colons++;
    if (!isScalar && startsItem.test(token) && ++entries > maxEntries) return { offset, ...tooManyEntries };
    // A value lies within one start more than its path has steps.
    if (brackets.length + columns.length > maxDepth + 1 || colons > maxDepth) return { offset, ...tooDeep };
    isFirst &&= /^\s*$/.test(token);
    offset += token.length;
    const end = token.lastIndexOf("\n");
    if (end !== -1) [lineStart, colons, isFirst] = [offset - token.length + end + 1, 0, true];
    isScalar = false;
  }
  return undefined;
}

/** An entry ends where something starts at its column or further left. */
function enter(columns: number[], column: number): void {
  while (columns.length > 0 && (columns.at(-1) ?? 0) >= column) columns.pop();
  columns.push(column);
}

/** Control tokens of the lexer, which have no text: document, flow error and scalar. */
export const scalarFollows = "\u001F";

/** Whether a token is one of the control tokens. */
export function isMark(token: string): boolean {
  return token === "\u0002" || token === "\u0018" || token === scalarFollows;
}

const startsItem = /^[-{]$/;
const opensBracket = /^[[{]$/;
const closesBracket = /^[\]}]$/;
/** A "-" or "?" that starts an entry, or a quoted text. */
const startsEntry = /^(?:[-?]$|["'])/;
