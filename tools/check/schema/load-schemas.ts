import { linkSchemas, type SchemaSet } from "./schema-set.ts";
import { type JsonSchema, readSchemas } from "../../records/read-schemas.ts";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Content, schemaFileOf } from "../../records/kinds.ts";

/** Prepares schemas for use; they are compiled when first needed. */
export function makeSchemaSet(files: ReadonlyMap<string, JsonSchema>): SchemaSet {
  return linkSchemas(files, compileValidators(files));
}

/** The schemas loaded last, and what their files held: to compile them takes longer than to check all records. */
let last: { text: string; schemas: SchemaSet } | undefined;

/** Loads the schemas of a repository; those of the last call again if their files hold the same. */
export function loadSchemas(root: string): SchemaSet {
  const files = readSchemas(root);
  const text = JSON.stringify([...files]);
  if (last?.text !== text) last = { text, schemas: makeSchemaSet(files) };
  return last.schemas;
}

/** Every mistake, with the part of the schema that it breaks; strict, except that a condition may speak of fields that another part of its schema defines. */
export const validatorOptions = {
  allErrors: true,
  verbose: true,
  discriminator: true,
  strict: true,
  strictRequired: false,
  strictTypes: false,
} as const;

/** Makes validators that find every mistake and say which part of which schema it breaks. */
function compileValidators(files: ReadonlyMap<string, JsonSchema>): (kind: Content) => ValidateFunction {
  const ajv = new Ajv2020(validatorOptions);
  addFormats.default(ajv, ["uri"]);
  for (const [file, schema] of files) ajv.addSchema(schema, file);
  return (kind) => {
    const file = schemaFileOf(kind).replace("data/schema/", "");
    const validator = ajv.getSchema(file);
    if (!validator) throw new Error(`${schemaFileOf(kind)} is missing`);
    return validator;
  };
}
