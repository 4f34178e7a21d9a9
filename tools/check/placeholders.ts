import { Lexer } from "yaml";
import type { AnyRecord, Path, Position } from "../records/record.ts";
import { isMark, scalarFollows } from "../records/structure.ts";
import { isMapping } from "./select.ts";

/** Placeholders of a draft: openId as an id or key, openText at the start of a text. */
export const openId = "todo";
export const openText = "TODO";

/** A place of a record that has a placeholder. */
export interface Placeholder {
  /** Undefined for a TODO comment beside no value. */
  path?: Path;
  onKey?: boolean | undefined;
  /** Whether only the comment beside a value marks it. */
  isComment?: boolean;
  at: Position;
}

/** Whether a value or the name of a key is a placeholder. */
export function isPlaceholder(value: unknown): boolean {
  return typeof value === "string" && (value === openId || /^TODO\b/.test(value));
}

/** Finds placeholders, and values with `# TODO` beside them. */
export function findPlaceholders(record: AnyRecord): Placeholder[] {
  // Most records hold neither word, and there are thousands of them.
  if (!/\btodo\b/i.test(record.text)) return [];
  const marks = new Map(findMarks(record.text).map((at) => [at.line, at]));
  const found = listLeaves(record.data).flatMap(({ path, value, onKey }): Placeholder[] => {
    const at = onKey ? record.locateKey(path) : record.locate(path);
    // A TODO behind a key that opens a mapping does not mark the values inside.
    const isMarked = marks.delete(onKey ? 0 : at.line);
    if (isPlaceholder(value)) return [{ path, at, onKey }];
    return isMarked ? [{ path, at, onKey, isComment: true }] : [];
  });
  return [...found, ...[...marks.values()].map((at) => ({ at }))];
}

/** Places of comments that start with TODO. */
function findMarks(text: string): Position[] {
  const marks: Position[] = [];
  let [line, col, before] = [1, 1, ""];
  for (const token of new Lexer().lex(text.replace(/^\uFEFF/, ""))) {
    // A scalar follows a token of its own, so that one that looks like a comment is not taken for one.
    if (/^#+\s*TODO\b/.test(token) && before !== scalarFollows) marks.push({ line, col });
    before = token;
    if (isMark(token)) continue;
    const lines = token.split("\n");
    col = lines.length > 1 ? (lines.at(-1)?.length ?? 0) + 1 : col + token.length;
    line += lines.length - 1;
  }
  return marks;
}

interface Leaf {
  path: Path;
  value: unknown;
  onKey?: boolean;
}

/** Every plain value, and every key that names an entry, in the order of the record. */
function listLeaves(value: unknown, path: Path = []): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => listLeaves(item, [...path, index]));
  if (!isMapping(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([key, item]) => {
    const inner = [...path, key];
    return [...(key === openId ? [{ path: inner, value: key, onKey: true }] : []), ...listLeaves(item, inner)];
  });
}
