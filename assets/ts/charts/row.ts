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
  /** Its details. */
  details?: readonly Detail[];
  /** What the row opens into. */
  registers?: readonly RegisterCount[];
  /** Address of the page that has the row. */
  href?: string | undefined;
  [field: string]: unknown;
}

/** A detail of a row: a label and its text. The first detail is the heading. */
export type Detail = readonly [label: string, text: string];

/** Field that carries a row's place through the dataflow. */
export const rowKey = "rowPlace";

/** Returns the details of a row; for a row without details, its adapter. */
export function describeRow({ details, adapterName, adapter }: Row): readonly Detail[] {
  return details ?? [["Adapter", String(adapterName ?? adapter ?? "not named")]];
}
