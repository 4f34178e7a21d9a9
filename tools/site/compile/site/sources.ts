import { groupBy } from "../../../../advisor/collections.ts";
import { describeEvidence, yearOf } from "../evidence.ts";
import { linkSources } from "../links.ts";
import { findPath, findSourcePath } from "../paths.ts";
import { dropUndefined } from "../../../records/objects.ts";
import type { Atlas, RecordOf } from "../records.ts";

/** Returns the sources with the datasets and findings from them, and the records that cite them. */
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

/** Returns the citation of a source and its address, for pages of datasets and findings. */
export function toSourceRecord(source: RecordOf<"sources">, atlas: Atlas) {
  const { id, title, authors, publisher, published, url, kind } = source;
  return dropUndefined({ id, title, authors, publisher, published, url, kind, path: findSourcePath(id, atlas) });
}

/** The text that replaces a reference in prose: publisher and year, title, and address. */
interface ProseCitation {
  label: string;
  about: string;
  path: string;
}

/** Returns the citations for prose by reference: finding:ID, dataset:ID, dataset:ID/ROW, source:ID and rule:ID. */
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
