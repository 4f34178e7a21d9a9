import { isMap, isScalar } from "yaml";
import type { AnyRecord, Path } from "../../records/record.ts";
import { reorderEntries } from "../fix/reorder.ts";
import type { WorldComplaint, WorldRule } from "../rule.ts";
import { oncePerSchemas, type SchemaSet } from "../schema/schema-set.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import { isMapping } from "../select.ts";
import { orderFields } from "../schema/field-order.ts";
import { listFields, listOf } from "../schema/fields.ts";

/**
 * The keys of a mapping stand in the order in which the schema describes them, so that records read alike.
 *
 * Good: `metric: throughput`, `unit: Gbit/s`, `value: 2.65`
 * Bad: `value: 2.65`, `unit: Gbit/s`, `metric: throughput`
 */
export const keysInOrder: WorldRule = {
  name: "keys-in-order",
  summary: "Keys are in the order of the schema.",
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
    return set.records.flatMap((record) => checkInside(schemas.schemaOf(record.kind), record.data, [], record));
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

/** What there is to know about the order of fields, worked out once for each schema and kind of row. */
interface FieldPlan {
  /** Field to its place. */
  places: ReadonlyMap<string, number>;
  /** Schema of what stands under a key or in a list. */
  step(step: string | number): JsonSchema | undefined;
}

/** Answers with the plan for a value; thousands of records share a few dozen of them. */
function makeFieldPlans(schemas: SchemaSet): (schema: JsonSchema, value: unknown) => FieldPlan {
  const plans = new Map<JsonSchema, Map<unknown, FieldPlan>>();
  const planOf = (schema: JsonSchema, kind: unknown): FieldPlan => {
    const target = schemas.resolve(schema);
    const known = plans.get(target) ?? new Map<unknown, FieldPlan>();
    plans.set(target, known);
    const plan = known.get(kind) ?? makePlan(target, kind);
    known.set(kind, plan);
    return plan;
  };
  const makePlan = (target: JsonSchema, kind: unknown): FieldPlan => {
    const value = kind === undefined ? {} : { kind };
    const fields = new Map(Object.entries(listFields(target, value, schemas)));
    const order = orderFields(target, value, schemas);
    const branches = listOf(target.anyOf);
    const [items, others] = [target.items, target.additionalProperties].map((part) =>
      isMapping(part) ? part : undefined,
    );
    return {
      places: new Map(order.map((name, index) => [name, index])),
      step(step) {
        for (const branch of branches) {
          const found = planOf(branch, undefined).step(step);
          if (found) return found;
        }
        return typeof step === "number" ? items : (fields.get(step) ?? others);
      },
    };
  };
  return (schema, value) => planOf(schema, isMapping(value) ? value.kind : undefined);
}
