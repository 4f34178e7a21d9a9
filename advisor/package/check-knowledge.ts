import { isRecord } from "../collections.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";

/** First number of the `schemaVersion` that this package reads. */
const READS = "1";

/** What the engine reads at once; an object without one of them is no knowledge. */
const PARTS: Record<Exclude<keyof Knowledge, "schemaVersion" | "knowledgeVersion">, (value: unknown) => boolean> = {
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

const FILE = "the content of knowledge.json";

/** What is wrong with a knowledge in one line; undefined if this package reads it. Its records are not checked. */
export function checkKnowledge(given: unknown): string | undefined {
  if (!isRecord(given)) return `knowledge: found ${nameKind(given)}, expected ${FILE} as an object`;
  const { schemaVersion } = given;
  if (typeof schemaVersion !== "string" || schemaVersion.split(".")[0] !== READS) {
    const found = schemaVersion === undefined ? "no schemaVersion" : `schemaVersion ${String(schemaVersion)}`;
    return `knowledge: found ${found}, this package reads ${READS}.x; pass the knowledge.json of this package, or install the package that reads your knowledge`;
  }
  const missing = Object.entries(PARTS).filter(([name, isPart]) => !isPart(given[name]));
  if (missing.length === 0) return undefined;
  return `knowledge: found no ${missing.map(([name]) => name).join(", no ")}, expected ${FILE}`;
}

function nameKind(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return Array.isArray(value) ? "a list" : typeof value === "string" ? "text" : `a ${typeof value}`;
}
