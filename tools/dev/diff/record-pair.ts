import { isMapping } from "../../check/select.ts";
import { displayResult, writeConditions } from "../../site/compile/display.ts";
import type { Measurement } from "../../site/compile/records.ts";
import { writeConditionsOfRule, writeConsequence } from "../../site/compile/site/rules.ts";
import { compareValues } from "./compare-values.ts";
import type { CompiledSide } from "./compile-side.ts";
import { describeChange } from "./describe-values.ts";
import type { Sentence } from "./sentence.ts";

/** Words that pages have for parts of records; undefined where a side's records do not fit today's programs. */
export interface Words {
  result(row: unknown): string | undefined;
  conditions(row: unknown): string | undefined;
  when(id: string): string | undefined;
  then(id: string): string | undefined;
}

/** Makes the words of one side. */
export function makeWords({ atlas }: CompiledSide): Words {
  const rule = (id: string) => atlas.rules.find((candidate) => candidate.id === id);
  return {
    result: (row) => attempt(() => displayResult(row as Measurement, (id) => atlas.find("adapters", id).name)),
    conditions: (row) => attempt(() => writeConditions((row as Measurement).conditions)),
    when: (id) => attempt(() => mapDefined(rule(id), (one) => writeConditionsOfRule(one, atlas))),
    then: (id) => attempt(() => mapDefined(rule(id), ({ then }) => writeConsequence(then, atlas))),
  };
}

/** Returns what a record is called, whatever its shape; its id where it has no name. */
export function titleOf(data: unknown, id: string): string {
  if (!isMapping(data)) return id;
  const title = [data.title, data.claim, data.name].find((part) => typeof part === "string");
  return typeof title === "string" ? title : id;
}

/** Rows of an earlier shape may break what writes today's; then there are no words, and fields are compared one by one. */
function attempt(write: () => string | undefined): string | undefined {
  try {
    const text = write();
    return text === undefined || /undefined|NaN/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function mapDefined<From, To>(value: From | undefined, change: (value: From) => To): To | undefined {
  return value === undefined ? undefined : change(value);
}

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
