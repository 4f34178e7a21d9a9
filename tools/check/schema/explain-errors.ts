import type { ErrorObject } from "ajv";
import { groupBy } from "../../../advisor/collections.ts";
import { findNearest } from "../../../advisor/questions/nearest.mjs";
import type { Complaint } from "../rule.ts";
import { describeFault } from "./describe-fault.ts";
import type { Description, Fault, FaultContext } from "./describe-value.ts";
import type { SchemaSet } from "./schema-set.ts";
import { fitsType } from "./words.ts";
import { isMapping } from "../select.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";

/** As many errors of one record get words; who made more has made the same ones over and over. */
const maxExplained = 1000;

/** Turns what the validator says about a record into complaints: one for each mistake, at the place where it is made. */
export function explainErrors(
  errors: readonly ErrorObject[],
  record: AnyRecord | Tombstone,
  schema: JsonSchema,
  schemas: SchemaSet,
  ids: Pick<FaultContext, "listIds" | "questionIds"> = {},
): Complaint[] {
  const explained = errors.slice(0, maxExplained);
  const descriptions = findFaults(explained, schemas).map((fault) =>
    describeFault(fault, { record, schema, schemas, ...ids }),
  );
  const kept = keepOnePerPlace(joinMisspelt(descriptions));
  const others = errors.length - explained.length;
  return kept.map(({ path, onKey, isTooShort, message, help, fix }, index) => ({
    path,
    onKey,
    isTooShort,
    message,
    help,
    fix,
    others: others > 0 && index === kept.length - 1 ? others : undefined,
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

/**
 * Picks the errors that say what is wrong out of those that say how the validator found out.
 * Of a choice only the branch that was meant counts; a condition is not a mistake but the reason for one.
 */
function findFaults(errors: readonly ErrorObject[], schemas: SchemaSet): Fault[] {
  const faults = new Map(errors.map((error) => [error, { error, condition: "", alternatives: [] as JsonSchema[] }]));
  const inside = (error: ErrorObject, branch: unknown): Fault[] => {
    const reached = schemas.reach(branch as JsonSchema);
    return [...faults.values()].filter((fault) => reached.has(fault.error.parentSchema) && isBelow(fault.error, error));
  };
  for (const error of errors) {
    if (error.keyword === "propertyNames" || isMissingTag(error)) faults.delete(error);
    if (error.keyword === "if") {
      faults.delete(error);
      const branch = String(error.params.failingKeyword);
      const condition = sayCondition(error.parentSchema?.if, branch === "then");
      for (const fault of inside(error, error.parentSchema?.[branch])) fault.condition = condition;
    }
    if (error.keyword === "anyOf") {
      const branches = (error.schema as JsonSchema[]).map((branch) => schemas.resolve(branch));
      const meant = branches.find((branch) => isMeant(branch, error.data));
      if (meant) faults.delete(error);
      for (const fault of branches.flatMap((branch) => inside(error, branch))) {
        // Only the branch that was meant gets as far as the parts of the value.
        const isOfMeant =
          meant && (fault.error.instancePath !== error.instancePath || fault.error.parentSchema === meant);
        if (!isOfMeant) faults.delete(fault.error);
        else if (fault.error.parentSchema === meant) fault.alternatives = branches.filter((other) => other !== meant);
      }
    }
  }
  return [...faults.values()];
}

/** Of several branches the one for values of this type was meant; a word like "unknown" is never a misspelling of itself. */
function isMeant(branch: JsonSchema, value: unknown): boolean {
  const accepted: unknown = Array.isArray(branch.enum) ? typeof branch.enum[0] : branch.type;
  return branch.const === undefined && accepted !== undefined && fitsType(value, accepted);
}

/** Branches of a choice can share a definition, so the place counts too. */
function isBelow(inner: ErrorObject, outer: ErrorObject): boolean {
  return `${inner.instancePath}/`.startsWith(`${outer.instancePath}/`);
}

/** A missing kind is reported as a missing field already. */
function isMissingTag(error: ErrorObject): boolean {
  return error.keyword === "discriminator" && error.params.error === "tag" && error.params.tagValue === undefined;
}

function sayCondition(condition: unknown, holds: boolean): string {
  const properties = isMapping(condition) && isMapping(condition.properties) ? condition.properties : {};
  const parts = Object.entries(properties).map(([name, schema]) => {
    const wanted = isMapping(schema) ? (Array.isArray(schema.enum) ? schema.enum : [schema.const]) : [];
    return `"${name}" is ${holds ? "" : "not "}${wanted.map((value) => JSON.stringify(value)).join(" or ")}`;
  });
  return parts.length > 0 ? ` if ${parts.join(" and ")}` : "";
}
