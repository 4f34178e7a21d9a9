import type { JsonSchema } from "../../../records/read-schemas.ts";
import { isMapping } from "../../../check/select.ts";
import { splitReference } from "../../../records/text.ts";

/** A schema object with the file it stands in, which its references start from. */
export interface Node {
  file: string;
  schema: JsonSchema;
}

/** Where a named definition stands. */
export interface Definition {
  file: string;
  name: string;
}

/** A field's schema with its references followed; words beside a reference win over those it leads to. */
export interface Followed extends Node {
  title: string;
  description: string;
  examples: readonly unknown[];
  /** The definition that was referred to, the nearest one where a definition is itself a reference. */
  definition?: Definition;
}

export type SchemaFiles = ReadonlyMap<string, JsonSchema>;

/** Follows references until there is none. */
export function follow(node: Node, files: SchemaFiles): Followed {
  const reference = node.schema.$ref;
  const own = wordsOf(node.schema);
  if (typeof reference !== "string") return { ...node, ...own };
  const { definition, target } = lookUp(reference, node.file, files);
  const found = follow(target, files);
  return {
    ...found,
    title: own.title || found.title,
    description: own.description || found.description,
    examples: own.examples.length > 0 ? own.examples : found.examples,
    definition,
  };
}

/** Splits a reference into the definition it names; every definition stands directly under `$defs`. */
export function parseReference(reference: string, from: string): Definition {
  const { file, pointer } = splitReference(reference);
  const name = /^\/\$defs\/([^/]+)$/.exec(pointer)?.[1];
  if (name === undefined)
    throw new Error(`data/schema/${from}: ${reference} does not lead to a definition under $defs`);
  return { file: file === "" ? from : file, name };
}

/** Title of a definition. */
export function titleOf({ file, name }: Definition, files: SchemaFiles): string {
  const found = definitionsOf(files.get(file) ?? {}).find(([one]) => one === name);
  return String(found?.[1].title ?? name);
}

/** The named definitions of a schema. */
export function definitionsOf(schema: JsonSchema): [name: string, schema: JsonSchema][] {
  return entriesOf(schema.$defs);
}

/** Names and values of a mapping of schemas, such as `properties`; none when it is not there. */
export function entriesOf(value: unknown): [string, JsonSchema][] {
  return isMapping(value)
    ? Object.entries(value).filter((entry): entry is [string, JsonSchema] => isMapping(entry[1]))
    : [];
}

/** The schemas of a list such as `allOf`; none when it is not there. */
export function listOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isMapping) : [];
}

function lookUp(reference: string, from: string, files: SchemaFiles): { definition: Definition; target: Node } {
  const definition = parseReference(reference, from);
  const schemas = files.get(definition.file)?.$defs;
  const schema = isMapping(schemas) ? schemas[definition.name] : undefined;
  if (!isMapping(schema)) throw new Error(`data/schema/${from}: ${reference} leads nowhere`);
  return { definition, target: { file: definition.file, schema } };
}

function wordsOf(schema: JsonSchema): { title: string; description: string; examples: readonly unknown[] } {
  const { title, description, examples } = schema;
  return {
    title: typeof title === "string" ? title : "",
    description: typeof description === "string" ? description : "",
    examples: Array.isArray(examples) ? (examples as unknown[]) : [],
  };
}
