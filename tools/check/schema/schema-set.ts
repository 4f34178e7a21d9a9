import type { ValidateFunction } from "ajv";
import { schemaFileOf, type Content } from "../../records/kinds.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import { splitReference } from "../../records/text.ts";
import { isMapping } from "../select.ts";

/** All schemas, with what messages need to know about them. */
export interface SchemaSet {
  /** File name to schema. */
  files: ReadonlyMap<string, JsonSchema>;
  /** The schema of a content; one that allows anything where there is none. */
  schemaOf(kind: Content): JsonSchema;
  validatorOf(kind: Content): ValidateFunction;
  /** Follows references until there is none; what stands beside a reference is not merged in. */
  resolve(schema: JsonSchema): JsonSchema;
  /** The branches of the choice that a schema is one branch of; none when it is in no choice. */
  findChoice(schema: JsonSchema): JsonSchema[];
  /** Every schema object that takes part in judging by this one. */
  reach(schema: JsonSchema): ReadonlySet<unknown>;
}

/** Prepares schemas for use with validators that were made from them; apart, so that a page can bring its own. */
export function linkSchemas(files: ReadonlyMap<string, JsonSchema>, validatorOf: SchemaSet["validatorOf"]): SchemaSet {
  const fileOf = new Map<unknown, string>();
  for (const [file, schema] of files) walk(schema, (node) => fileOf.set(node, file));
  const targets = new Map<JsonSchema, JsonSchema>();
  const resolve = (schema: JsonSchema): JsonSchema => {
    const reference = schema.$ref;
    if (typeof reference !== "string") return schema;
    const known = targets.get(schema);
    if (known) return known;
    const { file, pointer } = splitReference(reference);
    const target = resolve(follow(files.get(file || (fileOf.get(schema) ?? "")), pointer));
    targets.set(schema, target);
    return target;
  };
  const choices = [...fileOf.keys()].flatMap((node) =>
    isMapping(node) && Array.isArray(node.oneOf) ? [node.oneOf.map(resolve)] : [],
  );
  return {
    files,
    schemaOf: (kind) => files.get(schemaFileOf(kind).replace("data/schema/", "")) ?? {},
    resolve,
    validatorOf,
    findChoice: (schema) => choices.find((branches) => branches.includes(schema)) ?? [],
    reach: (schema) => reachFrom(schema, resolve),
  };
}

/** Calls back for a schema and each mapping inside it. */
function walk(node: unknown, visit: (node: JsonSchema) => void): void {
  if (Array.isArray(node)) node.forEach((item: unknown) => walk(item, visit));
  if (!isMapping(node)) return;
  visit(node);
  Object.values(node).forEach((value) => walk(value, visit));
}

function follow(schema: JsonSchema | undefined, pointer: string): JsonSchema {
  const target = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((node, key) => (isMapping(node) ? node[key] : undefined), schema);
  if (!isMapping(target)) throw new Error(`data/schema: a reference to #${pointer} leads nowhere`);
  return target;
}

function reachFrom(start: JsonSchema, resolve: SchemaSet["resolve"]): ReadonlySet<unknown> {
  const reached = new Set<unknown>();
  const add = (node: JsonSchema): void => {
    if (reached.has(node)) return;
    reached.add(node);
    if (node.$ref) walk(resolve(node), add);
  };
  walk(start, add);
  return reached;
}
