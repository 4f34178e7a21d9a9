import type { ErrorObject } from "ajv";
import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";
import { findNearest } from "../../../advisor/questions/nearest.mjs";
import type { Complaint } from "../rule.ts";
import { describeFault } from "./describe-fault.ts";
import type { Description, FaultContext } from "./describe-value.ts";
import { findFaults } from "./find-faults.ts";
import type { SchemaSet } from "./schema-set.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import { groupBy } from "../../../advisor/collections.ts";

/** As many errors of one record get words; who made more has made the same ones over and over. */
const maxExplained = 1000;

/** Turns what the validator says about a record into complaints: one for each mistake, at the place where it is made. */
export function explainErrors(
  errors: readonly ErrorObject[],
  record: AnyRecord | Tombstone,
  schema: JsonSchema,
  schemas: SchemaSet,
  listIds?: FaultContext["listIds"],
): Complaint[] {
  const explained = errors.slice(0, maxExplained);
  const descriptions = findFaults(explained, schemas).map((fault) =>
    describeFault(fault, { record, schema, schemas, ...(listIds ? { listIds } : {}) }),
  );
  const kept = keepOnePerPlace(joinMisspelt(descriptions));
  const others = errors.length - explained.length;
  return kept.map(({ path, onKey, message, help, fix }, index) => ({
    path,
    onKey: onKey ?? false,
    message,
    ...(help ? { help } : {}),
    ...(fix ? { fix } : {}),
    ...(others > 0 && index === kept.length - 1 ? { others } : {}),
  }));
}

/** A field that is unknown and one of nearly the same name that is missing are one mistake. */
function joinMisspelt(descriptions: readonly Description[]): Description[] {
  const missing = groupBy(
    descriptions.filter(({ sort }) => sort === "missing-field"),
    ({ path }) => nameHolder(path),
  );
  const explained = new Set<Description>();
  for (const unknown of descriptions.filter(({ sort }) => sort === "unknown-field")) {
    const siblings = missing.get(nameHolder(unknown.path)) ?? [];
    const meant = findNearest(
      String(unknown.path.at(-1)),
      siblings.map(({ path }) => String(path.at(-1))),
    );
    const found = siblings.find(({ path }) => path.at(-1) === meant);
    if (found) explained.add(found);
  }
  return descriptions.filter((description) => !explained.has(description));
}

/** Where several parts of a schema object to the same value, the most basic objection is the one to answer first. */
function keepOnePerPlace(descriptions: readonly Description[]): Description[] {
  const byPlace = new Map<string, Description>();
  for (const description of descriptions) {
    const place = JSON.stringify(description.path);
    const other = byPlace.get(place);
    if (!other || description.rank < other.rank) byPlace.set(place, description);
  }
  return [...byPlace.values()];
}

function nameHolder(path: Path): string {
  return JSON.stringify(path.slice(0, -1));
}
