import { otherPlatforms } from "../../../records/kinds.ts";
import { linkContradictions, linkFindings, linkQualifiers } from "../links.ts";
import { listConcerned } from "../compare-table.ts";
import { pathOf } from "../paths.ts";
import type { Atlas, RecordOf } from "../records.ts";
import { toSourceRecord } from "./sources.ts";

/** Returns the findings with their source and the rules that cite them. */
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

type Symptom = NonNullable<RecordOf<"findings">["problem"]>["symptom"];

/** Symptoms, the worst first, with their headings. */
const titles: Readonly<Record<Symptom, string>> = {
  "host-crash": "The host stops with a purple screen",
  "guest-crash": "The guest crashes",
  "connection-lost": "The connection is lost",
  "packets-corrupt": "Packets arrive corrupted",
  "packets-lost": "Packets are lost",
  "does-not-start": "The VM or its adapter does not start",
  slow: "The network is slow",
  "feature-missing": "A feature is missing",
  unknown: "The source does not name the symptom",
};

/** The known problems of adapters and drivers by symptom, with their versions and sources. */
export function compileProblems(atlas: Atlas) {
  const problems = atlas.findings.flatMap((finding) => {
    const { id, claim, problem, platforms, source, quote } = finding;
    if (!problem) return [];
    const adapters = listConcerned(finding);
    return [
      {
        id,
        claim,
        quote,
        ...problem,
        path: pathOf("findings", finding),
        adapterIds: adapters,
        adapters: adapters.map((adapter) => ({ id: adapter, name: atlas.find("adapters", adapter).name })),
        platforms: platforms.map((platform) => otherPlatforms[platform] ?? atlas.find("platforms", platform).name),
        sourceRecord: toSourceRecord(atlas.find("sources", source), atlas),
      },
    ];
  });
  return Object.entries(titles)
    .map(([symptom, title]) => ({
      symptom,
      title,
      problems: problems.filter((problem) => problem.symptom === symptom),
    }))
    .filter((group) => group.problems.length > 0);
}
