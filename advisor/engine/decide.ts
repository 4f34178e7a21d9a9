import { certainSets, type FilledSituation, type Unknowns, valueOf } from "./fill-situation.ts";
import { countBits, eachBit, firstBit, getOrCompute } from "../collections.ts";
import type { Row } from "./rows.ts";
import type { GuestView, Order, RowSet, Table } from "./table.ts";

/** The decision about one filled situation. Adapters are bits and indexes of the table's adapters. */
export interface Decision {
  /** Rows whose conditions all hold. */
  fired: RowSet;
  /** Adapters that a row, the guest's list or a missing driver excludes. */
  excluded: number;
  /** Index of the adapter to recommend, -1 if none fits. */
  best: number;
  /** Doubt about an adapter, compared with the adapters that fit: 0 if its driver and features are documented. */
  doubt: (adapter: number, fitting?: number) => number;
  order: Order;
}

/** Decides a filled situation. */
export function decide(table: Table, filled: FilledSituation): Decision {
  const fired = intersection(filled.sets);
  const excluded = exclusions(table, filled, fired);
  const order = orderOf(table, fired);
  return {
    fired,
    excluded,
    order,
    best: bestOf(table, filled, table.all & ~excluded, order),
    doubt: (adapter, fitting = 0) => doubtAmong(table, filled, order, fitting, adapter),
  };
}

/** Returns the index of the recommended adapter, -1 if none fits. It is faster than `decide`. */
export function bestFor(table: Table, filled: FilledSituation): number {
  const fired = intersection(filled.sets, table.scratch);
  return bestOf(table, filled, table.all & ~exclusions(table, filled, fired), orderOf(table, fired));
}

/** Returns the rows that are in every set. */
export function intersection(sets: RowSet[], into?: RowSet): RowSet {
  const first = sets[0] as RowSet;
  const result = into ?? new Int32Array(first.length);
  for (let word = 0; word < first.length; word++) {
    let bits = first[word] as number;
    for (let at = 1; at < sets.length; at++) bits &= (sets[at] as RowSet)[word] as number;
    result[word] = bits;
  }
  return result;
}

/** The rows that fire whatever the unknown fields are. */
export function certainRows(table: Table, filled: FilledSituation, unknowns: Unknowns): RowSet {
  return intersection(certainSets(table, filled, unknowns));
}

/** Writes the rows that are in both sets into a third set, which may be one of the two. */
export function inBoth(one: RowSet, other: RowSet, into: RowSet): void {
  for (let word = 0; word < into.length; word++) into[word] = (one[word] as number) & (other[word] as number);
}

/** Adapters that the fired rows, the guest's list or a missing driver exclude. */
export function exclusions(table: Table, filled: FilledSituation, fired: RowSet): number {
  let excluded =
    (~offeredAt(filled.view, valueOf(filled, table.fields.virtualHardware)) & table.all) | filled.view.none;
  if (!valueOf(filled, table.fields.guestDrivers)) excluded |= filled.view.tools;
  return excluded | excludedBy(table, fired);
}

/** Adapters that some row of a set excludes. */
export function excludedBy(table: Table, fired: RowSet): number {
  let excluded = 0;
  const { excludeMasks, excludeEnd } = table;
  for (let word = 0; word << 5 < excludeEnd; word++) {
    for (let bits = fired[word] as number; bits !== 0; bits &= bits - 1)
      excluded |= excludeMasks[(word << 5) + firstBit(bits)] as number;
  }
  return excluded;
}

/** Calls back with each row of a set, in table order. */
export function eachRow(table: Table, set: RowSet, visit: (row: Row) => void): void {
  for (let word = 0; word < set.length; word++)
    for (let bits = set[word] as number; bits !== 0; bits &= bits - 1)
      visit(table.rows[(word << 5) + firstBit(bits)] as Row);
}

/** Returns the adapters that are available to a guest at a virtual hardware version. */
export function offeredAt(view: GuestView, hardware: number): number {
  const { offered } = view;
  let at = offered.length - 1;
  while (at > 0 && (offered[at] as { from: number }).from > hardware) at--;
  return (offered[at] as { adapters: number }).adapters;
}

/** Compares two adapters of a decision: negative if the first one ranks higher. */
export function compareAdapters(
  decision: Pick<Decision, "doubt" | "order">,
  fitting: number,
  a: number,
  b: number,
): number {
  return (
    decision.doubt(a, fitting) - decision.doubt(b, fitting) ||
    points(decision.order, fitting, b) - points(decision.order, fitting, a) ||
    a - b
  );
}

