import { isMapping } from "../select.ts";
import { chooseByKind, listOf } from "./fields.ts";
import type { SchemaSet } from "./schema-set.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";

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
