import { isMapping } from "../../check/select.ts";
import { compareValues } from "./compare-values.ts";
import { describeChange } from "./describe-values.ts";
import type { Sentence } from "./sentence.ts";
import type { Words } from "./words-of-records.ts";

/** A record on both sides, whatever its shape. */
export interface RecordPair {
  id: string;
  before: unknown;
  after: unknown;
}

export interface WordsOfBoth {
  before: Words;
  after: Words;
}

export type Mapping = Record<string, unknown>;

/** Says field by field what differs, except in some fields at the top. */
export function describeFields(before: unknown, after: unknown, except: readonly string[] = []): Sentence[] {
  return compareValues(without(before, except), without(after, except)).map((change) => describeChange(change));
}

/** A mapping without some of its keys; any other value as it is. */
export function without(value: unknown, keys: readonly string[]): unknown {
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** The keys of two indexes, each once, those of the first before what only the second has. */
export function keysOf(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])];
}
