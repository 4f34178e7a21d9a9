import type { FacetName } from "./measurement-file.ts";
import { textAt } from "./measurements.ts";
import type { Measurements } from "./measurements.ts";

/** What two studies have both measured with one adapter: rows of which all conditions are the same, and the rest of either. */
export interface Shared {
  adapter: string;
  metric: string;
  workload: string;
  part: string;
  alike: [a: number, b: number][];
  restOfA: number[];
  restOfB: number[];
}

/** Puts the rows of two studies side by side that are of the same adapter, metric, workload and part of a count. */
export function pairRows(measurements: Measurements, a: string, b: string): Shared[] {
  const { facets, texts } = measurements;
  const [ofA, ofB] = [a, b].map((id) => groupRows(measurements, id));
  return [...(ofA ?? [])].flatMap(([key, rows]) => {
    const others = ofB?.get(key);
    const [first] = rows;
    if (!others || first === undefined) return [];
    const sign = (row: number): string =>
      `${textAt(texts.unit, row)}\n${textAt(facets.kind, row)}\n${textAt(texts.conditions, row)}`;
    const left = new Map<string, number[]>();
    for (const row of others) left.set(sign(row), [...(left.get(sign(row)) ?? []), row]);
    const alike: [number, number][] = [];
    const restOfA = rows.filter((row) => {
      const match = left.get(sign(row))?.shift();
      if (match !== undefined) alike.push([row, match]);
      return match === undefined;
    });
    const matched = new Set(alike.map(([, row]) => row));
    const [adapter, metric, workload, part] = sharedFacets.map((name) => textAt(facets[name], first)) as [
      string,
      string,
      string,
      string,
    ];
    return [{ adapter, metric, workload, part, alike, restOfA, restOfB: others.filter((row) => !matched.has(row)) }];
  });
}

const sharedFacets: readonly FacetName[] = ["adapter", "metric", "workload", "part"];

function groupRows({ facets, count }: Measurements, study: string): Map<string, number[]> {
  const place = facets.study.values.indexOf(study);
  const groups = new Map<string, number[]>();
  for (let row = 0; row < count; row++) {
    // An adapter that is not named may be another one in the other study.
    if (facets.study.codes[row] !== place || textAt(facets.adapter, row) === "unknown") continue;
    const key = sharedFacets.map((name) => textAt(facets[name], row)).join("\n");
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}
