/** A row as it is drawn: flat, one field per name. `adapter` says whose it is; `details` what is told of it. */
export interface Row {
  adapter?: unknown;
  details?: readonly Detail[];
  [field: string]: unknown;
}

/** What is told of a row: a label and its text; the first one is the heading. */
export type Detail = readonly [label: string, text: string];

/** Field that carries a row's place through the dataflow. */
export const rowKey = "rowPlace";

/** Returns what is told of a row; a row without details tells its adapter. */
export function tell({ details, adapterName, adapter }: Row): readonly Detail[] {
  return details ?? [["Adapter", String(adapterName ?? adapter ?? "not named")]];
}
