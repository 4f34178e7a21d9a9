import type { Schema } from "./tidy-schema.ts";

/**
 * Every field that a schema promises, one line each: the place, the types, and whether it may be missing. A field within a
 * definition is listed once, under the definition's name. `[]` stands for the entries of a list, `*` for any key.
 */
export function listFields(name: string, schema: Schema): string[] {
  const { $defs = {}, ...own } = schema;
  const parts = Object.entries($defs as Record<string, Schema>).map(([part, one]) => [`${name}#${part}`, one] as const);
  return [[name, own] as const, ...parts].flatMap(([place, one]) => listWithin(place, one)).sort();
}

function listWithin(place: string, schema: Schema): string[] {
  const required = new Set((schema.required ?? []) as string[]);
  const { properties = {}, items, additionalProperties: others, anyOf = [], allOf = [] } = schema;
  return [
    ...Object.entries(properties as Record<string, Schema>).flatMap(([field, one]) => [
      `${place}.${field} ${describeType(one)}${required.has(field) ? "" : " optional"}`,
      ...listWithin(`${place}.${field}`, one),
    ]),
    ...(isSchema(items) ? listWithin(`${place}[]`, items) : []),
    ...(isSchema(others) ? listWithin(`${place}.*`, others) : []),
    ...[...(anyOf as Schema[]), ...(allOf as Schema[])].flatMap((one) => listWithin(place, one)),
  ];
}

/** Types without the values that a field may have: a new value among them is no break. */
function describeType(schema: Schema): string {
  const { type, $ref, anyOf, items, enum: values, const: value } = schema;
  if (typeof $ref === "string") return $ref.replace(/.*\//, "#");
  if (Array.isArray(anyOf)) return [...new Set((anyOf as Schema[]).map(describeType))].sort().join("|");
  if (type === "array") return `${isSchema(items) ? describeType(items) : "any"}[]`;
  const known = Array.isArray(type)
    ? type
    : type === undefined
      ? [...(Array.isArray(values) ? values : [value])].map(typeOf)
      : [type];
  return [...new Set(known.map(String))].sort().join("|");
}

function typeOf(value: unknown): string {
  return value === undefined ? "any" : value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
