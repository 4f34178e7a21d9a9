import type { Atlas } from "../atlas.ts";
import { otherPlatforms } from "../../../records/kinds.ts";
import { pathOf } from "../paths.ts";
import type { RecordOf } from "../records.ts";
import { toSourceRecord } from "./sources.ts";

type Problem = NonNullable<RecordOf<"findings">["problem"]>;
type Symptom = Problem["symptom"];

/** What one sees, the worst first, and what a heading calls it. */
const titles: Readonly<Record<Symptom, string>> = {
  "host-crash": "The host stops with a purple screen",
  "guest-crash": "The guest crashes",
  "connection-lost": "The connection is lost",
  "packets-corrupt": "Packets arrive changed",
  "packets-lost": "Packets are lost",
  "does-not-start": "The VM or its adapter does not start",
  slow: "The network is slow",
  "feature-missing": "A feature is missing",
  unknown: "The source does not name the symptom",
};

/** The known problems of adapters and drivers by what one sees, each with its versions and its source. */
export function compileProblems(atlas: Atlas) {
  const problems = atlas.findings.flatMap((finding) => {
    const { id, claim, problem, adapters, platforms, source, quote } = finding;
    if (!problem) return [];
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
