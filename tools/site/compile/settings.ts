import { scaleOf } from "../../check/unit-table.ts";
import { writeCanonical } from "../../records/objects.ts";
import { type Absolute, compare, type RatioSpread } from "./comparisons.ts";
import { writeConditions } from "./conditions-text.ts";
import { writeRatio } from "../../records/numbers.ts";
import type { Measurement } from "./records.ts";

type Conditions = Measurement["conditions"];

/** What one setting changed on one adapter, everything else being equal. */
export interface SettingEffect {
  numerator: string;
  /** The row without the setting; none where the source states the ratio itself. */
  denominator?: string;
  metric: Measurement["metric"];
  ratio: number;
  display: string;
  /** The setting in words, and what it is compared with. */
  setting: string;
  base: string;
  /** What held in both. */
  conditions: Conditions;
  spread?: RatioSpread;
}

/** Forms the ratios of rows of one study that differ in one setting and in nothing else, and takes those that it states. */
export function compareSettings(rows: readonly Measurement[]): SettingEffect[] {
  const absolute = rows
    .filter((row): row is Absolute => row.kind !== "relative" && row.kind !== "ordinal")
    .map(toBaseUnit);
  const formed = absolute.flatMap((row, index) => absolute.slice(index + 1).flatMap((other) => compareRow(row, other)));
  return [...formed, ...rows.flatMap(readStated)];
}

function compareRow(row: Absolute, other: Absolute): SettingEffect[] {
  if (contextOf(row) !== contextOf(other)) return [];
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

/** Settings whose values have an order: what is off comes before what is on, fewer before more, else as the source lists them. */
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
  return { keys, words: sharpen(writeConditions({ [key]: a }), writeConditions({ [key]: b })), isFirstBase };
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

/** Free words tell a setting only where they are the same but for on and off. */
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

/** Leaves out what both say before a comma. */
function sharpen(one: string, other: string): [string, string] {
  const [a, b] = [one.split(", "), other.split(", ")];
  const shared = a.findIndex((part, index) => part !== b[index]);
  return shared <= 0 ? [one, other] : [a.slice(shared).join(", "), b.slice(shared).join(", ")];
}

function contextOf({ adapter, metric, workload, unit }: Absolute): string {
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

/** Says a stated comparison as a ratio; undefined for a difference, which is none, and for a bound. */
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
