import type { Path } from "../../records/record.ts";

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
