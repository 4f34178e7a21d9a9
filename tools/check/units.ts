import { printedUnits } from "./unit-table.ts";

/** How a unit relates to others of its sort: a number of it times the factor is one of the sort's base. */
export interface Scale {
  base: string;
  factor: number;
}

/** Finds the scale of a unit; one that no other can be converted to is a base of its own. */
export function scaleOf(unit: unknown): Scale {
  const known = typeof unit === "string" && Object.hasOwn(printedUnits, unit) ? printedUnits[unit] : undefined;
  return known ? { base: known.sort, factor: known.factor } : { base: String(unit), factor: 1 };
}
