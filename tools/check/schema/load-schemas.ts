import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeSchemaSet } from "./schema-set.ts";
import type { JsonSchema, SchemaSet } from "./schema-set.ts";

/** Loads the schemas of a repository. */
export function loadSchemas(root: string): SchemaSet {
  const folder = join(root, "data/schema");
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".schema.json"))
    .sort();
  return makeSchemaSet(new Map(names.map((name) => [name, readSchema(join(folder, name))])));
}

function readSchema(file: string): JsonSchema {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as JsonSchema;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
