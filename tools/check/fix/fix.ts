import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";

/** Puts a text in the place of the characters of a file from start to before end. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** What is different about the data afterwards: a value, or the name of a key. */
export type Change = { path: Path; value: unknown } | { path: Path; key: string };

/**
 * The mechanical correction of one mistake. It changes nothing about the data but what it names, which is tried before
 * it is offered; a fix that would change more is dropped.
 */
export interface Fix {
  edits: readonly Edit[];
  changes: readonly Change[];
}

/** Makes an edit of a range of a record's body. */
export function editRange({ offsetOf }: AnyRecord | Tombstone, start: number, end: number, text: string): Edit {
  return { start: offsetOf(start), end: offsetOf(end), text };
}

/** Whether a record's body is all of its text, so that pieces of the one can be moved about in the other. */
export function isWhole({ text, body }: AnyRecord | Tombstone): boolean {
  return text.replace(/^\uFEFF/, "") === body;
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(done, edit.start), edit.text);
    done = edit.end;
  }
  return parts.join("") + text.slice(done);
}

/** Splits fixes into those that can be applied together, the first of overlapping ones, and the rest. */
export function separateFixes<T extends { fix: Fix }>(items: readonly T[]): { together: T[]; rest: T[] } {
  const end = items.flatMap(({ fix }) => fix.edits).reduce((last, edit) => Math.max(last, edit.end), 0);
  // One mark for each character that an edit of those taken touches; the place of an insertion counts as touched.
  const touched = new Uint8Array(end + 1);
  const together: T[] = [];
  const rest: T[] = [];
  for (const item of items) {
    const { edits } = item.fix;
    const isFree = edits.every((edit) => touched.subarray(edit.start, endOf(edit)).every((mark) => mark === 0));
    (isFree ? together : rest).push(item);
    if (isFree) for (const edit of edits) touched.fill(1, edit.start, endOf(edit));
  }
  return { together, rest };
}

function endOf({ start, end }: Edit): number {
  return Math.max(end, start + 1);
}
