import type { Atlas } from "../atlas.ts";
import { yearOf } from "../evidence.ts";
import { linkSources } from "../links.ts";
import { pathOf } from "../paths.ts";

/** Sources with what was taken from them and what cites them. */
export function compileSources(atlas: Atlas) {
  const links = linkSources(atlas);
  return atlas.sources.map((source) => ({
    ...source,
    path: pathOf("sources", source),
    year: yearOf(source),
    datasets: atlas.datasets.filter((dataset) => dataset.source === source.id).map(({ id }) => id),
    findings: atlas.findings.filter((finding) => finding.source === source.id).map(({ id }) => id),
    citedBy: links.get(source.id) ?? [],
  }));
}
