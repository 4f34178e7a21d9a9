import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";

/** Replaces the characters of a file from start up to end, which is excluded, with a text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A change that a fix makes to the data: a value, or the name of a key. */
export type Change = { path: Path; value: unknown } | { path: Path; key: string };

/**
 * The mechanical correction of one mistake. It may change only the data listed in changes: each fix is tried first, and
 * dropped if it changes more.
 */
export interface Fix {
  edits: readonly Edit[];
  changes: readonly Change[];
}

/** Makes an edit of a range of a record's body. */
export function editRange({ offsetOf }: AnyRecord | Tombstone, start: number, end: number, text: string): Edit {
  return { start: offsetOf(start), end: offsetOf(end), text };
}

/** Whether body and text are the same, apart from a byte order mark. Only then can parts of the body be moved within the text. */
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
  // One mark for each character that an accepted edit touches. The place of an insertion counts as touched.
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
