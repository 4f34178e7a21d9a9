import { scaleOf } from "../../check/unit-table.ts";
import { round, writeRatio } from "../../records/numbers.ts";
import { writeCanonical } from "../../records/objects.ts";
import { summarize } from "../../records/samples.ts";
import { isAdapterId, writeConditions } from "./display.ts";
import type { Measurement, RecordOf } from "./records.ts";

type Metric = Measurement["metric"];
/** Decimals of a ratio. */
const decimals = 2;

type FindAdapter = (id: string) => RecordOf<"adapters">;

/** Ratio of two rows of one study that differ only in the adapter. */
export interface Comparison {
  numerator: string;
  denominator: string;
  metric: Metric;
  /** The compared statistic, if the rows have several. */
  statistic?: Exclude<Statistic, "value">;
  ratio: number;
  display: string;
  conditionsText: string;
  spread?: RatioSpread;
}

/** Range of the ratio over single runs: from lowest / highest to highest / lowest. */
interface RatioSpread {
  low: number;
  high: number;
  /** samples: computed from all runs. reported: computed from the ends that the source reports. */
  basis: "samples" | "reported";
}

type Statistic = "value" | "mean" | "median";
type Summary = Extract<Measurement, { kind: "summary" }>["summary"];

/** Metrics without ratios: savings, thresholds, sizes and counts (counts.ts) are not the performance of one adapter. */
const comparable: ReadonlySet<Metric> = new Set([
  "throughput",
  "request-rate",
  "operation-rate",
  "packet-rate",
  "latency",
  "packet-loss",
  "cpu-utilization",
  "cpu-per-throughput",
  "users-per-cpu",
  "benchmark-score",
  "duration",
]);

/** Forms the ratios within one dataset: equal metric, workload, unit and conditions, different adapters. */
export function compareRows(rows: readonly Measurement[], findAdapter: FindAdapter): Comparison[] {
  return pairUp(rows.filter(isComparable), contextOf).flatMap(([row, other]) => {
    if (row.adapter === other.adapter) return [];
    const [upper, lower] = orderPair(row, other, findAdapter);
    return compare(upper, lower);
  });
}

/** Pairs each row with those of the same context behind it. */
function pairUp(rows: readonly Absolute[], findContext: (row: Absolute) => string): [Absolute, Absolute][] {
  const contexts = rows.map(findContext);
  return rows.flatMap((row, index) =>
    rows.flatMap((other, place): [Absolute, Absolute][] =>
      place > index && contexts[place] === contexts[index] ? [[row, other]] : [],
    ),
  );
}

/** A row with figures of its own. */
type Absolute = Extract<Measurement, { unit: string }>;

function isComparable(row: Measurement): row is Absolute {
  if (row.kind === "relative" || row.kind === "ordinal") return false;
  if (!comparable.has(row.metric) || !isAdapterId(row.adapter)) return false;
  // Two bounds have no ratio: "more than 10" divided by "more than 10" is not 1.
  return row.kind !== "value" || row.precision === "as-printed" || row.precision === "about";
}

/** Divides one row by another. Undefined if they have no figure in common or the other one is zero. */
function compare(upper: Absolute, lower: Absolute): Comparison[] {
  const [above, below] = [figuresOf(upper), figuresOf(lower)];
  for (const statistic of ["value", "mean", "median"] as const) {
    const [a, b] = [above[statistic], below[statistic]];
    if (a === undefined || b === undefined || b === 0) continue;
    const display = (isApproximate(upper) || isApproximate(lower) ? "about " : "") + writeRatio(a / b);
    const conditionsText = writeConditions(upper.conditions);
    const spread = divideRanges(upper, lower);
    const ratio = {
      numerator: upper.id,
      denominator: lower.id,
      metric: upper.metric,
      ratio: round(a / b, decimals),
      display,
      conditionsText,
      ...(spread ? { spread } : {}),
    };
    return [statistic === "value" ? ratio : { ...ratio, statistic }];
  }
  return [];
}

