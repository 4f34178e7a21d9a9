import { isRecord } from "../collections.ts";
import type { FleetKnowledge } from "../fleet/knowledge.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";

/** First number of the `schemaVersion` that this package reads. */
const READS = "1";

type Parts<Key extends string> = Record<Key, (value: unknown) => boolean>;

/** What the engine reads at once; an object without one of them is no knowledge. */
const PARTS: Parts<Exclude<keyof Knowledge, "schemaVersion" | "knowledgeVersion">> = {
  platforms: Array.isArray,
  features: Array.isArray,
  adapters: Array.isArray,
  guests: Array.isArray,
  rules: Array.isArray,
  questions: Array.isArray,
  steps: Array.isArray,
  problems: Array.isArray,
  effects: isRecord,
  evidence: isRecord,
};

/** What the audit reads besides. */
const FLEET_PARTS: Parts<keyof FleetKnowledge> = {
  adapterNames: isRecord,
  clusterFeatures: isRecord,
  vendorDecides: Array.isArray,
  appliances: Array.isArray,
  guestsOfSeveralReleases: Array.isArray,
  toolsAreDrivers: Array.isArray,
  platformWords: Array.isArray,
  becomesWithTools: Array.isArray,
  facts: isRecord,
  findings: Array.isArray,
  waves: Array.isArray,
  openAdapters: Array.isArray,
  paravirtualOf: isRecord,
  evidence: isRecord,
};

/** What is wrong with a knowledge in one line; undefined if this package reads it. Its records are not checked. */
export function checkKnowledge(given: unknown): string | undefined {
  if (isRecord(given)) {
    const { schemaVersion } = given;
    if (typeof schemaVersion !== "string" || schemaVersion.split(".")[0] !== READS) {
      const found = schemaVersion === undefined ? "no schemaVersion" : `schemaVersion ${String(schemaVersion)}`;
      return `knowledge: found ${found}, this package reads ${READS}.x; pass the knowledge.json of this package, or install the package that reads your knowledge`;
    }
  }
  return checkParts("knowledge", given, PARTS);
}

/** What is wrong with a knowledge of the audit in one line; undefined if there is none, or none is given. */
export function checkFleet(given: unknown): string | undefined {
  return given === undefined ? undefined : checkParts("fleet", given, FLEET_PARTS);
}

/** What a file's content lacks, in one line; undefined if it has all parts. The file has the name of the place. */
function checkParts(place: string, given: unknown, parts: Parts<string>): string | undefined {
  const expected = `expected the content of ${place}.json`;
  if (!isRecord(given)) return `${place}: found ${nameKind(given)}, ${expected} as an object`;
  const missing = Object.entries(parts).filter(([name, isPart]) => !isPart(given[name]));
  if (missing.length === 0) return undefined;
  return `${place}: found no ${missing.map(([name]) => name).join(", no ")}, ${expected}`;
}

function nameKind(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return Array.isArray(value) ? "a list" : typeof value === "string" ? "text" : `a ${typeof value}`;
}
