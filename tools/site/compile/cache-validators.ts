import type { Options, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

/** Compiles each schema once: to compile it takes longer than to read and check a file. */
export function cacheValidators(options: Options): (schema: object) => ValidateFunction {
  // Schemas of the same address may differ in their words.
  const ajv = new Ajv2020({ ...options, addUsedSchema: false });
  const validators = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const validate = validators.get(text) ?? ajv.compile(schema);
    validators.set(text, validate);
    return validate;
  };
}