/** Returns the adapters that the rules rank above an adapter, but that are in more doubt. */
export function lessSure(decision: Decision, fitting: number, adapter: number): number[] {
  const others: number[] = [];
  eachBit(fitting, (other) => {
    if (
      decision.doubt(other) > decision.doubt(adapter) &&
      points(decision.order, fitting, other) > points(decision.order, fitting, adapter)
    )
      others.push(other);
  });
  return others;
}

/** Returns the best of the adapters that fit, -1 if there is none. */
export function bestOf(table: Table, filled: FilledSituation, fitting: number, order: Order): number {
  let best = -1;
  let bestDoubt = Infinity;
  let bestPoints = -Infinity;
  for (let bits = fitting; bits !== 0; bits &= bits - 1) {
    const adapter = firstBit(bits);
    const unsure = doubtAmong(table, filled, order, fitting, adapter);
    const score = points(order, fitting, adapter);
    if ((unsure - bestDoubt || bestPoints - score) < 0) {
      best = adapter;
      bestDoubt = unsure;
      bestPoints = score;
    }
  }
  return best;
}

function points(order: Order, fitting: number, adapter: number): number {
  return (
    countBits((order.before[adapter] as number) & fitting) - countBits((order.behind[adapter] as number) & fitting)
  );
}

/**
 * Returns the doubt about an adapter, compared with the adapters that fit. The doubt about a passthrough adapter is at least
 * that of the most certain virtual adapter that the rules rank above it: if little is known about the guest, a driver of the
 * NIC vendor is no more certain than the guest's own driver.
 */
function doubtAmong(
  table: Table,
  filled: FilledSituation,
  { behind }: Order,
  fitting: number,
  adapter: number,
): number {
  const ahead = (table.passthrough >> adapter) & 1 ? (behind[adapter] as number) & fitting & ~table.passthrough : 0;
  let surest = ahead === 0 ? 0 : Infinity;
  for (let bits = ahead; bits !== 0; bits &= bits - 1) surest = Math.min(surest, doubt(table, filled, firstBit(bits)));
  return Math.max(doubt(table, filled, adapter), surest);
}

/** More than all features together, so that an adapter with an unknown driver ranks below those with a known driver. */
const UNKNOWN_DRIVER = 1000;

/**
 * An undocumented feature weighs more than a feature with conditions, and an unknown driver weighs more than all features. If no
 * driver is known, an emulated adapter is the most likely to have one, because it copies real hardware.
 */
function doubt(table: Table, filled: FilledSituation, adapter: number): number {
  const { view, requires } = filled;
  const undriven = valueOf(filled, table.fields.guestDrivers) ? view.unknown : view.unknown | view.vendor;
  const isEmulated = (table.emulated >> adapter) & 1;
  let weight = (undriven >> adapter) & 1 ? (isEmulated ? UNKNOWN_DRIVER : 2 * UNKNOWN_DRIVER) : 0;
  for (const feature of requires) weight += table.doubts.get(feature)?.[adapter] ?? 0;
  return weight;
}

/** Returns the order that follows from the fired rows that prefer. It is computed once for each set of these rows. */
export function orderOf(table: Table, fired: RowSet): Order {
  let orders = table.orders;
  // Rows that prefer come after those that exclude. `deciding` leaves out all later rows.
  for (let word = table.excludeEnd >> 5; word < fired.length; word++)
    orders = getOrCompute(orders, (fired[word] as number) & (table.deciding[word] as number), () => new Map());
  orders.order ??= workOutOrder(table, fired);
  return orders.order;
}

/** The strongest rule about two adapters decides. If rules of equal strength disagree, both entries are kept. */
function workOutOrder(table: Table, fired: RowSet): Order {
  const before = new Int32Array(table.adapters.length);
  const behind = new Int32Array(table.adapters.length);
  let settled = before.slice();
  let rank = Infinity;
  eachRow(table, fired, (row) => {
    if (row.exclude) return;
    if (row.rank !== rank) {
      settled = before.slice();
      rank = row.rank;
    }
    eachBit(row.prefer, (adapter) =>
      eachBit(row.over, (other) => {
        if (((settled[other] as number) >> adapter) & 1) return;
        before[adapter] = (before[adapter] as number) | (1 << other);
        behind[other] = (behind[other] as number) | (1 << adapter);
      }),
    );
  });
  return { before, behind };
}

/** Returns the fired rows of rules, in table order, without those whose steps would disable a required feature. */
export function firedRules(table: Table, decision: Decision, requires: readonly string[]): Row[] {
  const rows: Row[] = [];
  eachRow(table, decision.fired, (row) => {
    if (row.rule && !row.rule.then.unlessRequired?.some((feature) => requires.includes(feature))) rows.push(row);
  });
  return rows;
}
