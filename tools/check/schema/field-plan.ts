import { isMapping } from "../select.ts";
import { orderFields } from "./field-order.ts";
import { listFields, listOf } from "./fields.ts";
import type { JsonSchema, SchemaSet } from "./schema-set.ts";

/** What there is to know about the order of fields, worked out once for each schema and kind of row. */
export interface FieldPlan {
  /** Field to its place. */
  places: ReadonlyMap<string, number>;
  /** Schema of what stands under a key or in a list. */
  step(step: string | number): JsonSchema | undefined;
}

/** Answers with the plan for a value; thousands of records share a few dozen of them. */
export function makeFieldPlans(schemas: SchemaSet): (schema: JsonSchema, value: unknown) => FieldPlan {
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
