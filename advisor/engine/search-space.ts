import type { NumberField, YesNoField } from "../questions/situation.ts";
import {
  FIRST_FIELD_SLOT,
  isUnknown,
  setValue,
  type FilledSituation,
  type Unknowns,
  valueOf,
} from "./fill-situation.ts";
import { bestOf, excludedBy, exclusions, inBoth, intersection, offeredAt, orderOf } from "./decide.ts";
import { firstBit, getOrCompute } from "../collections.ts";
import type { Row } from "./rows.ts";
import { firstRelease, newestHardware, setIn, type NumberValue, type RowSet, type Table } from "./table.ts";

/** An unknown field, with one value for each range of values with the same effect. */
export type Axis =
  | { field: NumberField; values: NumberValue[] }
  | { field: YesNoField; values: readonly { value: boolean }[] };

/**
 * All combinations of values of the unknown fields, except the guest, that can lead to different decisions.
 * Cells are in order, and the last axis varies fastest. Impossible combinations, such as virtual hardware that is newer than the
 * release, have no cell.
 */
export interface Space {
  axes: Axis[];
  /** For each cell its number among all combinations, including impossible ones. */
  cells: Int32Array;
  /** For each cell the index of the recommended adapter, -1 if none fits. */
  outcomes: Int8Array;
  /** Adapters that every cell excludes. */
  excluded: number;
}

/** Greater than any virtual hardware version. Release times this limit plus hardware is the key of `runs` in a guest's view. */
const HARDWARE_LIMIT = 128;
/** Fields that decide without a row which adapters are available or have a driver. */
const decidesWithoutRow: ReadonlySet<string> = new Set<Axis["field"]>([
  "platformVersion",
  "virtualHardware",
  "guestDrivers",
]);
/** For fewer cells, a lookup takes longer than the decisions. */
const FEW = 16;
const YES_NO = [{ value: true }, { value: false }] as const;

/**
 * Decides every combination of values of the unknown fields. It yields before each value of the first axis. It goes through the
 * axes one by one and keeps the rows that can still fire. If these are the same rows as for earlier values, it copies the cells
 * of those values, so that it decides few of many thousand cells.
 */
