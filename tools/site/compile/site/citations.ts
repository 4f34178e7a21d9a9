import type { Atlas } from "../atlas.ts";
import { describeEvidence } from "../evidence.ts";

/** What stands in prose in the place of a reference: who says it and when, what it is, and where it is shown. */
export interface ProseCitation {
  label: string;
  about: string;
  path: string;
}

/** Everything that prose may cite, by the reference that rules use too: finding:ID, dataset:ID, dataset:ID/ROW, source:ID, and rule:ID. */
export function compileCitations(atlas: Atlas): Record<string, ProseCitation> {
  const evidence = [
    ...atlas.findings.map(({ id }) => `finding:${id}`),
    ...atlas.datasets.flatMap(({ id, measurements }) => [
      `dataset:${id}`,
      ...measurements.map((row) => `dataset:${id}/${row.id}`),
    ]),
    ...atlas.sources.map(({ id }) => `source:${id}`),
  ].map((ref): [string, ProseCitation] => [ref, cite(ref, atlas)]);
  const rules = atlas.rules.map(({ id, title }): [string, ProseCitation] => [
    `rule:${id}`,
    { label: "rule", about: title, path: `/rules/${id}/` },
  ]);
  return Object.fromEntries([...evidence, ...rules]);
}

/** Describes one reference. */
export function cite(ref: string, atlas: Atlas): ProseCitation {
  const { source, year, title, path } = describeEvidence(ref, atlas);
  return { label: `${atlas.find("sources", source).publisher} ${year}`, about: title, path };
}
