import { readSchemas } from "../../records/read-schemas.ts";
import { makeSchemaSet } from "./schema-set.ts";
import type { SchemaSet } from "./schema-set.ts";

/** Loads the schemas of a repository. */
export function loadSchemas(root: string): SchemaSet {
  return makeSchemaSet(readSchemas(root));
}
