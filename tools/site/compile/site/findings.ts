import type { Atlas } from "../atlas.ts";
import { linkContradictions, linkQualifiers } from "../counterparts.ts";
import { linkFindings } from "../links.ts";
import { pathOf } from "../paths.ts";
import { toSourceRecord } from "./sources.ts";

/** Findings with their source and the rules that rest on them. */
export function compileFindings(atlas: Atlas) {
  const links = linkFindings(atlas);
  const contradictions = linkContradictions(atlas);
  const qualifiers = linkQualifiers(atlas);
  return atlas.findings.map((finding) => {
    const citedBy = links.get(finding.id) ?? [];
    return {
      ...finding,
      path: pathOf("findings", finding),
      sourceRecord: toSourceRecord(atlas.find("sources", finding.source), atlas),
      citedBy,
      citations: citedBy.length,
      contradictions: contradictions.get(`finding:${finding.id}`) ?? [],
      qualifiedBy: qualifiers.get(`finding:${finding.id}`) ?? [],
    };
  });
}
