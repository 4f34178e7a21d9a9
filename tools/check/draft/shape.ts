import { isMapping } from "../select.ts";
import { chooseByKind, listFields, listKinds, listOf, orderFields } from "../schema/fields.ts";
import type { SchemaSet } from "../schema/schema-set.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";

/** What a schema describes, as far as a draft has to know. */
export type Shape =
  | { form: "scalar"; schema: JsonSchema }
  | { form: "list"; items: JsonSchema; least: number }
  | MappingShape
  | { form: "entries"; keys: JsonSchema; values: JsonSchema; least: number };

interface MappingShape {
  form: "mapping";
  /** In the order in which they are written. */
  fields: ReadonlyMap<string, JsonSchema>;
  required: ReadonlySet<string>;
  /** Fields that rows of several kinds share. */
  inherited: ReadonlySet<string>;
  /** Kinds of rows to choose from; none where there is no choice. */
  kinds: string[];
}

/** Says what a schema describes; of a choice between kinds of rows it is the named one, else the first. */
export function shapeOf(schema: JsonSchema, schemas: SchemaSet, kind?: unknown): Shape {
  const target = schemas.resolve(schema);
  if (isMapping(target.items)) return { form: "list", items: target.items, least: numberOf(target.minItems) };
  const values = target.additionalProperties;
  if (isMapping(values) && !target.properties) {
    const keys = isMapping(target.propertyNames) ? target.propertyNames : {};
    return { form: "entries", keys, values, least: numberOf(target.minProperties) };
  }
  const kinds = target.oneOf ? listKinds(target, schemas) : [];
  if (!target.properties && !target.allOf && kinds.length === 0) return { form: "scalar", schema: target };
  const chosen = kinds.includes(String(kind)) ? kind : kinds[0];
  const parts = listParts(target, chosen, schemas);
  const own = new Set(
    parts.flatMap(({ properties, allOf }) => (allOf && isMapping(properties) ? Object.keys(properties) : [])),
  );
  const known = listFields(target, { kind: chosen }, schemas);
  const order = orderFields(target, { kind: chosen }, schemas);
  const fields = new Map(order.map((name): [string, JsonSchema] => [name, known[name] ?? {}]));
  const required = new Set(parts.flatMap((part) => listOf<unknown>(part.required).map(String)));
  return {
    form: "mapping",
    fields,
    required,
    inherited: new Set([...fields.keys()].filter((name) => !own.has(name))),
    kinds,
  };
}

/** What the schemas say about a field to those who fill it in. */
export interface FieldWords {
  description: string;
  /** Undefined where the schema has none. */
  example: unknown;
  /** The accepted values, where they are listed. */
  accepted: unknown[];
}

/** Reads what a field's own schema says, and where it says nothing what its definition says. */
export function readWords(schema: JsonSchema, schemas: SchemaSet): FieldWords {
  const target = schemas.resolve(schema);
  const [example] = listOf<unknown>(schema.examples ?? target.examples);
  const item = isMapping(target.items) ? schemas.resolve(target.items) : target;
  return {
    description: String(schema.description ?? target.description ?? ""),
    example: example ?? listOf<unknown>(item.enum)[0],
    accepted: listOf<unknown>(item.enum),
  };
}

/** The example of a place: what the example around it has there, for that fits the fields beside it, else the schema's own. */
export function chooseExample(
  schema: JsonSchema,
  { example, schemas }: { readonly example: unknown; readonly schemas: SchemaSet },
): unknown {
  return showsNothing(example) ? readWords(schema, schemas).example : example;
}

function showsNothing(example: unknown): boolean {
  if (Array.isArray(example) || isMapping(example)) return Object.keys(example).length === 0;
  return example === undefined;
}

/** A mapping's schema, what it inherits, and the branch of a choice that is for rows of the kind. */
function listParts(schema: JsonSchema, kind: unknown, schemas: SchemaSet): JsonSchema[] {
  const target = schemas.resolve(schema);
  const parts = [...listOf(target.allOf), ...chooseByKind(target, { kind }, schemas)];
  return [target, ...parts.flatMap((part) => listParts(part, kind, schemas))];
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