export function* explore(
  table: Table,
  filled: FilledSituation,
  unknowns: Unknowns,
  certain: RowSet,
): Generator<undefined, Space> {
  const live = liveRows(table, filled, unknowns, certain);
  const axes = unknownAxes(table, filled, unknowns, live);
  /** For each axis, the number of combinations of its values and those of all later axes. */
  const sizes = [...axes, undefined].map((_, depth) =>
    axes.slice(depth).reduce((product, { values }) => product * values.length, 1),
  );
  const cells = new Int32Array(sizes[0] as number);
  const outcomes = new Int8Array(cells.length);
  let [count, excluded] = [0, table.all];
  const varying = new Set<string | undefined>(axes.map(({ field }) => field));
  // Unknown virtual hardware follows the release if it has no axis.
  const isLed = unknowns.fields.virtualHardware && varying.has("platformVersion") && !varying.has("virtualHardware");
  if (isLed) varying.add("virtualHardware");
  const settled = filled.sets.filter((_, slot) => !varying.has(table.allFields[slot - FIRST_FIELD_SLOT]));
  const changing = table.deciding.map((bits, word) => bits & ((live[word] as number) | (certain[word] as number)));
  // For each axis, the rows that can still fire before a value is chosen.
  const open = [intersection([changing, ...settled]), ...axes.map(() => changing.slice())];
  // For each axis, the rows that hold for all values of this axis and all later axes.
  const always = open.map(() => changing.slice());
  for (let depth = axes.length - 1; depth >= 0; depth--)
    inBoth(always[depth + 1] as RowSet, table.fields[(axes[depth] as Axis).field].any, always[depth] as RowSet);
  // From this axis on, every combination is possible, and only rows decide.
  const shared = 1 + axes.findLastIndex(({ field }) => decidesWithoutRow.has(field));
  /** The first cell of a decided block of cells, by everything that decides the block. */
  const firstCells = new Map<string, number>();

  /** Tries some values of one axis. `out` are the adapters that are excluded for all values of this axis and later axes. */
  const tryValues = (depth: number, cell: number, out: number, from: number, to: number): void => {
    const axis = axes[depth];
    if (!axis) return decideCell(cell, out);
    const platformVersion = valueOf(filled, table.fields.platformVersion);
    const virtualHardware = valueOf(filled, table.fields.virtualHardware);
    const bands = table.fields[axis.field];
    const before = valueOf(filled, bands);
    const [rows, left] = [open[depth] as RowSet, open[depth + 1] as RowSet];
    for (let at = from; at < to; at++) {
      const entry = axis.values[at] as { value: number | boolean } | NumberValue;
      let { value } = entry;
      if (axis.field === "virtualHardware" && "to" in entry) {
        const newest = newestHardware(table, platformVersion);
        value = Math.min(entry.to - 1, newest);
        if (entry.from > newest || !canRun(table, filled, platformVersion, value)) continue;
      }
      inBoth(rows, setValue(filled, bands, value), left);
      if (axis.field === "platformVersion" && unknowns.fields.virtualHardware) {
        const newest = newestHardware(table, value as number);
        const led = setValue(filled, table.fields.virtualHardware, newest);
        if (isLed) inBoth(left, led, left);
      }
      decideFrom(depth + 1, cell * axis.values.length + at, out);
    }
    setValue(filled, bands, before);
    if (axis.field === "platformVersion") setValue(filled, table.fields.virtualHardware, virtualHardware);
  };
  /** Decides the cells of one axis and all later axes, or copies them from a block with the same rows, adapters and drivers. */
  const decideFrom = (depth: number, cell: number, before: number): void => {
    const values = axes[depth]?.values.length ?? 1;
    const size = sizes[depth] as number;
    if (depth < shared || size < FEW) return tryValues(depth, cell, before, 0, values);
    const rows = open[depth] as RowSet;
    const out = before | exclusions(table, filled, intersection([rows, always[depth] as RowSet]));
    // A row that excludes an adapter of the assumed guest may not apply to the real guest.
    if (!unknowns.guest) dropIneffective(table, rows, table.all & ~out);
    const key = `${depth} ${rows.join()} ${out} ${valueOf(filled, table.fields.guestDrivers)}`;
    const first = firstCells.get(key);
    if (first !== undefined) return copyCells(cell, first, size);
    firstCells.set(key, count);
    tryValues(depth, cell, out, 0, values);
  };
  const copyCells = (cell: number, first: number, size: number): void => {
    outcomes.copyWithin(count, first, first + size);
    for (let at = 0; at < size; at++) cells[count++] = cell * size + at;
  };
  const decideCell = (cell: number, out: number): void => {
    const fired = open[axes.length] as RowSet;
    const fitting = table.all & ~(out | exclusions(table, filled, fired));
    // For an unknown guest, only rows that hold for every guest exclude for certain.
    if (excluded !== 0)
      excluded &= unknowns.guest ? excludedBy(table, intersection([fired, filled.view.certain])) : ~fitting;
    cells[count] = cell;
    outcomes[count++] = bestOf(table, filled, fitting, orderOf(table, fired));
  };

  for (let at = 0; at < (axes[0]?.values.length ?? 1); at++) {
    yield;
    tryValues(0, 0, 0, at, at + 1);
  }
  return { axes, cells: cells.subarray(0, count), outcomes: outcomes.subarray(0, count), excluded };
}

/** Returns the distance between cells of neighbouring values on an axis, and the number of values. */
export function strideOn({ axes }: Space, at: number): [stride: number, count: number] {
  const counts = axes.map(({ values }) => values.length);
  return [counts.slice(at + 1).reduce((product, count) => product * count, 1), counts[at] as number];
}

/** Returns an axis for each unknown field on which a live row depends. */
function unknownAxes(table: Table, filled: FilledSituation, unknowns: Unknowns, live: RowSet): Axis[] {
  const axes: Axis[] = [];
  const add = (field: NumberField, values: NumberValue[]): void => {
    const [only] = values;
    const isSettled =
      values.length === 0 ||
      (values.length === 1 && isWithin(only as NumberValue, valueOf(filled, table.fields[field])));
    if (!isSettled) axes.push({ field, values });
  };
  const hardware = unknowns.fields.virtualHardware ? hardwareValues(table, filled, unknowns, live) : [];
  for (const field of table.numberFields) {
    if (field === "virtualHardware") add(field, hardware);
    else if (unknowns.fields[field]) add(field, openValues(table, filled, unknowns, live, field, hardware));
  }
  for (const field of table.yesNoFields) {
    if (unknowns.fields[field] && isDecisive(table, filled, field, live)) axes.push({ field, values: YES_NO });
  }
  return axes;
}

