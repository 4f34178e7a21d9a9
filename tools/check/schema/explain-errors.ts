import type { ErrorObject } from "ajv";
import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";
import { findNearest } from "../nearest.ts";
import type { Complaint } from "../rule.ts";
import { describeFault } from "./describe-fault.ts";
import type { Description } from "./describe-fault.ts";
import { findFaults } from "./find-faults.ts";
import type { JsonSchema, SchemaSet } from "./schema-set.ts";

/** Turns what the validator says about a record into complaints: one for each mistake, at the place where it is made. */
export function explainErrors(
  errors: readonly ErrorObject[],
  record: AnyRecord | Tombstone,
  schema: JsonSchema,
  schemas: SchemaSet,
): Complaint[] {
  const descriptions = findFaults(errors, schemas).map((fault) => describeFault(fault, { record, schema, schemas }));
  return keepOnePerPlace(joinMisspelt(descriptions)).map(({ path, onKey, message, help, fix }) => ({
    path,
    onKey: onKey ?? false,
    message,
    ...(help ? { help } : {}),
    ...(fix ? { fix } : {}),
  }));
}

/** A field that is unknown and one of nearly the same name that is missing are one mistake. */
function joinMisspelt(descriptions: readonly Description[]): Description[] {
  const explained = new Set<Description>();
  for (const unknown of descriptions.filter(({ sort }) => sort === "unknown-field")) {
    const siblings = descriptions.filter(
      (other) => other.sort === "missing-field" && isSibling(other.path, unknown.path),
    );
    const meant = findNearest(
      String(unknown.path.at(-1)),
      siblings.map(({ path }) => String(path.at(-1))),
    );
    const missing = siblings.find(({ path }) => path.at(-1) === meant);
    if (missing) explained.add(missing);
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

function isSibling(a: Path, b: Path): boolean {
  return a.length === b.length && a.slice(0, -1).every((step, index) => step === b[index]);
}
