import { BOOLEAN_FIELDS, NUMBER_FIELDS } from "./fields.ts";
import { numberSet, type Case } from "./case.ts";
import type { GuestView, RowSet, Table } from "./table.ts";

/** What the table says about one case. Adapters are bits and indexes of the table's adapters. */
export interface Decision {
  /** Rows whose conditions all hold. */
  fired: RowSet;
  /** Adapters that a row, the guest's list or a missing driver excludes. */
  excluded: number;
  /** Index of the adapter to recommend, -1 when none fits. */
  best: number;
  /** Per adapter: 0 when nothing speaks against it, more the less is known of it. */
  doubt: Int32Array;
  /** Per adapter: the adapters it is placed before by the strongest rule that says so. */
  before: Int32Array;
}

/** Decides a case. Pure: the same table and case give the same decision. */
export function decide(table: Table, filled: Case, candidates = -1): Decision {
  const fired = firedRows(table, filled);
  const excluded = exclusions(table, filled, fired);
  const fitting = table.all & ~excluded & candidates;
  const doubt = doubts(table, filled);
  const before = preferences(table, fired);
  return { fired, excluded, best: bestOf(table, fitting, doubt, before), doubt, before };
}

function firedRows(table: Table, filled: Case): RowSet {
  const fired = filled.view.set.slice();
  intersect(fired, filled.required);
  for (const field of NUMBER_FIELDS) intersect(fired, numberSet(table, field, filled.numbers[field]));
  for (const field of BOOLEAN_FIELDS) intersect(fired, table.booleans[field][filled.booleans[field] ? "yes" : "no"]);
  return fired;
}

/** Keeps in a set only the rows that another set holds too. */
export function intersect(set: RowSet, other: RowSet): void {
  for (let word = 0; word < set.length; word++) set[word] = (set[word] as number) & (other[word] as number);
}

/** Calls back with the index of each row of a set between two indexes, in order. */
export function eachRow(set: RowSet, from: number, to: number, visit: (index: number) => void): void {
  for (let word = from >> 5; word << 5 < to; word++) {
    let bits = set[word] as number;
    while (bits !== 0) {
      const index = (word << 5) + 31 - Math.clz32(bits & -bits);
      if (index >= to) return;
      if (index >= from) visit(index);
      bits &= bits - 1;
    }
  }
}

function exclusions(table: Table, filled: Case, fired: RowSet): number {
  let excluded = ~offeredAt(filled.view, filled.numbers.virtualHardware) & table.all;
  excluded |= filled.view.none;
  if (!filled.booleans.guestDrivers) excluded |= filled.view.tools;
  eachRow(fired, 0, table.excludeEnd, (index) => {
    excluded |= (table.rows[index] as { exclude: number }).exclude;
  });
  return excluded;
}

/** Adapters that the platform offers a guest at a virtual hardware version. */
export function offeredAt(view: GuestView, hardware: number): number {
  let offered = (view.offered[0] as { adapters: number }).adapters;
  for (const range of view.offered) if (range.from <= hardware) offered = range.adapters;
  return offered;
}

function doubts(table: Table, filled: Case): Int32Array {
  const doubt = new Int32Array(table.adapters.length);
  const add = (mask: number, weight: number): void => {
    for (let bits = mask; bits !== 0; bits &= bits - 1) {
      const index = 31 - Math.clz32(bits & -bits);
      doubt[index] = (doubt[index] as number) + weight;
    }
  };
  add(filled.view.unknown, 2);
  if (!filled.booleans.guestDrivers) add(filled.view.vendor, 2);
  for (const feature of filled.requires) {
    add(table.unknown.get(feature) ?? 0, 2);
    add(table.partial.get(feature) ?? 0, 1);
  }
  return doubt;
}

/** Who is placed before whom: the strongest rule decides; rules of equal strength that disagree leave both entries. */
function preferences(table: Table, fired: RowSet): Int32Array {
  const before = new Int32Array(table.adapters.length);
  let settled = before.slice();
  let rank = 4;
  eachRow(fired, table.excludeEnd, table.preferEnd, (index) => {
    const row = table.rows[index] as Table["rows"][number];
    if (row.rank !== rank) {
      settled = before.slice();
      rank = row.rank;
    }
    for (let bits = row.prefer; bits !== 0; bits &= bits - 1) {
      const adapter = 31 - Math.clz32(bits & -bits);
      before[adapter] = (before[adapter] as number) | (row.over & ~beaters(settled, adapter, row.over));
    }
  });
  return before;
}

/** Of some adapters, those already placed before the given one. */
function beaters(settled: Int32Array, adapter: number, among: number): number {
  let found = 0;
  for (let bits = among; bits !== 0; bits &= bits - 1) {
    const other = 31 - Math.clz32(bits & -bits);
    if (((settled[other] as number) >> adapter) & 1) found |= 1 << other;
  }
  return found;
}

/** Ranks two adapters of a decision: negative when the first comes first. */
export function compareAdapters(decision: Pick<Decision, "doubt" | "before">, fitting: number, a: number, b: number): number {
  return (decision.doubt[a] as number) - (decision.doubt[b] as number)
    || score(decision.before, fitting, b) - score(decision.before, fitting, a)
    || a - b;
}

function score(before: Int32Array, fitting: number, adapter: number): number {
  let points = 0;
  for (let bits = fitting; bits !== 0; bits &= bits - 1) {
    const other = 31 - Math.clz32(bits & -bits);
    points += (((before[adapter] as number) >> other) & 1) - (((before[other] as number) >> adapter) & 1);
  }
  return points;
}

function bestOf(table: Table, fitting: number, doubt: Int32Array, before: Int32Array): number {
  let best = -1;
  for (let index = 0; index < table.adapters.length; index++) {
    if (((fitting >> index) & 1) === 0) continue;
    if (best < 0 || compareAdapters({ doubt, before }, fitting, index, best) < 0) best = index;
  }
  return best;
}
