/** How often one register is accessed for a ping, and what for. */
export interface RegisterCount {
  register: string;
  access: string;
  times: string;
  purpose: string;
}

/** A row as it is drawn: flat, one field per name. */
export interface Row {
  /** Whose it is. */
  adapter?: unknown;
  /** What is told of it. */
  details?: readonly Detail[];
  /** What the row opens into. */
  registers?: readonly RegisterCount[];
  [field: string]: unknown;
}

/** What is told of a row: a label and its text; the first one is the heading. */
export type Detail = readonly [label: string, text: string];

/** Field that carries a row's place through the dataflow. */
export const rowKey = "rowPlace";

/** Returns what is told of a row; a row without details tells its adapter. */
export function describeRow({ details, adapterName, adapter }: Row): readonly Detail[] {
  return details ?? [["Adapter", String(adapterName ?? adapter ?? "not named")]];
}