/** Undefined unless both rows state their lowest and their highest run. */
function divideRanges(upper: Absolute, lower: Absolute): RatioSpread | undefined {
  const [above, below] = [rangeOf(upper), rangeOf(lower)];
  if (!above || !below || below.min <= 0) return undefined;
  const basis = upper.kind === "samples" && lower.kind === "samples" ? "samples" : "reported";
  return { low: round(above.min / below.max, decimals), high: round(above.max / below.min, decimals), basis };
}

function rangeOf(row: Absolute): { min: number; max: number } | undefined {
  const { min, max } = figuresOf(row);
  return min === undefined || max === undefined ? undefined : { min, max };
}

function isApproximate(row: Absolute): boolean {
  return row.kind === "value" && row.precision === "about";
}

function contextOf({ metric, workload, unit, conditions }: Absolute): string {
  return writeCanonical([metric, workload, unit, conditions]);
}

/** Returns the figures of a row: its one value, or what sums up its runs. */
export function figuresOf(row: Absolute): Partial<Summary> & { value?: number } {
  switch (row.kind) {
    case "value":
      return { value: row.value };
    case "summary":
      return row.summary;
    case "samples":
      return summarize(row.samples);
  }
}

const ranks = { emulated: 0, paravirtual: 1, passthrough: 2 };

/** Orders a pair: the adapter further from emulation is the numerator. Among equals, the first one in lists. */
function orderPair(one: Absolute, other: Absolute, findAdapter: FindAdapter): [Absolute, Absolute] {
  const [a, b] = [findAdapter(one.adapter), findAdapter(other.adapter)];
  const difference = ranks[b.kind] - ranks[a.kind] || a.order - b.order;
  return difference <= 0 ? [one, other] : [other, one];
}

type Conditions = Measurement["conditions"];

/** Effect of one setting on one adapter, with all other conditions equal. */
export interface SettingEffect {
  numerator: string;
  /** Row without the setting. Missing if the source states the ratio itself. */
  denominator?: string;
  metric: Measurement["metric"];
  ratio: number;
  display: string;
  /** The setting and its baseline, in words. */
  setting: string;
  base: string;
  /** Conditions of both rows. */
  conditions: Conditions;
  spread?: RatioSpread;
}

/** Computes ratios of rows of one study that differ in exactly one setting, and adds the ratios that the study states. */
export function compareSettings(rows: readonly Measurement[]): SettingEffect[] {
  const absolute = rows
    .filter((row): row is Absolute => row.kind !== "relative" && row.kind !== "ordinal")
    .map(toBaseUnit);
  const formed = pairUp(absolute, settingContextOf).flatMap(([row, other]) => compareRow(row, other));
  return [...formed, ...rows.flatMap(readStated)];
}

function compareRow(row: Absolute, other: Absolute): SettingEffect[] {
  const change = findChange(row.conditions, other.conditions);
  if (!change) return [];
  const [upper, lower] = change.isFirstBase ? [other, row] : [row, other];
  const [setting, base] = change.isFirstBase ? [change.words[1], change.words[0]] : change.words;
  const conditions = without(row.conditions, change.keys);
  return compare(upper, lower).map(({ numerator, denominator, metric, ratio, display, spread }) => ({
    numerator,
    denominator,
    metric,
    ratio,
    display,
    setting,
    base,
    conditions,
    ...(spread ? { spread } : {}),
  }));
}

function readStated(row: Measurement): SettingEffect[] {
  if (row.kind !== "relative" || row.relativeTo !== row.adapter || row.baseline === undefined) return [];
  const ratio = toRatio(row);
  if (ratio === undefined) return [];
  const { tuning, ...conditions } = row.conditions;
  return [
    {
      numerator: row.id,
      metric: row.metric,
      ratio,
      display: writeRatio(ratio),
      setting: tuning ?? "",
      base: row.baseline,
      conditions,
    },
  ];
}

interface Change {
  keys: (keyof Conditions)[];
  /** The first row's setting and the second's. */
  words: [string, string];
  isFirstBase: boolean;
}

