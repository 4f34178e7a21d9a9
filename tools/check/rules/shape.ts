// Rules about the shape that the schemas give a record or a tombstone.

import { isMap, isScalar } from "yaml";
import { suggest } from "../../../advisor/questions/nearest.mjs";
import { reorderEntries } from "../fix/reorder.ts";
import { references } from "../references.ts";
import type { Complaint, RecordRule, WorldComplaint, WorldRule } from "../rule.ts";
import { explainErrors } from "../schema/explain-errors.ts";
import { listFields, listOf, orderFields } from "../schema/fields.ts";
import { oncePer } from "../../../advisor/collections.ts";
import type { SchemaSet } from "../schema/schema-set.ts";
import { isMapping, select } from "../select.ts";
import type { World } from "../world.ts";
import { folderOf, type Kind, kinds } from "../../records/kinds.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";

/** A record has the shape that its schema in data/schema describes: these fields, these types, these values. */
export const schema = {
  name: "schema",
  summary: "A record has the fields, types and values that its schema describes.",
  scope: "record",
  fixable: true,
  isDecisive: true,
  check(record: AnyRecord, world: World): Complaint[] {
    const { schemas, errorsOf } = world;
    const errors = errorsOf(record);
    if (errors.length === 0) return [];
    const other = findOtherKind(record, schemas);
    if (other) {
      const message = `the fields are those of a ${other}, not of a ${record.kind}`;
      return [{ path: [], at: { line: 1, col: 1 }, message, help: `move the file to ${folderOf(other)}` }];
    }
    return explainErrors(errors, record, schemas.schemaOf(record.kind), schemas, {
      listIds: (path) => listCitable(record, path, world),
      questionIds: world.ids.get("question") ?? [],
    });
  },
} satisfies RecordRule;

/** Lists the ids of the records that the field at a path may cite; those of evidence with their kind. */
function listCitable({ kind, data }: AnyRecord, path: Path, { ids }: World): readonly string[] {
  const reference = references[kind].find(([pattern]) =>
    select(data, pattern).some((place) => place.path.join("\n") === path.join("\n")),
  );
  if (reference?.[1] === "evidence")
    return (["dataset", "finding"] as const).flatMap((cited) =>
      [...(ids.get(cited) ?? [])].map((id) => `${cited}:${id}`),
    );
  const declared = reference && ids.get(reference[1] as Kind);
  return declared ? [...declared] : [];
}

/**
 * Finds the kind that a record's fields match, if its folder is that of another kind: it has all required fields of that
 * kind and no unknown ones, and differs from the kind of its folder by more than a slip.
 */
function findOtherKind({ kind, data }: AnyRecord, schemas: SchemaSet): Kind | undefined {
  if (!isMapping(data)) return undefined;
  const fields = Object.keys(data);
  const countMisfits = (candidate: Kind): number => {
    const { known, required } = listTopFields(candidate, schemas);
    const missing = required.filter((field) => !fields.includes(field));
    return missing.length + fields.filter((field) => !known.has(field)).length;
  };
  if (countMisfits(kind) < 3) return undefined;
  return kinds.find((candidate) => candidate !== kind && countMisfits(candidate) === 0);
}

function listTopFields(kind: Kind, schemas: SchemaSet): { known: ReadonlySet<string>; required: readonly string[] } {
  const { properties, required } = schemas.schemaOf(kind);
  return {
    known: new Set(isMapping(properties) ? Object.keys(properties) : []),
    required: Array.isArray(required) ? required.map(String) : [],
  };
}

/** The keys of a mapping stand in the order in which the schema describes them, so that records read alike. */
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
      const misplaced = isMapping(value) ? checkKeys(plan, Object.keys(value), path, record) : undefined;
      const found = misplaced ? [misplaced] : [];
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

const fieldPlansOf = oncePer(makeFieldPlans);

/** Keys that the schema does not know keep their places; the others are sorted among theirs. */
function checkKeys(
  { places }: FieldPlan,
  keys: readonly string[],
  path: Path,
  record: AnyRecord,
): WorldComplaint | undefined {
  const placeOf = (key: string): number => places.get(key) ?? 0;
  const known = keys.filter((key) => places.has(key));
  const key = known.find((name, index) => index > 0 && placeOf(name) < placeOf(known[index - 1] ?? name));
  if (key === undefined) return undefined;
  const next = known.find((other) => placeOf(other) > placeOf(key));
  const sorted = [...known].sort((a, b) => placeOf(a) - placeOf(b));
  const queue = sorted.values();
  const order = keys.map((old) => keys.indexOf(places.has(old) ? (queue.next().value ?? old) : old));
  const edit = isWritten(record, path, keys) ? reorderEntries(record, path, order) : undefined;
  return {
    record,
    path: [...path, key],
    onKey: true,
    message: `"${key}" belongs before "${next}"`,
    help: `the order is ${sorted.join(", ")}${edit ? "" : "; move the lines yourself: --fix cannot tell to which keys the comments belong"}`,
    fix: edit && { edits: [edit], changes: [] },
  };
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

/** The order of fields, computed once for each schema and kind of row. */
interface FieldPlan {
  /** Field to its place. */
  places: ReadonlyMap<string, number>;
  /** Schema of what stands under a key or in a list. */
  step(step: string | number): JsonSchema | undefined;
}

/** Returns the plan for a value. Thousands of records share a few dozen plans. */
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

/** A tombstone says why and since when the record is gone, and its successor exists. */
export const tombstonesWhole: WorldRule = {
  name: "tombstones-whole",
  summary: "A tombstone gives a reason and a date and leads to an existing record.",
  scope: "world",
  fixable: true,
  isDecisive: true,
  check: (world) =>
    world.set.tombstones.flatMap((tombstone) => {
      const misshapen = explainShape(tombstone, world);
      const complaints = misshapen.length > 0 ? misshapen : [checkSuccessor(tombstone, world)];
      return complaints.map((complaint) => complaint && { record: tombstone, ...complaint });
    }),
};

function explainShape(tombstone: Tombstone, { schemas }: World): Complaint[] {
  const validate = schemas.validatorOf("tombstone");
  if (validate(tombstone.data)) return [];
  return explainErrors(validate.errors ?? [], tombstone, schemas.schemaOf("tombstone"), schemas);
}

function checkSuccessor({ kind, id, data }: Tombstone, { ids, findTombstone }: World): Complaint | undefined {
  const path = ["tombstone", "successor"];
  const [found] = select(data, path.join("."));
  if (!found || ids.get(kind)?.has(String(found.value))) return undefined;
  const successor = String(found.value);
  const next = select(findTombstone(kind, successor)?.data, "tombstone.successor")[0]?.value;
  if (successor === id)
    return { path, message: `"${id}" is its own successor`, help: "name the record that replaces it" };
  if (findTombstone(kind, successor))
    return {
      path,
      message: `the successor "${successor}" is removed too`,
      help: next === undefined ? "name another record, or write withdrawn" : `write its successor, ${String(next)}`,
    };
  return {
    path,
    message: `"${successor}" is not declared in ${folderOf(kind)}`,
    help: suggest(successor, ids.get(kind) ?? []) || "a successor must be a record of the same kind",
  };
}
