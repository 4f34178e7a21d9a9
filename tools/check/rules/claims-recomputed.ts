import { writeCanonical } from "../../records/objects.ts";
import type { AnyRecord } from "../../records/record.ts";
import { doMeet, type Range, rangeOfClaim, rangesOf, recompute } from "../claim.ts";
import { findExcess } from "../line-rate.ts";
import { suggest } from "../../../advisor/questions/nearest.mjs";
import { lastDigitOf, printLike } from "../numbers-in-text.ts";
import { hasDoubtfulFigures } from "../quoted-numbers.ts";
import { isSoundRow, listRows, type Row } from "../rows.ts";
import type { Complaint, RecordRule, Words } from "../rule.ts";
import { select, selectText } from "../select.ts";
import { scaleOf } from "../unit-table.ts";
import type { World } from "../world.ts";
import { groupBy } from "../../../advisor/collections.ts";

/**
 * A ratio or difference is what its two results come to: the rows that it names, or the only ones of the two adapters under
 * its conditions. As printed it has to agree within the last digits of all three numbers, "about" within a tenth, "almost"
 * from below, a bound on its side; from a result that is a bound itself nothing is computed. The rows named are of the two
 * adapters, of the same workload and metric, and in units that can be converted. Nothing is compared with itself: two runs
 * of one adapter are told apart as rows, or by the baseline where only what one gained over the other is published. An
 * adapter that only a comparison mentions needs no row, as not every study prints its results.
 *
 * Good: `value: 70`, `form: percent-more`, `precision: almost` with rows of 4.47 and 2.65 Gbit/s.
 * Bad: `value: 170` with the same rows; `rows: { result: vmxnet3, base: e1000 }` where no row is called so.
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
      if (isOfItself(claim)) return [complainOfItself(claim)];
      if (claim.row.kind !== "relative") return [];
      // A row that is out of shape may be the one that is named.
      const isComplete = rows.length === select(record.data, "measurements.*").length;
      const faults = isComplete ? checkNamedRows(claim, rows, world) : [];
      if (faults.length > 0) return faults;
      const pair = findNamed(claim, rows) ?? findOnly(claim, byContext);
      return pair ? checkClaim(claim, pair, record) : [];
    });
  },
};

interface Pair {
  result: Row;
  base: Row;
}

function isOfItself({ row }: Row): boolean {
  const isOne = row.adapter !== "unknown" && row.adapter === row.relativeTo;
  return isOne && row.rows === undefined && row.baseline === undefined;
}

function complainOfItself({ path, row }: Row): Complaint {
  return {
    path: [...path, "relativeTo"],
    message: `"${String(row.relativeTo)}" is compared with itself`,
    help: "name the other adapter; of two runs of one adapter, say in baseline what was set in the other, or name both in rows",
  };
}

/** Checks that the rows which a claim names are there, and are what it says that they are. */
function checkNamedRows(claim: Row, rows: readonly Row[], { ids }: World): Complaint[] {
  const expected = { result: claim.row.adapter, base: nameBase(claim.row.relativeTo) };
  return (["result", "base"] as const).flatMap((role) => {
    const [named] = selectText(claim.row, `rows.${role}`);
    if (!named) return [];
    const target = rows.find(({ row }) => row.id === named.value);
    // Of an adapter that is not declared there is a message already.
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

/** A row's adapter is unknown where it has no name, whatever the comparison calls it. */
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
    return { message: `"${id}" is a row of an adapter, and native is none`, help: "remove rows" };
  if (row.adapter !== adapter)
    return {
      message: `"${id}" is a row of ${String(row.adapter)}, and the ${role} is ${String(adapter)}`,
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

function checkClaim(claim: Row, { result, base }: Pair, { data, spellingOf }: AnyRecord): Complaint[] {
  const { value, form, unit, precision } = claim.row;
  const isComparable = scaleOf(result.row.unit).base === scaleOf(base.row.unit).base;
  // What its quote does not hold, or no link carries, has a message already.
  const isDoubtful = (row: Row): boolean => hasDoubtfulFigures(row) || findExcess(row, data) !== undefined;
  if (typeof value !== "number" || !isComparable || [claim, result, base].some(isDoubtful)) return [];
  const lastDigit = lastDigitOf(spellingOf([...claim.path, "value"]) ?? String(value));
  const allowed = rangeOfClaim(value, precision, lastDigit);
  const [above, below] = [rangesOf(result, spellingOf), rangesOf(base, spellingOf)];
  const pairs = ["value", "mean", "median"].flatMap((statistic) => {
    const [a, b] = [above[statistic] ?? above.value, below[statistic] ?? below.value];
    return a && b ? [{ a, b }] : [];
  });
  const computed = pairs.flatMap(({ a, b }) => recompute(form, unit, a, b) ?? []);
  if (computed.length === 0 || computed.some((range) => doMeet(range, allowed))) return [];
  const names = [result, base].map(({ row }) => `"${String(row.id)}"`).join(" and ");
  const [point] = pairs.flatMap(({ a, b }) => recompute(form, unit, middleOf(a), middleOf(b)) ?? []);
  return [
    {
      path: [...claim.path, "value"],
      restsOn: [["conditions"]],
      message: `${names} come to ${printLike(point?.low ?? NaN, lastDigit)}, not ${value} (${String(form)})`,
      help: "compare form, precision and all three numbers with the source; what its author worked out wrongly is a caveat",
    },
  ];
}

/** What was printed, without what rounding leaves open. */
function middleOf({ low, high }: Range): Range {
  const middle = (low + high) / 2;
  return { low: middle, high: middle };
}
