// The rule about ratios and differences: each matches the two results that it compares.

import { groupBy } from "../../../advisor/collections.ts";
import { suggest } from "../../../advisor/questions/nearest.mjs";
import { lastDigitOf, printLike } from "../numbers-in-text.ts";
import { hasDoubtfulFigures } from "../quoted-numbers.ts";
import { isSoundRow, listRows, listSamples, type Row } from "../rows.ts";
import type { Complaint, RecordRule, Words } from "../rule.ts";
import { findExcess } from "./amounts.ts";
import { isMapping, select, selectText } from "../select.ts";
import { scaleOf } from "../unit-table.ts";
import type { World } from "../world.ts";
import { dropUndefined, writeCanonical } from "../../records/objects.ts";
import type { AnyRecord } from "../../records/record.ts";
import { type Span, summarize } from "../../records/samples.ts";

/**
 * A ratio or difference is what its two results come to: the rows that it names, or the only ones of the two adapters under
 * its conditions. As printed it has to agree within the last digits of all three numbers, "about" within a tenth, "almost"
 * from below, a bound on its side; from a result that is a bound itself nothing is computed. The rows named are of the two
 * adapters, of the same workload and metric, and in units that can be converted. Nothing is compared with itself: two runs
 * of one adapter are told apart as rows, or by the baseline where only what one gained over the other is published. An
 * adapter that only a comparison mentions needs no row, as not every study prints its results.
 */
export const claimsRecomputed: RecordRule = {
  name: "claims-recomputed",
  summary: "A ratio or difference matches its two results.",
  scope: "dataset",
  check(record, world) {
    const rows = listRows(record.data).filter((row) => isSoundRow(row, world.errorsOf(record)));
    const comparisons = rows.filter(({ row }) => row.kind === "relative" || row.kind === "ordinal");
    if (comparisons.length === 0) return [];
    const byContext = groupByContext(rows);
    return comparisons.flatMap((claim) => {
      if (comparesItself(claim)) return complainOfSelfComparison(claim);
      if (claim.row.kind !== "relative") return [];
      // A row that is out of shape may be the one that is named.
      const isComplete = rows.length === select(record.data, "measurements.*").length;
      const faults = isComplete ? checkNamedRows(claim, rows, world) : [];
      if (faults.length > 0) return faults;
      const pair = findNamed(claim, rows) ?? findOnly(claim, byContext);
      return pair && checkClaim(claim, pair, record);
    });
  },
};

interface Pair {
  result: Row;
  base: Row;
}

function comparesItself({ row }: Row): boolean {
  const isOne = row.adapter !== "unknown" && row.adapter === row.relativeTo;
  return isOne && row.rows === undefined && row.baseline === undefined;
}

function complainOfSelfComparison({ path, row }: Row): Complaint {
  return {
    path: [...path, "relativeTo"],
    message: `"${String(row.relativeTo)}" is compared with itself`,
    help: "name the other adapter; for two runs of one adapter, write the settings of the other run in baseline, or name both runs in rows",
  };
}

/** Checks that the rows which a claim names exist and have the right adapter, workload, metric and unit. */
function checkNamedRows(claim: Row, rows: readonly Row[], { ids }: World): Complaint[] {
  const expected = { result: claim.row.adapter, base: nameBase(claim.row.relativeTo) };
  return (["result", "base"] as const).flatMap((role) => {
    const [named] = selectText(claim.row, `rows.${role}`);
    if (!named) return [];
    const target = rows.find(({ row }) => row.id === named.value);
    // An adapter that is not declared already has a message.
    const isDeclared = [expected[role], target?.row.adapter].every((id) => id === undefined || isAdapter(id, ids));
    const problem = target
      ? isDeclared && findFault(claim, role, target, expected[role])
      : sayMissing(named.value, rows);
    return problem ? [{ path: [...claim.path, ...named.path], ...problem }] : [];
  });
}

function isAdapter(id: unknown, ids: World["ids"]): boolean {
  return id === "unknown" || id === "native" || (typeof id === "string" && (ids.get("adapter")?.has(id) ?? false));
}

/** A row of an unnamed adapter has the adapter unknown, also if the comparison says paravirtual-unnamed. */
function nameBase(relativeTo: unknown): unknown {
  return relativeTo === "paravirtual-unnamed" ? "unknown" : relativeTo;
}

function sayMissing(id: string, rows: readonly Row[]): Words {
  const ids = rows.map(({ row }) => String(row.id));
  return {
    message: `"${id}" is not a row of this dataset`,
    help: suggest(id, ids) || `its rows: ${ids.slice(0, 12).join(", ")}`,
  };
}

function findFault(claim: Row, role: "result" | "base", { row }: Row, adapter: unknown): Words | undefined {
  const id = String(row.id);
  if (adapter === "native")
    return { message: `"${id}" is a row of an adapter, but native is not an adapter`, help: "remove rows" };
  if (row.adapter !== adapter)
    return {
      message: `"${id}" is a row of ${String(row.adapter)}, but the ${role} must be a row of ${String(adapter)}`,
      help: "result is the row of adapter, base the row of relativeTo",
    };
  if (row.kind === "relative" || row.kind === "ordinal")
    return { message: `"${id}" has no result of its own`, help: "name a row of the kind value, summary or samples" };
  for (const field of ["metric", "workload"]) {
    if (row[field] !== claim.row[field])
      return {
        message: `"${id}" has the ${field} ${String(row[field])}, not ${String(claim.row[field])}`,
        help: "name rows of the same workload and metric",
      };
  }
  const isDifference = String(claim.row.form).startsWith("difference");
  if (isDifference && scaleOf(row.unit).base !== scaleOf(claim.row.unit).base)
    return {
      message: `"${id}" is in ${String(row.unit)}, the difference in ${String(claim.row.unit)}`,
      help: "compare the units with the source",
    };
  return undefined;
}

