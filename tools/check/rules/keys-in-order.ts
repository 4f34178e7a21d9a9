import { isMap, isScalar } from "yaml";
import { schemaFileOf } from "../../records/kinds.ts";
import type { AnyRecord, Path } from "../../records/record.ts";
import { reorderEntries } from "../fix/reorder.ts";
import type { Complaint, RecordRule } from "../rule.ts";
import { orderFields } from "../schema/field-order.ts";
import { stepInto } from "../schema/fields.ts";
import type { JsonSchema, SchemaSet } from "../schema/schema-set.ts";
import { isMapping } from "../select.ts";

/**
 * The keys of a mapping stand in the order in which the schema describes them, so that records read alike.
 *
 * Good: `metric: throughput`, `unit: Gbit/s`, `value: 2.65`
 * Bad: `value: 2.65`, `unit: Gbit/s`, `metric: throughput`
 */
export const keysInOrder: RecordRule = {
  name: "keys-in-order",
  summary: "Keys stand in the order in which the schema describes them.",
  scope: "record",
  fixable: true,
  check(record, { schemas }) {
    const schema = schemas.files.get(schemaFileOf(record.kind).replace("data/schema/", ""));
    return schema ? checkInside(schema, record.data, [], record, schemas) : [];
  },
};

function checkInside(
  schema: JsonSchema,
  value: unknown,
  path: Path,
  record: AnyRecord,
  schemas: SchemaSet,
): Complaint[] {
  if (typeof value !== "object" || value === null) return [];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const inside = steps.flatMap((step) => {
    const field = stepInto(schema, value, step, schemas);
    const part = (value as { [step: string]: unknown })[step];
    return field ? checkInside(field, part, [...path, step], record, schemas) : [];
  });
  return isMapping(value) ? [...checkKeys(schema, value, path, record, schemas), ...inside] : inside;
}

/** Keys that the schema does not know keep their places; the others are sorted among theirs. */
function checkKeys(
  schema: JsonSchema,
  value: { [key: string]: unknown },
  path: Path,
  record: AnyRecord,
  schemas: SchemaSet,
): Complaint[] {
  const keys = Object.keys(value);
  const fields = orderFields(schema, value, schemas);
  const known = keys.filter((key) => fields.includes(key));
  const sorted = [...known].sort((a, b) => fields.indexOf(a) - fields.indexOf(b));
  const misplaced = known.findIndex((key, index) =>
    known.slice(0, index).some((other) => fields.indexOf(other) > fields.indexOf(key)),
  );
  const key = known[misplaced];
  if (key === undefined) return [];
  const next = known.find((other) => fields.indexOf(other) > fields.indexOf(key));
  const queue = sorted.values();
  const order = keys.map((old) => keys.indexOf(fields.includes(old) ? (queue.next().value ?? old) : old));
  const edit = isWritten(record, path, keys) ? reorderEntries(record, path, order) : undefined;
  return [
    {
      path: [...path, key],
      onKey: true,
      message: `"${key}" belongs before "${next}"`,
      help: `the order is ${sorted.join(", ")}`,
      ...(edit ? { fix: { edits: [edit], changes: [] } } : {}),
    },
  ];
}

/** Whether the file has these keys in this order, none of them twice. */
function isWritten(record: AnyRecord, path: Path, keys: readonly string[]): boolean {
  const node = record.nodeAt(path)?.node;
  return (
    isMap(node) &&
    node.items.length === keys.length &&
    node.items.every(({ key }, index) => isScalar(key) && key.value === keys[index])
  );
}
