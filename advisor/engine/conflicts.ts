import { eachBit } from "../collections.ts";
import {
  copyFilled,
  setValue,
  setWithFollowers,
  type FilledSituation,
  type Unknowns,
  valueOf,
} from "./fill-situation.ts";
import { bestFor, eachRow, exclusions, intersection, offeredAt } from "./decide.ts";
import type { YesNoField } from "../questions/situation.ts";
import type { Row } from "./rows.ts";
import { firstRelease, newestHardware, type GuestView, type Table } from "./table.ts";

/** Sets with more changes than this are not reported. */
const MOST_CHANGES = 5;

/** A field that a change can set: a yes-or-no field, the release or the virtual hardware. */
export type MendableField = YesNoField | "virtualHardware" | "platformVersion";

/** A minimal set of requirements to give up and facts to change, after which an adapter fits. */
export interface ConflictFacts {
  /** Index of the adapter that fits after the change. */
  adapter: number;
  /** Ids of the features to give up. */
  giveUp: string[];
  /** Each field to change with the value that it needs; a release as its code. */
  change: [field: MendableField, value: number | true][];
  /** Remaining doubt about the adapter's driver and the required features, on the scale of the table's doubts. */
  doubt: number;
}

/** The changes so far and the filled situation that results. */
interface Fix {
  giveUp: string[];
  change: Map<MendableField, number | true>;
  fixed: FilledSituation;
}

/** A change that removes one obstacle. All features of a list must be given up together. */
type Remedy = { giveUp: string[] } | { field: MendableField; value: number | true };

/**
 * Returns all minimal sets of changes after which an adapter fits, the smallest sets first. Among sets of one size, those that
 * make their adapter the best one come first. If some adapter fits already, only those are returned. A set that contains
 * another set is left out.
 */
export function findConflicts(
  table: Table,
  filled: FilledSituation,
  unknowns: Unknowns,
  excluded: number,
  recommended: number,
): ConflictFacts[] {
  const found: { conflict: ConflictFacts; keys: string[]; isBest: boolean }[] = [];
  const findWays = (adapters: number): void =>
    eachBit(adapters, (index) => {
      for (const fix of minimal(
        fixesFor(table, unknowns, index, {
          giveUp: [],
          change: new Map(),
          fixed: filled,
        }),
      )) {
        // Partial support of a required feature does not count against an adapter: the reader decides whether it is enough.
        const isBest = bestFor(table, { ...fix.fixed, requires: [] }) === index;
        if (recommended < 0 || isBest)
          found.push({ conflict: toConflict(table, index, fix), keys: keysOf(fix), isBest });
      }
    });
  const { none, unknown } = filled.view;
  // No change adds a driver that does not exist. A driver that may exist is considered only if nothing else helps.
  findWays(excluded & ~(none | unknown));
  if (recommended < 0 && found.length === 0) findWays(excluded & unknown);
  return found
    .filter(
      ({ keys }) =>
        !found.some((other) => other.keys.length < keys.length && other.keys.every((key) => keys.includes(key))),
    )
    .sort((a, b) => a.keys.length - b.keys.length || Number(b.isBest) - Number(a.isBest))
    .map(({ conflict }) => conflict);
}

/**
 * Returns sets of changes after which an adapter fits. It removes the first obstacle in every possible way, then the next one.
 * Every minimal set is among the results.
 */
function fixesFor(table: Table, unknowns: Unknowns, index: number, fix: Fix): Fix[] {
  if (keysOf(fix).length > MOST_CHANGES) return [];
  const remedies = remediesOfFirstObstacle(table, index, fix.fixed, fix.change.has("virtualHardware"));
  if (remedies === undefined) return keysOf(fix).length > 0 ? [fix] : [];
  return remedies.flatMap((remedy) => fixesFor(table, unknowns, index, apply(table, unknowns, fix, remedy)));
}

function apply(table: Table, unknowns: Unknowns, fix: Fix, remedy: Remedy): Fix {
  if ("giveUp" in remedy) {
    const giveUp = [...fix.giveUp, ...remedy.giveUp].sort();
    return {
      ...fix,
      giveUp,
      fixed: copyFilled(
        table,
        fix.fixed,
        fix.fixed.requires.filter((feature) => !giveUp.includes(feature)),
      ),
    };
  }
  const { field, value } = remedy;
  const fixed = copyFilled(table, fix.fixed, fix.fixed.requires);
  // A newer release does not upgrade the virtual hardware: that is another change.
  if (field === "platformVersion") setValue(fixed, table.fields[field], Number(value));
  else setWithFollowers(table, fixed, unknowns, field, value, valueOf(fixed, table.fields.platformVersion));
  if (field === "virtualHardware") fixed.view = viewWhenRaised(fixed);
  return { giveUp: fix.giveUp, change: new Map([...fix.change, [field, value]]), fixed };
}

