import type { JsonSchema } from "../../../records/read-schemas.ts";
import { isMapping } from "../../../check/select.ts";
import { follow, listOf, type Node, type SchemaFiles } from "./schema-files.ts";
import { isRequirement } from "./type-words.ts";

/** Says what bounds a value, what is asked of each entry of a list and of each key of a mapping included. */
export function listLimits(node: Node, files: SchemaFiles): string[] {
  const { schema, file, definition } = follow(node, files);
  const parts = (value: unknown, prefix: string): string[] =>
    isMapping(value) ? listLimits({ schema: value, file }, files).map((limit) => `${prefix}${limit}`) : [];
  return [
    // A pattern that has a name is shown where that is defined.
    ...listOwn(definition ? { ...schema, pattern: undefined } : schema),
    ...listOf(schema.anyOf)
      .filter((branch) => !isRequirement(branch))
      .flatMap((branch) => parts(branch, "")),
    ...parts(schema.items, "each entry: "),
    ...parts(schema.propertyNames, "each key: "),
  ].filter((limit, index, all) => all.indexOf(limit) === index);
}

/** Lists the values that a field accepts, as they are written; none when there is no closed list. */
export function listAccepted(node: Node, files: SchemaFiles): string[] {
  const { schema, file } = follow(node, files);
  if (Array.isArray(schema.enum)) return schema.enum.map(String);
  const inner = isMapping(schema.items) ? [schema.items] : listOf(schema.anyOf);
  return [...new Set(inner.flatMap((part) => listAccepted({ schema: part, file }, files)))];
}

function listOwn(schema: JsonSchema): string[] {
  const { minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, pattern, format } = schema;
  return [
    ...count(minLength, maxLength, "character"),
    ...count(minItems, maxItems, schema.type === "array" ? "entry" : "item"),
    ...count(minProperties, maxProperties, "properties" in schema ? "field" : "entry"),
    ...(schema.uniqueItems === true ? ["each entry once"] : []),
    ...range(minimum, maximum),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${String(exclusiveMinimum)}`]),
    ...(exclusiveMaximum === undefined ? [] : [`less than ${String(exclusiveMaximum)}`]),
    ...(multipleOf === undefined ? [] : [`a multiple of ${String(multipleOf)}`]),
    ...(format === "uri" ? ["a complete web address"] : format === undefined ? [] : [`format ${String(format)}`]),
    ...(pattern === undefined ? [] : [`pattern \`${String(pattern)}\``]),
  ];
}

function count(least: unknown, most: unknown, noun: string): string[] {
  const many = noun === "entry" ? "entries" : `${noun}s`;
  if (least !== undefined && least === most) return [`exactly ${String(least)} ${least === 1 ? noun : many}`];
  return range(least, most).map((words) => `${words} ${(most ?? least) === 1 ? noun : many}`);
}

function range(least: unknown, most: unknown): string[] {
  if (least === undefined && most === undefined) return [];
  if (most === undefined) return [`at least ${String(least)}`];
  return [least === undefined ? `at most ${String(most)}` : `${String(least)} to ${String(most)}`];
}
