import type { SchemaSet } from "./schema-set.ts";
import { isMapping } from "../select.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import type { Path } from "../../records/record.ts";

/** What the schemas say about a field, for messages. */
interface FieldInfo {
  description: string;
  example: unknown;
}

/** Lists the fields that a mapping may have by its schema, inherited ones and those of the row's kind included. */
export function listFields(schema: JsonSchema, value: unknown, schemas: SchemaSet): { [name: string]: JsonSchema } {
  const target = schemas.resolve(schema);
  const parts = [...listOf(target.allOf), ...chooseByKind(target, value, schemas)];
  const inherited = parts.map((part) => listFields(part, value, schemas));
  return Object.assign({}, ...inherited, target.properties) as { [name: string]: JsonSchema };
}

/** Finds what the schemas say about the field at a path, whether or not the data have it. */
export function findField(root: JsonSchema, data: unknown, path: Path, schemas: SchemaSet): FieldInfo | undefined {
  const schema = findSchema(root, data, path, schemas);
  if (!schema) return undefined;
  const target = schemas.resolve(schema);
  // The example of a shared definition is one of its use elsewhere; beside a description of its own it would mislead.
  const described = schema.description === undefined ? target : schema;
  const [example] = listOf<unknown>(schema.examples ?? described.examples);
  return { description: String(schema.description ?? target.description ?? ""), example };
}

/** Finds the schema of the value at a path, whether or not the data have it. */
export function findSchema(root: JsonSchema, data: unknown, path: Path, schemas: SchemaSet): JsonSchema | undefined {
  let schema: JsonSchema | undefined = root;
  let value = data;
  for (const step of path) {
    schema = schema && stepInto(schema, value, step, schemas);
    value = isMapping(value) || Array.isArray(value) ? (value as { [key: string]: unknown })[step] : undefined;
  }
  return schema;
}

/** Lists the kinds that a choice between kinds of rows offers. */
export function listKinds(choice: JsonSchema, schemas: SchemaSet): string[] {
  return listOf(choice.oneOf).map((branch) => String(kindOf(branch, schemas)));
}

/**
 * Finds where a field belongs that stands in the wrong mapping: under a field beside it, or in a row of another kind.
 */
export function findHome(name: string, schema: JsonSchema, schemas: SchemaSet): string | undefined {
  const parents = Object.entries(listFields(schema, {}, schemas)).filter(([, field]) =>
    Object.hasOwn(listFields(field, {}, schemas), name),
  );
  if (parents[0]) return `it belongs under "${parents[0][0]}".`;
  const kinds = schemas
    .findChoice(schema)
    .filter((branch) => branch !== schema && Object.hasOwn(listFields(branch, {}, schemas), name));
  return kinds[0] && `it belongs to rows of the kind "${String(kindOf(kinds[0], schemas))}".`;
}

/** Finds the schema of a field or item of a value. */
function stepInto(
  schema: JsonSchema,
  value: unknown,
  step: string | number,
  schemas: SchemaSet,
): JsonSchema | undefined {
  const target = schemas.resolve(schema);
  for (const branch of listOf(target.anyOf)) {
    const found = stepInto(branch, value, step, schemas);
    if (found) return found;
  }
  if (typeof step === "number") return asSchema(target.items);
  return listFields(target, value, schemas)[step] ?? asSchema(target.additionalProperties);
}

/** Picks the branch of a choice between kinds that a mapping's kind names; none where there is no choice. */
export function chooseByKind(schema: JsonSchema, value: unknown, schemas: SchemaSet): JsonSchema[] {
  const kind = isMapping(value) ? value.kind : undefined;
  return listOf(schema.oneOf).filter((branch) => kindOf(branch, schemas) === kind);
}

function kindOf(branch: JsonSchema, schemas: SchemaSet): unknown {
  const properties = schemas.resolve(branch).properties;
  const kind = isMapping(properties) ? properties.kind : undefined;
  return isMapping(kind) ? kind.const : undefined;
}

function asSchema(value: unknown): JsonSchema | undefined {
  return isMapping(value) ? value : undefined;
}

/** A list as such, anything else as none. */
export function listOf<T = JsonSchema>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}

/** Lists the fields, as patterns of select, whose schema is of a certain sort, wherever in a record they stand. */
export function listPatterns(
  schema: JsonSchema,
  schemas: SchemaSet,
  isOfSort: (target: JsonSchema) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: unknown, steps: readonly string[]): void => {
    if (!isMapping(node)) return;
    const target = schemas.resolve(node);
    if (isOfSort(target)) found.add(steps.join("."));
    for (const keyword of ["anyOf", "oneOf", "allOf"]) {
      if (Array.isArray(target[keyword])) target[keyword].forEach((branch: unknown) => visit(branch, steps));
    }
    visit(target.items, [...steps, "*"]);
    visit(target.additionalProperties, [...steps, "*"]);
    if (isMapping(target.properties))
      Object.entries(target.properties).forEach(([name, field]) => visit(field, [...steps, name]));
  };
  visit(schema, []);
  return found;
}

/** Names of the fields of a schema's example, in its order. */
type Example = readonly string[];

/**
 * Lists the fields that a mapping may have in the order in which they are written: that of the schema's properties.
 * Where several schemas say together what a mapping may have, their examples show how the fields are interleaved.
 */
export function orderFields(
  schema: JsonSchema,
  value: unknown,
  schemas: SchemaSet,
  outer: readonly Example[] = [],
): string[] {
  const target = schemas.resolve(schema);
  const examples = [...outer, ...listExamples(target, value)];
  const parts = [...listOf(target.allOf), ...chooseByKind(target, value, schemas)];
  const inherited = parts.map((part) => orderFields(part, value, schemas, examples));
  return [...inherited, Object.keys(target.properties ?? {})].reduce(
    (fields, added) => interleave(fields, added, examples),
    [],
  );
}

/** Examples of the same kind of row show more about it than others. */
function listExamples(schema: JsonSchema, value: unknown): Example[] {
  const kind = isMapping(value) ? value.kind : undefined;
  const examples = listOf<unknown>(schema.examples).filter(isMapping);
  const [same, other] = [true, false].map((isSame) => examples.filter((example) => (example.kind === kind) === isSame));
  return [...(same ?? []), ...(other ?? [])].map((example) => Object.keys(example));
}

/** Puts each added field behind as many of the fields as an example shows, or as it shows for others that are added. */
function interleave(fields: readonly string[], added: readonly string[], examples: readonly Example[]): string[] {
  const own = added.filter((name) => !fields.includes(name));
  const isForeign = (name: string): boolean => !fields.includes(name) && !own.includes(name);
  const countBefore = (name: string): number => {
    const example =
      examples.find((names) => names.includes(name)) ?? examples.find((names) => names.some(isForeign)) ?? [];
    const place = example.includes(name) ? example.indexOf(name) : example.findIndex(isForeign);
    const before = example.slice(0, Math.max(place, 0)).findLast((other) => fields.includes(other));
    return before === undefined ? 0 : fields.indexOf(before) + 1;
  };
  const places = new Map(own.map((name) => [name, countBefore(name)]));
  return [...fields, undefined].flatMap((field, index) => [
    ...own.filter((name) => places.get(name) === index),
    ...(field === undefined ? [] : [field]),
  ]);
}