/** Returns one value for each band of an unknown number or release. */
function openValues(
  table: Table,
  filled: FilledSituation,
  unknowns: Unknowns,
  live: RowSet,
  field: NumberField,
  hardware: NumberValue[],
): NumberValue[] {
  if (field === "packetRate") return rateValues(table, filled, live, unknowns);
  if (field === "platformVersion") return releaseValues(table, filled, unknowns, live, hardware);
  return bandValues(table, field, live);
}

/** Returns the live rows: they exclude or prefer, can fire with the known values, and have an effect. */
function liveRows(table: Table, filled: FilledSituation, unknowns: Unknowns, certain: RowSet): RowSet {
  const live = intersection([table.deciding, ...filled.sets.filter((_, slot) => !isUnknown(table, slot, unknowns))]);
  // Rows about adapters that are excluded for certain only decide where the guest can run.
  const open = table.all & ~excludedBy(table, certain);
  dropIneffective(table, live, open, table.unconditional);
  return live;
}

/** Drops the rows that neither exclude an open adapter nor prefer one open adapter to another. Rows in `ofAll` stay if they exclude any adapter. */
function dropIneffective(table: Table, rows: RowSet, open: number, ofAll?: RowSet): void {
  for (let word = 0; word < rows.length; word++)
    for (let bits = rows[word] as number; bits !== 0; bits &= bits - 1) {
      const bit = firstBit(bits);
      const { exclude, prefer, over } = table.rows[(word << 5) + bit] as Row;
      const isOfAll = (((ofAll?.[word] ?? 0) >> bit) & 1) === 1;
      if (!(exclude & (isOfAll ? table.all : open) || (prefer & open && over & open)))
        rows[word] = (rows[word] as number) & ~(1 << bit);
    }
}

/** Returns one value for each band of a known number field, lowest first. The result is cached in the guest's view. */
export function numberValues(
  table: Table,
  filled: FilledSituation,
  unknowns: Unknowns,
  field: NumberField,
): NumberValue[] {
  const version = valueOf(filled, table.fields.platformVersion);
  const hardware = valueOf(filled, table.fields.virtualHardware);
  const key = `${field} ${version} ${hardware} ${unknowns.fields.platformVersion} ${unknowns.fields.virtualHardware}`;
  return getOrCompute(filled.view.values, key, () => workOutValues(table, filled, unknowns, field));
}

function workOutValues(table: Table, filled: FilledSituation, unknowns: Unknowns, field: NumberField): NumberValue[] {
  const all = table.deciding;
  switch (field) {
    case "platformVersion":
      return releaseValues(
        table,
        filled,
        unknowns,
        all,
        unknowns.fields.virtualHardware
          ? hardwareValues(table, filled, { ...unknowns, fields: { ...unknowns.fields, platformVersion: true } }, all)
          : [],
      );
    case "virtualHardware":
      return hardwareValues(table, filled, unknowns, all);
    case "packetRate":
      return bandValues(
        table,
        field,
        all,
        table.assumedFrom.map(({ rate }) => rate),
      );
    default:
      return bandValues(table, field, all);
  }
}

/** Whether a live row or a driver depends on a yes-or-no field. */
export function isDecisive(
  table: Table,
  filled: FilledSituation,
  field: YesNoField,
  live: RowSet = table.deciding,
): boolean {
  if (field === "guestDrivers" && (filled.view.tools | filled.view.vendor) !== 0) return true;
  const { any } = table.fields[field];
  return live.some((bits, word) => (bits & ~(any[word] as number)) !== 0);
}

/** Returns the bands of a field. Neighbouring bands with the same live rows are merged. */
function bandValues(table: Table, field: NumberField, live: RowSet, more: number[] = []): NumberValue[] {
  const { starts, sets } = table.fields[field];
  const edges = [0];
  for (let at = 1; at < starts.length; at++)
    if (differ(sets[at - 1] as RowSet, sets[at] as RowSet, live)) edges.push(starts[at] as number);
  const all = more.length === 0 ? edges : [...new Set([...edges, ...more])].sort((a, b) => a - b);
  return all.map((from, at) => ({ value: from, from, to: all[at + 1] ?? Infinity }));
}

