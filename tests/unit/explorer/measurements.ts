import { facetNames, numberNames, textNames } from "../../../assets/ts/explorer/measurement-file.ts";
import type { FacetName, NumberName, Study, TextName } from "../../../assets/ts/explorer/measurement-file.ts";
import { unpackMeasurements } from "../../../assets/ts/explorer/measurements.ts";
import type { Measurements } from "../../../assets/ts/explorer/measurements.ts";
import { codeColumn } from "../../../tools/site/compile/explorer/measurements.ts";

/** A measurement with what a test says of it. */
export type Row = Partial<Record<FacetName, string> & Record<NumberName, number> & Record<TextName, string>> & {
  id?: string;
};

const usual: Record<FacetName, string> = {
  metric: "throughput",
  adapter: "vmxnet3",
  platform: "vsphere",
  workload: "tcp-stream",
  guest: "rhel-9",
  topology: "same-host",
  link: "none",
  part: "whole",
  grade: "comparison",
  origin: "vendor-paper",
  kind: "value",
  study: "paper-2010",
};

/** Measurements of a few rows; a study is named and dated by its id. */
export function makeMeasurements(rows: readonly Row[]): Measurements {
  const facet = (name: FacetName) => codeColumn(rows.map((row) => row[name] ?? usual[name]));
  const study = facet("study");
  return unpackMeasurements({
    count: rows.length,
    facets: Object.fromEntries(facetNames.map((name) => [name, facet(name)])) as Record<
      FacetName,
      ReturnType<typeof facet>
    >,
    numbers: Object.fromEntries(
      numberNames.map((name) => [
        name,
        rows.map(
          (row) => row[name] ?? (name === "value" ? 1 : name === "year" ? yearOf(row.study ?? usual.study) : null),
        ),
      ]),
    ) as Record<NumberName, (number | null)[]>,
    texts: Object.fromEntries(
      textNames.map((name) => [name, codeColumn(rows.map((row) => row[name] ?? (name === "unit" ? "Gbit/s" : "")))]),
    ) as Record<TextName, ReturnType<typeof codeColumn>>,
    rows: rows.map(({ id }, place) => id ?? `row-${place}`),
    studies: study.values.map(
      (id): Study => ({
        id,
        title: `Study ${id}`,
        name: id,
        year: yearOf(id),
        grade: "comparison",
        path: `/benchmarks/${id}/`,
        source: `Paper, ${id}`,
        testbed: {},
        ratios: [],
      }),
    ),
    knowledgeVersion: "0123456789ab",
    licence: "CC BY 4.0",
  });
}

function yearOf(id: string): number {
  return Number(/\d{4}$/.exec(id)?.[0] ?? 2000);
}
