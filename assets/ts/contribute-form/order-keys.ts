import { orderFields } from "../../../tools/check/schema/field-order.ts";
import { listFields } from "../../../tools/check/schema/fields.ts";
import type { JsonSchema, SchemaSet } from "../../../tools/check/schema/schema-set.ts";
import { isMapping } from "../../../tools/check/select.ts";

/** Puts the keys of data, and of what is in them, into the order that the checker wants. */
export function orderKeys(value: unknown, schema: JsonSchema, schemas: SchemaSet): unknown {
  const target = schemas.resolve(schema);
  if (Array.isArray(value)) {
    const items = isMapping(target.items) ? target.items : {};
    return value.map((item: unknown) => orderKeys(item, items, schemas));
  }
  if (!isMapping(value)) return value;
  const names = orderFields(target, value, schemas);
  const fields = listFields(target, value, schemas);
  const place = (key: string): number => (names.includes(key) ? names.indexOf(key) : names.length);
  const keys = Object.keys(value).sort((a, b) => place(a) - place(b));
  return Object.fromEntries(keys.map((key) => [key, orderKeys(value[key], fields[key] ?? {}, schemas)]));
}
