import { BOOLEAN_FIELDS, NUMBER_FIELDS, type BooleanField, type NumberField } from "./fields.ts";
import type { Case, Unknowns } from "./case.ts";
import { newestHardware, releaseIn, type Table } from "./table.ts";

/** A field of a case with the values that stand for all values it may have. */
export type Axis =
  | { field: NumberField; values: NumberValue[] }
  | { field: BooleanField; values: { value: boolean }[] };

/** A value that stands for the half-open range of values that decide alike. */
export interface NumberValue { value: number; from: number; to: number }

/** One axis for each unknown field on which some row that excludes or prefers depends. */
export function unknownAxes(table: Table, filled: Case, unknowns: Unknowns): Axis[] {
  const axes: Axis[] = [];
  for (const field of NUMBER_FIELDS) {
    if (unknowns.numbers[field]) axes.push({ field, values: numberValues(table, filled, unknowns, field) });
  }
  for (const field of BOOLEAN_FIELDS) {
    if (unknowns.booleans[field] && decides(table, filled, field)) axes.push({ field, values: [{ value: true }, { value: false }] });
  }
  return axes.filter((axis) => axis.values.length > 1);
}

/** Values of a number field that stand for its bands, lowest first, as far as the case's other values allow them. */
export function numberValues(table: Table, filled: Case, unknowns: Unknowns, field: NumberField): NumberValue[] {
  const edges = field === "virtualHardware" ? mergeEdges(table.numbers[field].starts, filled) : table.numbers[field].starts;
  const newest = newestHardware(table.platform, filled.numbers.platformVersion);
  return edges.flatMap((from, at) => {
    const to = edges[at + 1] ?? Infinity;
    if (field === "virtualHardware") {
      return newest === undefined || from > newest ? [] : [{ value: Math.min(to - 1, newest), from, to }];
    }
    if (field === "platformVersion") {
      const release = releaseIn(table.platform, from, to);
      return release === undefined || !canHold(table, release, filled, unknowns) ? [] : [{ value: release, from, to }];
    }
    return [{ value: from, from, to }];
  });
}

/** A copy of a case with one field changed; an unknown virtual hardware version follows the release. */
export function withValue(table: Table, filled: Case, unknowns: Unknowns, field: NumberField | BooleanField, value: number | boolean): Case {
  if (typeof value === "boolean") return { ...filled, booleans: { ...filled.booleans, [field]: value } };
  const numbers = { ...filled.numbers, [field]: value };
  if (field === "platformVersion" && unknowns.numbers.virtualHardware) numbers.virtualHardware = newestHardware(table.platform, value) ?? 0;
  return { ...filled, numbers };
}

/** Whether some row that excludes or prefers, or a driver, depends on a yes-or-no field. */
export function decides(table: Table, filled: Case, field: BooleanField): boolean {
  if (field === "guestDrivers" && (filled.view.tools | filled.view.vendor)) return true;
  return table.rows.slice(0, table.preferEnd).some((row) => row.flags[field] !== undefined);
}

/** A release cannot hold a machine whose virtual hardware is newer than it creates. */
function canHold(table: Table, release: number, filled: Case, unknowns: Unknowns): boolean {
  return unknowns.numbers.virtualHardware || (newestHardware(table.platform, release) ?? Infinity) >= filled.numbers.virtualHardware;
}

function mergeEdges(starts: number[], filled: Case): number[] {
  return [...new Set([...starts, ...filled.view.offered.map((range) => range.from)])].sort((a, b) => a - b);
}
