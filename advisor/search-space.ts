import { BOOLEAN_FIELDS, NUMBER_FIELDS, type BooleanField, type NumberField } from "./fields.ts";
import type { Case, Unknowns } from "./case.ts";
import { excludedBy, offeredAt } from "./decide.ts";
import { newestHardware, setOf, type Table } from "./table.ts";

/** A value that stands for the half-open range of values that decide alike. */
export interface NumberValue { value: number; from: number; to: number }

/** A field of a case with the values that stand for all values it may have. */
export type Axis =
  | { field: NumberField; values: NumberValue[] }
  | { field: BooleanField; values: readonly { value: boolean }[] };

const YES_NO = [{ value: true }, { value: false }] as const;

/** One axis for each unknown field on which some row that excludes or prefers depends. */
export function unknownAxes(table: Table, filled: Case, unknowns: Unknowns): Axis[] {
  const axes: Axis[] = [];
  for (const field of NUMBER_FIELDS) {
    if (!unknowns.numbers[field]) continue;
    const values = numberValues(table, filled, unknowns, field);
    if (values.length > 1) axes.push({ field, values });
  }
  for (const field of BOOLEAN_FIELDS) {
    if (unknowns.booleans[field] && isDecisive(table, filled, field)) axes.push({ field, values: YES_NO });
  }
  return axes;
}

/**
 * Values of a number field that stand for its bands, lowest first. A release or virtual hardware version
 * on which this guest cannot run at all is left out.
 */
export function numberValues(table: Table, filled: Case, unknowns: Unknowns, field: NumberField): NumberValue[] {
  switch (field) {
    case "packetRate": return remember(filled, field, () => bandsOf(table.numbers[field].starts).map(({ from, to }) => ({ value: from, from, to })));
    case "virtualHardware": return remember(filled, `${field} ${filled.numbers.platformVersion}`, () => hardwareValues(table, filled));
    case "platformVersion": {
      const fixed = unknowns.numbers.virtualHardware ? undefined : filled.numbers.virtualHardware;
      return remember(filled, `${field} ${fixed ?? ""}`, () => releaseValues(table, filled, fixed));
    }
  }
}

/** Whether some row that excludes or prefers, or a driver, depends on a yes-or-no field. */
export function isDecisive(table: Table, filled: Case, field: BooleanField): boolean {
  return table.decisive.has(field) || (field === "guestDrivers" && (filled.view.tools | filled.view.vendor) !== 0);
}

function hardwareValues(table: Table, filled: Case): NumberValue[] {
  const version = filled.numbers.platformVersion;
  const newest = newestHardware(table, version);
  if (newest === undefined) return [];
  const edges = new Set([...table.numbers.virtualHardware.starts, ...filled.view.offered.map((range) => range.from)]);
  return bandsOf([...edges].sort((a, b) => a - b))
    .filter(({ from }) => from <= newest)
    .map(({ from, to }) => ({ value: Math.min(to - 1, newest), from, to }))
    .filter(({ value }) => canRun(table, filled, version, value));
}

function releaseValues(table: Table, filled: Case, hardware: number | undefined): NumberValue[] {
  return bandsOf(table.numbers.platformVersion.starts).flatMap(({ from, to }) => {
    const release = table.releases.findLast(({ code }) => code >= from && code < to);
    if (!release) return [];
    const newest = newestHardware(table, release.code);
    if (hardware !== undefined && newest !== undefined && newest < hardware) return [];
    return canRun(table, filled, release.code, hardware ?? newest ?? 0) ? [{ value: release.code, from, to }] : [];
  });
}

/** Whether the platform lists the guest there and anything is offered to it whatever the other fields are. */
function canRun(table: Table, filled: Case, version: number, hardware: number): boolean {
  if (hardware < filled.view.listedFrom) return false;
  const versions = setOf(table, "platformVersion", version);
  const machines = setOf(table, "virtualHardware", hardware);
  const rows = table.unconditional.map((word, at) =>
    word & (filled.view.set[at] as number) & (versions[at] as number) & (machines[at] as number));
  return (offeredAt(filled.view, hardware) & ~filled.view.none & ~excludedBy(table, rows)) !== 0;
}

function bandsOf(starts: number[]): { from: number; to: number }[] {
  return starts.map((from, at) => ({ from, to: starts[at + 1] ?? Infinity }));
}

/** Values depend on the guest and the release only, so they are worked out once for each. */
function remember(filled: Case, key: string, workOut: () => NumberValue[]): NumberValue[] {
  const known = filled.view.memo.get(key) as NumberValue[] | undefined;
  if (known) return known;
  const values = workOut();
  filled.view.memo.set(key, values);
  return values;
}
