import { type FacetName, facetNames, type ConditionName, conditionNames } from "./measurement-file.ts";
import type { Measurements } from "./measurements.ts";

/** What is wanted: of a facet one of several values, of the year a span; what is not there is not asked for. */
export interface Wanted {
  facets: ReadonlyMap<FacetName, readonly string[]>;
  from?: number;
  to?: number;
}

export interface Found {
  /** Places of the rows that are all that is wanted, in their order. */
  rows: Uint32Array;
  /** For each value of a facet the rows that choosing it alone in that facet would leave. */
  counts: Readonly<Record<FacetName, Uint32Array>>;
}

/**
 * Finds the rows and counts the values of every facet in one pass. A row that fails in one facet alone still counts there,
 * since another choice in that facet would bring it back; one that fails twice counts nowhere.
 */
export function filterMeasurements(
  { count, facets, numbers: { year } }: Measurements,
  { facets: chosen, from = -Infinity, to = Infinity }: Wanted,
): Found {
  const columns = facetNames.map((name) => facets[name].codes);
  const tallies = facetNames.map((name) => new Uint32Array(facets[name].values.length));
  const asked = facetNames.flatMap((name, place) => {
    const values = chosen.get(name) ?? [];
    return values.length === 0
      ? []
      : [{ place, codes: facets[name].codes, allowed: markAllowed(facets[name].values, values) }];
  });
  const rows = new Uint32Array(count);
  let length = 0;
  for (let row = 0; row < count; row++) {
    const published = year[row] as number;
    if (published < from || published > to) continue;
    let failed = -1;
    let failures = 0;
    for (const { place, codes, allowed } of asked) {
      if (allowed[codes[row] as number] === 1) continue;
      failed = place;
      if (++failures > 1) break;
    }
    if (failures > 1) continue;
    if (failures === 1) {
      increase(tallies[failed] as Uint32Array, (columns[failed] as Uint16Array)[row] as number);
      continue;
    }
    rows[length++] = row;
    for (let place = 0; place < columns.length; place++)
      increase(tallies[place] as Uint32Array, (columns[place] as Uint16Array)[row] as number);
  }
  const counts = Object.fromEntries(facetNames.map((name, place) => [name, tallies[place]])) as Record<
    FacetName,
    Uint32Array
  >;
  return { rows: rows.subarray(0, length), counts };
}

/** Whether rows of one study are of more than one adapter. */
export function hasComparison(rows: Uint32Array, { facets: { study, adapter } }: Measurements): boolean {
  const first = new Map<number, number>();
  return rows.some((row) => {
    const [ofStudy, ofAdapter] = [study.codes[row] as number, adapter.codes[row] as number];
    if (!first.has(ofStudy)) first.set(ofStudy, ofAdapter);
    return first.get(ofStudy) !== ofAdapter;
  });
}

function markAllowed(values: readonly string[], wanted: readonly string[]): Uint8Array {
  return Uint8Array.from(values, (value) => (wanted.includes(value) ? 1 : 0));
}

function increase(tally: Uint32Array, place: number): void {
  tally[place] = (tally[place] as number) + 1;
}

/** How the charts are laid out: a panel for each study, everything over its year, or over a condition that is a number. */
export type Layout = "study" | "year" | ConditionName;

/** What the reader chose on the explorer's page. */
export interface Choice extends Wanted {
  by: Layout;
}

/** What there is to choose from. */
export interface Choices {
  facets: Readonly<Record<FacetName, readonly string[]>>;
  years: readonly number[];
}

const layouts: readonly Layout[] = ["study", "year", ...conditionNames];

/** Reads a choice from an address; what is not among the choices is left out. */
export function readChoice(search: string, { facets, years }: Choices): Choice {
  const query = new URLSearchParams(search);
  const chosen = facetNames.flatMap((name): [FacetName, readonly string[]][] => {
    const asked = (query.get(name) ?? "").split(",");
    const values = facets[name].filter((value) => asked.includes(value));
    return values.length === 0 ? [] : [[name, values]];
  });
  const [from, to] = (["from", "to"] as const).map((name) => years.find((year) => String(year) === query.get(name)));
  return {
    facets: new Map(chosen),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    by: layouts.find((layout) => layout === query.get("by")) ?? "study",
  };
}

/** Writes a choice as the query of an address, short and readable; nothing chosen is no query. */
export function writeChoice({ facets, from, to, by }: Choice): string {
  const parts = [
    ...facetNames.flatMap((name) => {
      const values = facets.get(name) ?? [];
      return values.length === 0 ? [] : [`${name}=${values.map(encodeURIComponent).join(",")}`];
    }),
    ...(from === undefined ? [] : [`from=${from}`]),
    ...(to === undefined ? [] : [`to=${to}`]),
    ...(by === "study" ? [] : [`by=${by}`]),
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
