import { isMapping } from "../../check/select.ts";
import { writeCanonical } from "../../records/objects.ts";
import { compareValues } from "./compare-values.ts";
import { describeChange, showValue } from "./describe-values.ts";
import {
  describeFields,
  keysOf,
  type Mapping,
  type RecordPair,
  without,
  type Words,
  type WordsOfBoth,
} from "./record-pair.ts";
import { nothing, say, type Sentence } from "./sentence.ts";

/** Says what differs in a dataset: its own fields, then row by row. */
export function describeDataset({ before, after }: RecordPair, words: WordsOfBoth): Sentence[] {
  const [earlier, later] = [indexRows(before), indexRows(after)];
  const rows = keysOf(earlier, later).flatMap((id) => {
    const [old, current] = [earlier.get(id), later.get(id)];
    if (old === undefined) return [say`row ${id} is new: ${describeRow(current, words.after)}`];
    if (current === undefined) return [say`row ${id} is gone; it said ${describeRow(old, words.before)}`];
    return compareRows(old, current, words).map((sentence) => say`row ${id}: ${sentence}`);
  });
  return [...describeFields(before, after, ["measurements"]), ...rows];
}

/** Writes one row: whose it is, what was measured, what came out and under which conditions. */
export function describeRow(row: unknown, words: Words): Sentence {
  if (!isMapping(row)) return say`${showValue(row)}`;
  const result = words.result(row);
  if (result === undefined) return say`${showValue(row)}`;
  const conditions = words.conditions(row) ?? "";
  return say`${String(row.adapter)}, ${String(row.metric)} ${result}${conditions === "" ? nothing : say` (${conditions})`}`;
}

/** Fields that make up the result of a row; what pages show of it says them together. */
const resultFields = [
  "kind",
  "value",
  "precision",
  "unit",
  "summary",
  "samples",
  "form",
  "relation",
  "extent",
  "relativeTo",
  "baseline",
];

function compareRows(before: Row, after: Row, words: WordsOfBoth): Sentence[] {
  const sentences: Sentence[] = [];
  const compared: string[] = ["shared"];
  const [was, is] = [words.before.result(before), words.after.result(after)];
  if (was !== undefined && is !== undefined && was !== is) {
    sentences.push(say`${String(after.metric)} of ${String(after.adapter)} was ${was}; is now ${is}`);
    compared.push(...resultFields);
  }
  const [under, now] = [writeAllConditions(before, words.before), writeAllConditions(after, words.after)];
  if (writeCanonical(allConditions(before)) === writeCanonical(allConditions(after))) compared.push("conditions");
  else if (under !== now && writeCanonical(before.conditions ?? {}) !== writeCanonical(after.conditions ?? {})) {
    sentences.push(say`conditions were ${under || "none"}; are now ${now || "none"}`);
    compared.push("conditions");
  }
  const unit = before.unit === after.unit && typeof after.unit === "string" ? after.unit : undefined;
  const others = compareValues(without(before, compared), without(after, compared));
  return [
    ...sentences,
    ...others.map((change) => describeChange(change, change.path[0] === "conditions" ? undefined : unit)),
  ];
}

/** A row with the conditions that its dataset gives to all rows: a condition that only moved there has not changed. */
type Row = Mapping & { shared: Mapping };

function allConditions({ shared, conditions }: Row): Mapping {
  return { ...shared, ...(isMapping(conditions) ? conditions : {}) };
}

function writeAllConditions(row: Row, words: Words): string | undefined {
  return words.conditions({ conditions: allConditions(row) });
}

/** Rows by id; one that has none, or the id of another, is named by its place. */
function indexRows(data: unknown): Map<string, Row> {
  const index = new Map<string, Row>();
  if (!isMapping(data) || !Array.isArray(data.measurements)) return index;
  const shared = isMapping(data.conditions) ? data.conditions : {};
  for (const [place, { id, ...row }] of data.measurements.filter(isMapping).entries()) {
    index.set(typeof id === "string" && !index.has(id) ? id : `#${place + 1}`, { ...row, shared });
  }
  return index;
}