function findNamed({ row }: Row, rows: readonly Row[]): Pair | undefined {
  const [result, base] = ["result", "base"].map((role) => {
    const [named] = selectText(row, `rows.${role}`);
    return named && rows.find((candidate) => candidate.row.id === named.value);
  });
  return result && base && { result, base };
}

/** Without rows that are named, those of the two adapters under the claim's conditions, where there is one of each. */
function findOnly(claim: Row, byContext: ReadonlyMap<string, readonly Row[]>): Pair | undefined {
  if (claim.row.rows !== undefined || claim.row.baseline !== undefined) return undefined;
  const [result, another] = byContext.get(nameContext(claim, claim.row.adapter)) ?? [];
  const [base, more] = byContext.get(nameContext(claim, claim.row.relativeTo)) ?? [];
  if (!result || !base || another || more) return undefined;
  return findFault(claim, "result", result, result.row.adapter) ? undefined : { result, base };
}

function groupByContext(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const results = rows.filter(
    ({ row: { kind, adapter } }) => kind !== "relative" && kind !== "ordinal" && adapter !== "unknown",
  );
  return groupBy(results, (row) => nameContext(row, row.row.adapter));
}

function nameContext({ row, conditions }: Row, adapter: unknown): string {
  return writeCanonical([adapter ?? null, row.workload ?? null, row.metric ?? null, conditions]);
}

function checkClaim(claim: Row, { result, base }: Pair, { data, spellingOf }: AnyRecord): Complaint | undefined {
  const { value, form, unit, precision } = claim.row;
  const isComparable = scaleOf(result.row.unit).base === scaleOf(base.row.unit).base;
  // A number that is not in its quote, or exceeds its link, already has a message.
  const isDoubtful = (row: Row): boolean => hasDoubtfulFigures(row) || findExcess(row, data) !== undefined;
  if (typeof value !== "number" || !isComparable || [claim, result, base].some(isDoubtful)) return undefined;
  const lastDigit = lastDigitOf(spellingOf([...claim.path, "value"]) ?? String(value));
  const allowed = rangeOfClaim(value, precision, lastDigit);
  const [above, below] = [rangesOf(result, spellingOf), rangesOf(base, spellingOf)];
  const pairs = ["value", "mean", "median"].flatMap((statistic) => {
    const [a, b] = [above[statistic] ?? above.value, below[statistic] ?? below.value];
    return a && b ? [{ a, b }] : [];
  });
  const computed = pairs.flatMap(({ a, b }) => recompute(form, unit, a, b) ?? []);
  if (computed.length === 0 || computed.some((range) => doOverlap(range, allowed))) return undefined;
  const names = [result, base].map(({ row }) => `"${String(row.id)}"`).join(" and ");
  const [point] = pairs.flatMap(({ a, b }) => recompute(form, unit, middleOf(a), middleOf(b)) ?? []);
  return {
    path: [...claim.path, "value"],
    restsOn: [["conditions"]],
    message: `${names} come to ${printLike(point?.low ?? NaN, lastDigit)}, not ${value} (${String(form)})`,
    help: "compare form, precision and all three numbers with the source; if the author miscalculated, add a caveat",
  };
}

/** What was printed, without what rounding leaves open. */
function middleOf({ low, high }: Span): Span {
  const middle = (low + high) / 2;
  return { low: middle, high: middle };
}

type SpellingOf = (path: Row["path"]) => string | undefined;

/** How far "about" and "almost" may be off, as a part of the number. */
const looseness = 0.1;

/**
 * Finds the ranges that a row's result may lie in, in the base of its unit: one for a value, one each for a mean and a median.
 * A row that gives a bound only has none.
 */
function rangesOf({ row, path }: Row, spellingOf: SpellingOf): { [statistic: string]: Span } {
  const { factor } = scaleOf(row.unit);
  const range = (value: unknown, field: readonly string[], isLoose = false): Span | undefined => {
    if (typeof value !== "number") return undefined;
    const half = lastDigitOf(spellingOf([...path, ...field]) ?? String(value)) / 2;
    const slack = Math.max(half, isLoose ? Math.abs(value) * looseness : 0);
    return { low: (value - slack) * factor, high: (value + slack) * factor };
  };
  switch (row.kind) {
    case "value": {
      const isLoose = row.precision === "about";
      return isLoose || row.precision === "as-printed"
        ? dropUndefined({ value: range(row.value, ["value"], isLoose) })
        : {};
    }
    case "summary": {
      const summary = isMapping(row.summary) ? row.summary : {};
      const { mean, median } = summary;
      return dropUndefined({ mean: range(mean, ["summary", "mean"]), median: range(median, ["summary", "median"]) });
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
function recompute(form: unknown, unit: unknown, result: Span, base: Span): Span | undefined {
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
function rangeOfClaim(value: number, precision: unknown, lastDigit: number): Span {
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

/** Whether two ranges overlap, with a tolerance for floating-point errors. */
function doOverlap(a: Span, b: Span): boolean {
  const dust = 1e-9 * Math.max(1, ...[a.low, a.high, b.low, b.high].filter(Number.isFinite).map(Math.abs));
  return a.low <= b.high + dust && b.low <= a.high + dust;
}

function negate({ low, high }: Span): Span {
  return { low: -high, high: -low };
}
