import { oncePer } from "../../advisor/collections.ts";
import type { Path } from "../records/record.ts";
import { isMapping, select } from "./select.ts";

/** A row of a dataset, however wrong its shape is, with everything that held when it was measured. */
export interface Row {
  path: Path;
  row: { readonly [field: string]: unknown };
  /** What the dataset says of every row; what the row itself says wins. */
  conditions: { readonly [name: string]: unknown };
}

/** Lists the rows of a dataset. */
export function listRows(data: unknown): readonly Row[] {
  return isMapping(data) ? rowsOf(data) : [];
}

/** Cached, because many rules ask for the rows of the same record. Data of records do not change. */
const rowsOf = oncePer((data: { readonly [field: string]: unknown }): readonly Row[] => {
  const shared = conditionsOf(data);
  return select(data, "measurements.*").flatMap(({ path, value: row }) =>
    isMapping(row) ? [{ path, row, conditions: { ...shared, ...conditionsOf(row) } }] : [],
  );
});

type PlacedErrors = readonly { instancePath: string }[];

/** Whether no schema error of the record is inside a row. */
export function isSoundRow({ path }: Row, errors: PlacedErrors): boolean {
  return !unsoundPlacesOf(errors).has(`/${path.join("/")}`);
}

/** Rows in which errors are; a record can have thousands of both. */
const unsoundPlacesOf = oncePer(
  (errors: PlacedErrors): ReadonlySet<string> =>
    new Set(errors.map(({ instancePath }) => instancePath.split("/", 3).join("/"))),
);

/** Names the places at which a row's condition may stand, for complaints that rest on it. */
export function placesOfCondition(row: Row, name: string): Path[] {
  return [
    ["conditions", name],
    [...row.path, "conditions", name],
  ];
}

/** A number of a row, with the fields of the row that lead to it. */
export interface Figure {
  field: readonly (string | number)[];
  number: number;
}

/** Lists the numbers that a row states as its result: a value, or what a summary holds. Samples are not among them. */
export function listFigures(row: Row["row"]): Figure[] {
  const summary = isMapping(row.summary) ? row.summary : {};
  const interval = isMapping(summary.confidenceInterval) ? summary.confidenceInterval : {};
  const entries: [Figure["field"], unknown][] = [
    [["value"], row.value],
    ...Object.entries(summary).map(([name, value]): [string[], unknown] => [["summary", name], value]),
    ...Object.entries(interval).map(([name, value]): [string[], unknown] => [
      ["summary", "confidenceInterval", name],
      value,
    ]),
  ];
  return entries.flatMap(([field, value]) => (typeof value === "number" ? [{ field, number: value }] : []));
}

/** Lists the samples of a row, each with its place in the row. */
export function listSamples(row: Row["row"]): Figure[] {
  return select(row, "samples.*").flatMap(({ path, value }) =>
    typeof value === "number" ? [{ field: path, number: value }] : [],
  );
}

/** Lists the numbers of a row that are amounts in its unit: not how many samples there are, nor how far they scatter. */
export function listAmounts(row: Row["row"]): Figure[] {
  const others = ["count", "standardDeviation", "levelPercent"];
  return [...listFigures(row).filter(({ field }) => !others.includes(String(field.at(-1)))), ...listSamples(row)];
}

/** Finds the largest of several numbers. */
export function findLargest(figures: readonly Figure[]): Figure | undefined {
  return figures.reduce<Figure | undefined>(
    (top, figure) => (top && top.number >= figure.number ? top : figure),
    undefined,
  );
}

function conditionsOf(data: unknown): { [name: string]: unknown } {
  const [found] = select(data, "conditions");
  return found && isMapping(found.value) ? found.value : {};
}
