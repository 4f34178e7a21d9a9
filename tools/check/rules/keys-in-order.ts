import { isMap, isScalar } from "yaml";
import { schemaFileOf } from "../../records/kinds.ts";
import type { AnyRecord, Path } from "../../records/record.ts";
import { reorderEntries } from "../fix/reorder.ts";
import type { WorldComplaint, WorldRule } from "../rule.ts";
import { makeFieldPlans } from "../schema/field-plan.ts";
import type { FieldPlan } from "../schema/field-plan.ts";
import { oncePerSchemas } from "../schema/once-per-schemas.ts";
import type { JsonSchema } from "../schema/schema-set.ts";
import { isMapping } from "../select.ts";

/**
 * The keys of a mapping stand in the order in which the schema describes them, so that records read alike.
 *
 * Good: `metric: throughput`, `unit: Gbit/s`, `value: 2.65`
 * Bad: `value: 2.65`, `unit: Gbit/s`, `metric: throughput`
 */
export const keysInOrder: WorldRule = {
  name: "keys-in-order",
  summary: "Keys stand in the order in which the schema describes them.",
  scope: "world",
  fixable: true,
  check({ set, schemas }) {
    const planOf = fieldPlansOf(schemas);
    const checkInside = (schema: JsonSchema, value: unknown, path: Path, record: AnyRecord): WorldComplaint[] => {
      if (typeof value !== "object" || value === null) return [];
      const plan = planOf(schema, value);
      const found = isMapping(value) ? checkKeys(plan, Object.keys(value), path, record) : [];
      for (const [key, part] of Object.entries(value)) {
        if (typeof part !== "object" || part === null) continue;
        const step = Array.isArray(value) ? Number(key) : key;
        const field = plan.step(step);
        if (field) found.push(...checkInside(field, part, [...path, step], record));
      }
      return found;
    };
    return set.records.flatMap((record) => {
      const schema = schemas.files.get(schemaFileOf(record.kind).replace("data/schema/", ""));
      return schema ? checkInside(schema, record.data, [], record) : [];
    });
  },
};

const fieldPlansOf = oncePerSchemas(makeFieldPlans);

/** Keys that the schema does not know keep their places; the others are sorted among theirs. */
function checkKeys({ places }: FieldPlan, keys: readonly string[], path: Path, record: AnyRecord): WorldComplaint[] {
  const placeOf = (key: string): number => places.get(key) ?? 0;
  const known = keys.filter((key) => places.has(key));
  const key = known.find((name, index) => index > 0 && placeOf(name) < placeOf(known[index - 1] ?? name));
  if (key === undefined) return [];
  const next = known.find((other) => placeOf(other) > placeOf(key));
  const sorted = [...known].sort((a, b) => placeOf(a) - placeOf(b));
  const queue = sorted.values();
  const order = keys.map((old) => keys.indexOf(places.has(old) ? (queue.next().value ?? old) : old));
  const edit = isWritten(record, path, keys) ? reorderEntries(record, path, order) : undefined;
  return [
    {
      record,
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
