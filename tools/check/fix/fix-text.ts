import { parseRecord, type RecordFile } from "../../records/parse-record.ts";
import type { FileProblem } from "../../records/record.ts";
import { applyEdits, type Edit, type Fix } from "./fix.ts";
import { isMapping } from "../select.ts";

/** Undoes what an editor did to a text, whether or not the text can be read as a record. */
export function fixText(slip: NonNullable<FileProblem["slip"]>, source: RecordFile): Fix | undefined {
  switch (slip) {
    case "byte-order-mark":
      return { edits: [{ start: 0, end: 1, text: "" }], changes: [] };
    case "carriage-returns":
      return { edits: [...source.text.matchAll(/\r(\n?)/g)].map(endLine), changes: [] };
    case "tabs":
      return expandTabs(source);
  }
}

/** A carriage return before a line feed goes; one by itself becomes a line feed. */
function endLine({ 1: feed, index }: RegExpExecArray): Edit {
  return { start: index, end: index + 1, text: feed ? "" : "\n" };
}

/**
 * Turns tabs at the start of lines into spaces. How wide a tab was meant is not written anywhere, so this is done only
 * where every usual width that can be read at all gives the same record.
 */
function expandTabs({ kind, id, file, text }: RecordFile): Fix | undefined {
  const readable = [2, 4, 8].flatMap((width) => {
    const edits = findTabs(text, width);
    const { record } = parseRecord({ kind, id, file, text: applyEdits(text, edits) });
    return record ? [{ edits, data: record.data }] : [];
  });
  const [first] = readable;
  return first && readable.every(({ data }) => isSameData(data, first.data))
    ? { edits: first.edits, changes: [] }
    : undefined;
}

function findTabs(text: string, width: number): Edit[] {
  return [...text.matchAll(/^ *\t[ \t]*/gm)].map(({ 0: space, index }) => {
    let column = 0;
    for (const character of space) column += character === "\t" ? width - (column % width) : 1;
    return { start: index, end: index + space.length, text: " ".repeat(column) };
  });
}

/** Whether two plain trees of values say the same, whatever the order of their keys; also in a browser, which has no node:util. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSameData(item, b[index]));
  if (!isMapping(a) || !isMapping(b)) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameData(a[key], b[key]))
  );
}
