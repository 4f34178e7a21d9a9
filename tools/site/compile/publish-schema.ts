import { isMapping } from "../../check/select.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import { splitReference } from "../../records/text.ts";

/**
 * Returns the published form of a schema. Definitions from other files are copied into it, so that a validator or generator
 * needs only this file. Its $id is relative to its folder. The keyword `discriminator`, which only our own checker uses, is
 * removed, because strict validators reject unknown keywords.
 */
export function publishSchema(name: string, schemas: ReadonlyMap<string, JsonSchema>): string {
  const schema = readSchema(name, schemas);
  const own = isMapping(schema.$defs) ? schema.$defs : {};
  const taken = new Map<string, unknown>();
  const publish = (node: unknown, file: string): unknown => {
    if (Array.isArray(node)) return node.map((item: unknown) => publish(item, file));
    if (!isMapping(node)) return node;
    return Object.fromEntries(
      Object.entries(node).flatMap(([key, value]) => {
        if (key === "discriminator") return [];
        return [[key, key === "$ref" && typeof value === "string" ? take(value, file) : publish(value, file)]];
      }),
    );
  };
  const take = (reference: string, from: string): string => {
    const { file, pointer } = splitReference(reference);
    const target = file || from;
    if (target === name) return `#${pointer}`;
    const key = pointer.replace(/^\/\$defs\//, "");
    // A definition of the same name is another one.
    const local = key in own ? `${target.replace(".schema.json", "")}-${key}` : key;
    if (!taken.has(local)) {
      taken.set(local, {});
      taken.set(local, publish(findDefinition(key, target, schemas), target));
    }
    return `#/$defs/${local}`;
  };
  const published = publish(schema, name) as JsonSchema;
  const definitions = {
    ...(published.$defs as JsonSchema | undefined),
    ...Object.fromEntries([...taken].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  return `${JSON.stringify({ ...published, $id: addressOf(schema, name), ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}) }, null, 2)}\n`;
}

function readSchema(name: string, schemas: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const schema = schemas.get(name);
  if (!schema) throw new Error(`unknown schema: ${name}`);
  return schema;
}

function findDefinition(key: string, file: string, schemas: ReadonlyMap<string, JsonSchema>): unknown {
  const definitions = readSchema(file, schemas).$defs;
  if (isMapping(definitions) && Object.hasOwn(definitions, key)) return definitions[key];
  throw new Error(`${file} has no definition ${key}`);
}

/** Its own name, with the version that it states. */
function addressOf(schema: JsonSchema, name: string): string {
  return name + (/\?.*$/.exec(String(schema.$id))?.[0] ?? "");
}
