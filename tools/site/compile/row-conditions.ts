import type { ConditionsOfRow, Dataset, Measurement as AuthoredRow } from "../../../build/types/records.ts";

/** A row with everything that held when it was measured, whether its record says so once for all rows or for this one. */
export type Measurement = AuthoredRow & { conditions: ConditionsOfRow };

/** Gives each row of a dataset the conditions that all of them share; what the row itself says wins. */
export function spreadConditions<D extends Dataset>(
  dataset: D,
): Omit<D, "measurements"> & { measurements: Measurement[] } {
  const measurements = dataset.measurements.map((row) => ({
    ...row,
    conditions: { ...dataset.conditions, ...row.conditions },
  }));
  return { ...dataset, measurements };
}
