import { groupBy } from "../../../../advisor/collections.ts";
import { describeEvidence, yearOf } from "../evidence.ts";
import { linkSources } from "../links.ts";
import { findPath, findSourcePath } from "../paths.ts";
import { dropUndefined } from "../../../records/objects.ts";
import type { Atlas, RecordOf } from "../records.ts";

/** Sources with what was taken from them and what cites them. */
export function compileSources(atlas: Atlas) {
  const links = linkSources(atlas);
  const datasets = groupBy(atlas.datasets, ({ source }) => source);
  const findings = groupBy(atlas.findings, ({ source }) => source);
  return atlas.sources.map((source) => ({
    ...source,
    path: findSourcePath(source.id, atlas),
    year: yearOf(source),
    datasets: (datasets.get(source.id) ?? []).map(({ id }) => id),
    findings: (findings.get(source.id) ?? []).map(({ id }) => id),
    citedBy: links.get(source.id) ?? [],
  }));
}

/** Returns what names a source and links to it, for the pages of what it carries. */
export function toSourceRecord(source: RecordOf<"sources">, atlas: Atlas) {
  const { id, title, authors, publisher, published, url, kind } = source;
  return dropUndefined({ id, title, authors, publisher, published, url, kind, path: findSourcePath(id, atlas) });
}

/** What stands in prose in the place of a reference: who says it and when, what it is, and where it is shown. */
interface ProseCitation {
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
    { label: "rule", about: title, path: findPath("rules", id) },
  ]);
  return Object.fromEntries([...evidence, ...rules]);
}

/** Describes one reference. */
export function cite(ref: string, atlas: Atlas): ProseCitation {
  const { source, year, title, path } = describeEvidence(ref, atlas);
  return { label: `${atlas.find("sources", source).publisher} ${year}`, about: title, path };
}