/** Returns the bands of packet rates, split at rates where an assumed answer changes, within the range of a known throughput. */
function rateValues(table: Table, filled: FilledSituation, live: RowSet, { rates, fields }: Unknowns): NumberValue[] {
  const parted = table.assumedFrom.flatMap(({ field, rate }) =>
    fields[field] && isDecisive(table, filled, field, live) ? [rate] : [],
  );
  const bands = bandValues(table, "packetRate", live, parted);
  return !rates
    ? bands
    : bands.flatMap(({ from, to }) => {
        const cut = { from: Math.max(from, rates.low), to: Math.min(to, rates.high + 1) };
        return cut.from < cut.to ? [{ value: cut.from, ...cut }] : [];
      });
}

/** Whether two sets of rows differ in a live row. */
function differ(one: RowSet, other: RowSet, live: RowSet): boolean {
  for (let word = 0; word < live.length; word++)
    if ((live[word] as number) & ((one[word] as number) ^ (other[word] as number))) return true;
  return false;
}

/** Returns the bands of virtual hardware up to the newest version of the release, or of any release if it is unknown. */
function hardwareValues(table: Table, filled: FilledSituation, unknowns: Unknowns, live: RowSet): NumberValue[] {
  const anyRelease = unknowns.fields.platformVersion;
  const code = valueOf(filled, table.fields.platformVersion);
  const releases = anyRelease ? table.releases : [{ code, hardware: newestHardware(table, code) }];
  if (releases.every(({ hardware }) => hardware === 0)) return [];
  // If the release is unknown, newer virtual hardware implies a newer release. So bands of releases split virtual hardware too.
  const brought = !anyRelease
    ? []
    : bandValues(table, "platformVersion", live)
        .slice(1)
        .flatMap(({ from }) => {
          const before = releases.findLast((release) => release.code < from)?.hardware;
          return before === undefined ? [] : [before + 1];
        });
  return bandValues(table, "virtualHardware", live, [
    ...filled.view.offered.map((range) => range.from),
    ...brought,
  ]).flatMap(({ from, to }) => {
    const newest = releases
      .map((release) => ({ code: release.code, value: Math.min(to - 1, release.hardware) }))
      .findLast(({ code, value }) => value >= from && canRun(table, filled, code, value));
    return newest ? [{ value: newest.value, from, to }] : [];
  });
}

/** Returns the bands of releases. If virtual hardware follows the release, its bands split releases too. */
function releaseValues(
  table: Table,
  filled: FilledSituation,
  unknowns: Unknowns,
  live: RowSet,
  hardware: NumberValue[],
): NumberValue[] {
  const fixed = unknowns.fields.virtualHardware ? 0 : valueOf(filled, table.fields.virtualHardware);
  const parted = hardware.map(({ from }) => firstRelease(table, from));
  const runs = ({ code }: { code: number }): boolean => {
    const newest = newestHardware(table, code);
    if (newest > 0 && newest < fixed) return false;
    return hardware.length === 0
      ? canRun(table, filled, code, fixed || newest)
      : hardware.some((range) => range.from <= newest && canRun(table, filled, code, Math.min(range.to - 1, newest)));
  };
  return bandValues(table, "platformVersion", live, parted).flatMap(({ from, to }) => {
    const releases = table.releases.filter((release) => release.code >= from && release.code < to && runs(release));
    const last = releases.at(-1);
    return last ? [{ value: last.code, from, to, first: (releases[0] as { code: number }).code }] : [];
  });
}

/** Whether the platform lists the guest at a release and virtual hardware, with at least one adapter. */
function canRun(table: Table, filled: FilledSituation, version: number, hardware: number): boolean {
  const key = version * HARDWARE_LIMIT + hardware;
  return getOrCompute(filled.view.runs, key, () => workOutWhetherItRuns(table, filled, version, hardware));
}

function workOutWhetherItRuns(table: Table, filled: FilledSituation, version: number, hardware: number): boolean {
  if (hardware < filled.view.listedFrom) return false;
  const rows = intersection([
    table.unconditional,
    filled.view.set,
    setIn(table.fields.platformVersion, version),
    setIn(table.fields.virtualHardware, hardware),
  ]);
  return (offeredAt(filled.view, hardware) & ~filled.view.none & ~excludedBy(table, rows)) !== 0;
}

/** Whether a value lies in a half-open range. */
export function isWithin({ from, to }: NumberValue, value: number): boolean {
  return from <= value && value < to;
}
