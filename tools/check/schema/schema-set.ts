import type { ValidateFunction } from "ajv";
import type { Content } from "../../records/kinds.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import { compileValidators } from "./compile-validators.ts";
import { linkSchemas } from "./link-schemas.ts";

export type { JsonSchema };

/** All schemas, with what messages need to know about them. */
export interface SchemaSet {
  /** File name to schema. */
  files: ReadonlyMap<string, JsonSchema>;
  validatorOf(kind: Content): ValidateFunction;
  /** Follows references until there is none; what stands beside a reference is not merged in. */
  resolve(schema: JsonSchema): JsonSchema;
  /** The branches of the choice that a schema is one branch of; none when it is in no choice. */
  findChoice(schema: JsonSchema): JsonSchema[];
  /** Every schema object that takes part in judging by this one. */
  reach(schema: JsonSchema): ReadonlySet<unknown>;
}

/** Prepares schemas for use; they are compiled when first needed. */
export function makeSchemaSet(files: ReadonlyMap<string, JsonSchema>): SchemaSet {
  return linkSchemas(files, compileValidators(files));
}
