import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";
import { readSchemas } from "../../../../tools/records/read-schemas.ts";
import { root } from "../support/world.ts";

const ajv = new Ajv2020({ strict: false, strictNumbers: true });
addFormats.default(ajv, ["uri"]);
for (const [file, schema] of readSchemas(root)) ajv.addSchema(schema, file);

/**
 * Tells whether a text is a valid record of a kind, by nothing but a YAML parser and a JSON Schema validator as they come:
 * nothing of the checker takes part in the answer.
 */
export function isValid(kind: string, text: string): boolean {
  let data: unknown;
  try {
    data = parse(text, { logLevel: "error" });
  } catch {
    return false;
  }
  if (hasReservedKey(data)) return false;
  const isTombstone = typeof data === "object" && data !== null && Object.hasOwn(data, "tombstone");
  return ajv.validate(`${isTombstone ? "tombstone" : kind}.schema.json`, data) as boolean;
}

/** No schema has a field of such a name, but Ajv takes it for one that it has seen where it counts what it has seen. */
function hasReservedKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const isReserved = (key: string): boolean => !Array.isArray(value) && key in Object.prototype;
  return Object.entries(value).some(([key, part]) => isReserved(key) || hasReservedKey(part));
}
