import type { SchemaSet } from "./schema-set.ts";

/**
 * Keeps what was worked out from the schemas, as long as those are in use.
 * A form, a preview and the tests check thousands of times by the same ones.
 */
export function oncePerSchemas<T>(workOut: (schemas: SchemaSet) => T): (schemas: SchemaSet) => T {
  const known = new WeakMap<SchemaSet, { result: T }>();
  return (schemas) => {
    const kept = known.get(schemas) ?? { result: workOut(schemas) };
    known.set(schemas, kept);
    return kept.result;
  };
}