/** Returns the changes that would remove the first obstacle of an adapter. Undefined if there is no obstacle, empty if no change helps. */
function remediesOfFirstObstacle(
  table: Table,
  index: number,
  fixed: FilledSituation,
  isLifted: boolean,
): Remedy[] | undefined {
  const bit = 1 << index;
  const { view } = fixed;
  const raised = viewWhenRaised(fixed);
  const hardware = valueOf(fixed, table.fields.virtualHardware);
  const newest = newestHardware(table, valueOf(fixed, table.fields.platformVersion));
  // Virtual hardware that a change has raised may need a newer release. Virtual hardware of the input is not questioned.
  if (isLifted && hardware > newest) return raiseTo(table, raised, "platformVersion", firstRelease(table, hardware));
  // A driver of the NIC vendor has to be installed as well.
  if ((view.tools | view.vendor) & bit && !valueOf(fixed, table.fields.guestDrivers))
    return [{ field: "guestDrivers", value: true }];
  const fired = intersection(fixed.sets, table.scratch);
  if (!(exclusions(table, fixed, fired) & bit)) return undefined;
  if (!(offeredAt(view, hardware) & bit)) {
    const later = raised.offered.find((range) => range.from > hardware && range.adapters & bit);
    return later ? raiseTo(table, raised, "virtualHardware", later.from) : [];
  }
  let first: Row | undefined;
  eachRow(table, fired, (row) => {
    if (row.exclude & bit) first ??= row;
  });
  return first ? remediesOf(table, first, fixed) : [];
}

/** Returns every single change that makes a row false. */
function remediesOf(table: Table, row: Row, fixed: FilledSituation): Remedy[] {
  const { requires } = fixed;
  const demanded = row.requires.filter((feature) => requires.includes(feature));
  return [
    ...(demanded.length > 0 ? [{ giveUp: demanded }] : []),
    ...table.mendable.flatMap((field): Remedy[] => (row.spans[field]?.from === 0 ? [{ field, value: true }] : [])),
    // A span without an end cannot be left by an upgrade.
    ...(["virtualHardware", "platformVersion"] as const).flatMap((field) =>
      raiseTo(table, viewWhenRaised(fixed), field, row.spans[field]?.to ?? Infinity),
    ),
  ];
}

/** Returns the view of the guest after an upgrade of the virtual hardware. The entry of an older guest may apply then. */
export function viewWhenRaised({ view }: Pick<FilledSituation, "view">): GuestView {
  return view.raised ?? view;
}

/**
 * Returns the upgrade of the virtual hardware or the release to a value, or to a higher one that the guest requires. Empty if no
 * release has it.
 */
function raiseTo(
  table: Table,
  { listedFrom, since }: GuestView,
  field: "virtualHardware" | "platformVersion",
  least: number,
): Remedy[] {
  const isRelease = field === "platformVersion";
  const value = Math.max(least, isRelease ? since : listedFrom);
  return table.releases.some(({ code, hardware }) => (isRelease ? code : hardware) >= value) ? [{ field, value }] : [];
}

/** Returns the sets of changes that contain no other set, each once. */
function minimal(fixes: Fix[]): Fix[] {
  const kept: Fix[] = [];
  for (const fix of fixes.sort((a, b) => keysOf(a).length - keysOf(b).length)) {
    const keys = keysOf(fix);
    if (!kept.some((other) => keysOf(other).every((key) => keys.includes(key)))) kept.push(fix);
  }
  return kept;
}

function keysOf({ giveUp, change }: Fix): string[] {
  return [...giveUp, ...change.keys()];
}

function toConflict(table: Table, adapter: number, { giveUp, change, fixed }: Fix): ConflictFacts {
  return {
    adapter,
    giveUp,
    change: [...change],
    doubt: Math.max(
      ((fixed.view.unknown >> adapter) & 1) * 2,
      ...fixed.requires.map((id) => table.doubts.get(id)?.[adapter] ?? 0),
    ),
  };
}
