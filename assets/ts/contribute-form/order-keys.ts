import { listFields } from "../../../tools/check/schema/fields.ts";
import type { JsonSchema, SchemaSet } from "../../../tools/check/schema/schema-set.ts";
import { isMapping } from "../../../tools/check/select.ts";

/** Puts the keys of data, and of what is in them, into the order of their schema; a row starts with its id and kind. */
export function orderKeys(value: unknown, schema: JsonSchema, schemas: SchemaSet): unknown {
  const target = schemas.resolve(schema);
  if (Array.isArray(value)) {
    const items = isMapping(target["items"]) ? target["items"] : {};
    return value.map((item: unknown) => orderKeys(item, items, schemas));
  }
  if (!isMapping(value)) return value;
  const fields = listFields(target, value, schemas);
  const names = [...("kind" in fields && "id" in fields ? ["id", "kind"] : []), ...Object.keys(fields)];
  const place = (key: string): number => (names.includes(key) ? names.indexOf(key) : names.length);
  const keys = Object.keys(value).sort((a, b) => place(a) - place(b));
  return Object.fromEntries(keys.map((key) => [key, orderKeys(value[key], fields[key] ?? {}, schemas)]));
}