/** Settings with ordered values: off before on, fewer before more, or else in the order of the source. */
const ordered = ["queues", "mtu", "coalescing", "driver"] as const;

function findChange(one: Conditions, other: Conditions): Change | undefined {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof Conditions)[];
  const keys = names.filter((key) => writeCanonical(one[key]) !== writeCanonical(other[key]));
  const [key, ...more] = keys;
  if (keys.length === 2 && keys.every((name) => name === "offloadsOn" || name === "offloadsOff"))
    return findOffloads(one, other, keys);
  if (key === undefined || more.length > 0 || one[key] === undefined || other[key] === undefined) return undefined;
  if (key === "tuning") return findSwitch(String(one.tuning), String(other.tuning));
  if (!ordered.some((name) => name === key)) return undefined;
  const [a, b] = [one[key], other[key]];
  const isFirstBase = typeof a === "number" && typeof b === "number" ? a < b : a !== "on" && b !== "off";
  return { keys, words: dropSharedStart(writeConditions({ [key]: a }), writeConditions({ [key]: b })), isFirstBase };
}

/** The same offloads, on in one row and off in the other. */
function findOffloads(one: Conditions, other: Conditions, keys: (keyof Conditions)[]): Change | undefined {
  const [on, off] = one.offloadsOn ? [one, other] : [other, one];
  if (writeCanonical(on.offloadsOn) !== writeCanonical(off.offloadsOff)) return undefined;
  return {
    keys,
    words: [writeConditions(pick(one, keys)), writeConditions(pick(other, keys))],
    isFirstBase: one === off,
  };
}

/** Free text is one setting only if it differs in nothing but on and off. */
function findSwitch(one: string, other: string): Change | undefined {
  const [a, b] = [readSwitch(one), readSwitch(other)];
  if (!a || !b || a.what !== b.what || a.isOn === b.isOn) return undefined;
  return { keys: ["tuning"], words: [one, other], isFirstBase: b.isOn };
}

function readSwitch(text: string): { what: string; isOn: boolean } | undefined {
  const [, word = ""] = /\b(on|off|enabled|disabled)\b/.exec(text) ?? [];
  return word === ""
    ? undefined
    : { what: text.replace(new RegExp(`\\b${word}\\b`), ""), isOn: word === "on" || word === "enabled" };
}

/** Leaves out the parts at the start that both texts share. */
function dropSharedStart(one: string, other: string): [string, string] {
  const [a, b] = [one.split(", "), other.split(", ")];
  const shared = a.findIndex((part, index) => part !== b[index]);
  return shared <= 0 ? [one, other] : [a.slice(shared).join(", "), b.slice(shared).join(", ")];
}

function settingContextOf({ adapter, metric, workload, unit }: Absolute): string {
  return writeCanonical([adapter, metric, workload, unit]);
}

function toBaseUnit(row: Absolute): Absolute {
  const { base, factor } = scaleOf(row.unit);
  if (factor === 1 || row.kind !== "value") return row;
  return { ...row, unit: base as Absolute["unit"], value: row.value * factor };
}

function pick(conditions: Conditions, keys: readonly string[]): Conditions {
  return Object.fromEntries(Object.entries(conditions).filter(([key]) => keys.includes(key)));
}

function without(conditions: Conditions, keys: readonly string[]): Conditions {
  return Object.fromEntries(Object.entries(conditions).filter(([key]) => !keys.includes(key)));
}

type Relative = Extract<Measurement, { kind: "relative" }>;

/** Returns a stated comparison as a ratio. Undefined for a difference and for a bound. */
export function toRatio({ form, value, precision }: Relative): number | undefined {
  if (precision !== "as-printed" && precision !== "about") return undefined;
  const ratio = {
    ratio: value,
    "percent-more": 1 + value / 100,
    "percent-less": 1 - value / 100,
    "difference-more": undefined,
    "difference-less": undefined,
  }[form];
  return ratio === undefined ? undefined : Number(ratio.toFixed(2));
}
