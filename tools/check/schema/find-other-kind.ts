import { kinds, schemaFileOf } from "../../records/kinds.ts";
import type { Kind } from "../../records/kinds.ts";
import type { AnyRecord } from "../../records/record.ts";
import { isMapping } from "../select.ts";
import type { JsonSchema, SchemaSet } from "./schema-set.ts";

/**
 * Finds the kind that a record is of by its fields, when that is another than the folder it lies in says: it has all that
 * a record of that kind needs, nothing that such a record does not know, and more than a slip sets it apart from its own.
 */
export function findOtherKind({ kind, data }: AnyRecord, schemas: SchemaSet): Kind | undefined {
  if (!isMapping(data)) return undefined;
  const fields = Object.keys(data);
  const countMisfits = (candidate: Kind): number => {
    const { known, required } = listTopFields(candidate, schemas);
    const missing = required.filter((field) => !fields.includes(field));
    return missing.length + fields.filter((field) => !known.has(field)).length;
  };
  if (countMisfits(kind) < 3) return undefined;
  return kinds.find((candidate) => candidate !== kind && countMisfits(candidate) === 0);
}

function listTopFields(kind: Kind, { files }: SchemaSet): { known: ReadonlySet<string>; required: readonly string[] } {
  const schema: JsonSchema = files.get(schemaFileOf(kind).replace("data/schema/", "")) ?? {};
  const { properties, required } = schema;
  return {
    known: new Set(isMapping(properties) ? Object.keys(properties) : []),
    required: Array.isArray(required) ? required.map(String) : [],
  };
}
