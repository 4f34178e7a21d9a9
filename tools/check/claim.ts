import { summarize } from "../records/samples.ts";
import { lastDigitOf } from "./numbers-in-text.ts";
import { listSamples, type Row } from "./rows.ts";
import { isMapping } from "./select.ts";
import { scaleOf } from "./unit-table.ts";

/** Where a number lies that was rounded for printing. */
export interface Range {
  low: number;
  high: number;
}

export type SpellingOf = (path: Row["path"]) => string | undefined;

/** How far "about" and "almost" may be off, as a part of the number. */
const looseness = 0.1;

/**
 * Finds the ranges that a row's result may lie in, in the base of its unit: one for a value, one each for a mean and a median.
 * A row that gives a bound only has none.
 */
export function rangesOf({ row, path }: Row, spellingOf: SpellingOf): { [statistic: string]: Range } {
  const { factor } = scaleOf(row.unit);
  const range = (value: unknown, field: readonly string[], isLoose = false): Range | undefined => {
    if (typeof value !== "number") return undefined;
    const half = lastDigitOf(spellingOf([...path, ...field]) ?? String(value)) / 2;
    const slack = Math.max(half, isLoose ? Math.abs(value) * looseness : 0);
    return { low: (value - slack) * factor, high: (value + slack) * factor };
  };
  switch (row.kind) {
    case "value": {
      const isLoose = row.precision === "about";
      return isLoose || row.precision === "as-printed"
        ? keepFound({ value: range(row.value, ["value"], isLoose) })
        : {};
    }
    case "summary": {
      const summary = isMapping(row.summary) ? row.summary : {};
      const { mean, median } = summary;
      return keepFound({ mean: range(mean, ["summary", "mean"]), median: range(median, ["summary", "median"]) });
    }
    case "samples": {
      const samples = listSamples(row).map(({ number }) => number * factor);
      if (samples.length === 0) return {};
      const { mean, median } = summarize(samples);
      return { mean: { low: mean, high: mean }, median: { low: median, high: median } };
    }
    default:
      return {};
  }
}

/** Computes what a ratio or difference comes to, as the form of its row writes it; undefined where nothing can be computed. */
export function recompute(form: unknown, unit: unknown, result: Range, base: Range): Range | undefined {
  const { factor } = scaleOf(unit);
  const difference = { low: (result.low - base.high) / factor, high: (result.high - base.low) / factor };
  if (form === "difference-more") return difference;
  if (form === "difference-less") return negate(difference);
  if (base.low <= 0 || result.low < 0) return undefined;
  const ratio = { low: result.low / base.high, high: result.high / base.low };
  switch (form) {
    case "ratio":
      return ratio;
    case "percent-more":
      return { low: (ratio.low - 1) * 100, high: (ratio.high - 1) * 100 };
    case "percent-less":
      return { low: (1 - ratio.high) * 100, high: (1 - ratio.low) * 100 };
    default:
      return undefined;
  }
}

/**
 * Finds which results a claim allows: within its last digit as printed, up to a tenth off for "about", up to a tenth below for
 * "almost", everything on its side for a bound.
 */
export function rangeOfClaim(value: number, precision: unknown, lastDigit: number): Range {
  const loose = Math.max(lastDigit, value * looseness);
  switch (precision) {
    case "about":
      return { low: value - loose, high: value + loose };
    case "almost":
      return { low: value - loose, high: value };
    case "at-least":
    case "more-than":
      return { low: value - lastDigit / 2, high: Infinity };
    case "at-most":
      return { low: -Infinity, high: value + lastDigit / 2 };
    default:
      return { low: value - lastDigit, high: value + lastDigit };
  }
}

/** Whether two ranges meet; what floating point adds is no difference. */
export function doMeet(a: Range, b: Range): boolean {
  const dust = 1e-9 * Math.max(1, ...[a.low, a.high, b.low, b.high].filter(Number.isFinite).map(Math.abs));
  return a.low <= b.high + dust && b.low <= a.high + dust;
}

function negate({ low, high }: Range): Range {
  return { low: -high, high: -low };
}

function keepFound(ranges: { [statistic: string]: Range | undefined }): { [statistic: string]: Range } {
  const entries = Object.entries(ranges).filter((entry): entry is [string, Range] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
