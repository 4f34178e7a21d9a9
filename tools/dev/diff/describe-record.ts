// What differs in a record that both sides have, in the words of its page.
import { isMapping } from "../../check/select.ts";
import type { Kind } from "../../records/kinds.ts";
import { compareValues, contrast, describeChange, keysOf, type Mapping, showValue } from "./values.ts";
import { say, type Sentence, nothing } from "./sentence.ts";
import { displayResult, writeConditions } from "../../site/compile/display.ts";
import type { Measurement } from "../../site/compile/records.ts";
import { writeConditionsOfRule, writeConsequence } from "../../site/compile/site/rules.ts";
import type { CompiledSide } from "./sides.ts";
import { writeCanonical } from "../../records/objects.ts";

/** Says what differs in a record: rows, cells and conditions in the words of their pages, the rest field by field. */
export function describeRecord(kind: Kind, pair: RecordPair, words: WordsOfBoth): Sentence[] {
  switch (kind) {
    case "dataset":
      return describeDataset(pair, words);
    case "adapter":
      return describeAdapter(pair);
    case "rule":
      return describeRule(pair, words);
    default:
      return describeFields(pair.before, pair.after);
  }
}

function describeRule({ id, before, after }: RecordPair, words: WordsOfBoth): Sentence[] {
  const [under, now] = [words.before.when(id), words.after.when(id)];
  const [follows, leads] = [words.before.then(id), words.after.then(id)];
  const changed: string[] = [];
  const sentences: Sentence[] = [];
  if (under !== undefined && now !== undefined && under !== now) {
    const [was, is] = contrast(under, now);
    sentences.push(say`it held for ${was}; it now holds for ${is}`);
    changed.push("when");
  }
  if (follows !== undefined && leads !== undefined && follows !== leads) {
    const [was, is] = contrast(follows, leads);
    sentences.push(say`it led to ${was}; it now leads to ${is}`);
    changed.push("then");
  }
  return [...sentences, ...describeFields(before, after, changed)];
}

/** Says what differs in an adapter: its own fields, then cell by cell of its compatibility. */
function describeAdapter({ before, after }: RecordPair): Sentence[] {
  const [earlier, later] = [indexCells(before), indexCells(after)];
  const cells = keysOf(earlier, later).flatMap((cell) => {
    const [old, current] = [earlier.get(cell), later.get(cell)];
    const [was, is] = [writeCell(old), writeCell(current)];
    const place = cell.replace("/", ", ");
    const first = was === is ? [] : [say`${place}: was ${was}; is now ${is}`];
    const rest = describeFields(old ?? {}, current ?? {}, cellFields);
    return [...first, ...rest.map((sentence) => say`${place}: ${sentence}`)];
  });
  return [...describeFields(withoutCells(before), withoutCells(after)), ...cells];
}

/** The fields of a compatibility cell that one phrase covers. Notes and sources are compared field by field. */
const cellFields = ["support", "since", "until", "basis"];

function writeCell(cell: Mapping | undefined): string {
  if (cell === undefined) return "not said";
  const { support, since, until, basis } = cell;
  const versions = [
    since === undefined ? "" : `, since ${String(since)}`,
    until === undefined ? "" : `, until ${String(until)}`,
  ];
  return `${String(support)}${versions.join("")} (${String(basis)})`;
}

/** Compatibility cells by "platform/feature". */
function indexCells(data: unknown): Map<string, Mapping> {
  return new Map(
    sectionsOf(data).flatMap(([platform, { compatibility }]) =>
      mappings(compatibility).map(([feature, cell]) => [`${platform}/${feature}`, cell]),
    ),
  );
}

function withoutCells(data: unknown): unknown {
  if (!isMapping(data) || !isMapping(data.platforms)) return data;
  return {
    ...data,
    platforms: Object.fromEntries(
      sectionsOf(data).map(([platform, section]) => [platform, without(section, ["compatibility"])]),
    ),
  };
}

function sectionsOf(data: unknown): [string, Mapping][] {
  return isMapping(data) ? mappings(data.platforms) : [];
}

/** The entries of a mapping that are mappings themselves. */
export function mappings(value: unknown): [string, Mapping][] {
  const entries = isMapping(value) ? Object.entries(value) : [];
  return entries.filter((entry): entry is [string, Mapping] => isMapping(entry[1]));
}

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
    then: (id) => attempt(() => mapDefined(rule(id), (found) => writeConsequence(found, atlas))),
  };
}

/** Returns what a record is called, whatever its shape; its id where it has no name. */
export function titleOf(data: unknown, id: string): string {
  if (!isMapping(data)) return id;
  const title = [data.title, data.claim, data.name].find((part) => typeof part === "string");
  return typeof title === "string" ? title : id;
}

/** Rows of an older schema may break today's formatter. If so, returns undefined, and the fields are compared one by one. */
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
interface RecordPair {
  id: string;
  before: unknown;
  after: unknown;
}

export interface WordsOfBoth {
  before: Words;
  after: Words;
}

/** Says field by field what differs, except in some fields at the top. */
function describeFields(before: unknown, after: unknown, except: readonly string[] = []): Sentence[] {
  return compareValues(without(before, except), without(after, except)).map((change) => describeChange(change));
}

/** A mapping without some of its keys; any other value as it is. */
function without(value: unknown, keys: readonly string[]): unknown {
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** Says what differs in a dataset: its own fields, then row by row. */
function describeDataset({ before, after }: RecordPair, words: WordsOfBoth): Sentence[] {
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

/** A row merged with its dataset's shared conditions: moving a condition between the two is not a change. */
type Row = Mapping & { shared: Mapping };

function allConditions({ shared, conditions }: Row): Mapping {
  return { ...shared, ...(isMapping(conditions) ? conditions : {}) };
}

function writeAllConditions(row: Row, words: Words): string | undefined {
  return words.conditions({ conditions: allConditions(row) });
}

/** Rows by id. A row without an id, or with a duplicate one, is named by its position. */
function indexRows(data: unknown): Map<string, Row> {
  const index = new Map<string, Row>();
  if (!isMapping(data) || !Array.isArray(data.measurements)) return index;
  const shared = isMapping(data.conditions) ? data.conditions : {};
  for (const [place, { id, ...row }] of data.measurements.filter(isMapping).entries()) {
    index.set(typeof id === "string" && !index.has(id) ? id : `#${place + 1}`, { ...row, shared });
  }
  return index;
}
