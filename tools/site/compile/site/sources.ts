import type { Atlas } from "../atlas.ts";
import { yearOf } from "../evidence.ts";
import { linkSources } from "../links.ts";
import { pathOf } from "../paths.ts";

/** Sources with what was taken from them and what cites them. */
export function compileSources(atlas: Atlas) {
  const links = linkSources(atlas);
  const [datasets, findings] = [listBySource(atlas.datasets), listBySource(atlas.findings)];
  return atlas.sources.map((source) => ({
    ...source,
    path: pathOf("sources", source),
    year: yearOf(source),
    datasets: datasets.get(source.id) ?? [],
    findings: findings.get(source.id) ?? [],
    citedBy: links.get(source.id) ?? [],
  }));
}

/** Lists the ids of records under the source that they come from. */
function listBySource(records: readonly { id: string; source: string }[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, source } of records) {
    const ids = found.get(source);
    if (ids) ids.push(id);
    else found.set(source, [id]);
  }
  return found;
}
