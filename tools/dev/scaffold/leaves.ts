import { references } from "../../check/references.ts";
import type { SchemaSet } from "../../check/schema/schema-set.ts";
import { isMapping, select } from "../../check/select.ts";
import { listOf } from "../../check/schema/fields.ts";
import type { World } from "../../check/world.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import type { Kind } from "../../records/kinds.ts";
import { chooseExample, type FieldWords, readWords, type Shape, shapeOf } from "../../check/draft/shape.ts";

/** A field of a kind's records that holds a plain value or a list of such: what a flag sets and a question asks for. */
export interface Leaf {
  /** Keys that lead to it; `0` is the first item of a list, `*` an entry of a mapping, `key()` at the end the entry's name. */
  path: readonly string[];
  schema: JsonSchema;
  words: FieldWords;
  /** Whether it and everything around it is required. */
  isRequired: boolean;
  isList: boolean;
  /** Whether its value selects the kind of row. */
  isChoice: boolean;
  /** What it refers to, such as `source`; nothing for values that refer to no record. */
  target: string | undefined;
  /** Words that it accepts besides ids. */
  otherWords: readonly string[];
}

/** Lists the leaves of a kind's records in the order of its schema. */
export function listLeaves(kind: Kind, schemas: SchemaSet): Leaf[] {
  const leaves = walk(schemas.schemaOf(kind), { path: [], isRequired: true, kind, schemas, example: undefined });
  return [...new Map(leaves.map((leaf) => [leaf.path.join("."), leaf])).values()];
}

interface Place {
  path: readonly string[];
  isRequired: boolean;
  kind: Kind;
  schemas: SchemaSet;
  /** What the example around the place has there. */
  example: unknown;
}

function walk(schema: JsonSchema, outer: Place): Leaf[] {
  const shape = shapeOf(schema, outer.schemas);
  const place = { ...outer, example: chooseExample(schema, outer) };
  switch (shape.form) {
    case "scalar":
      return [makeLeaf(schema, place)];
    case "list":
      if (shapeOf(shape.items, place.schemas).form === "scalar") return [makeLeaf(schema, place, shape.items)];
      return walk(shape.items, stepInto(place, "0", listOf<unknown>(place.example)[0]));
    case "entries":
      return walkEntries(schema, shape, place);
    case "mapping": {
      if (shape.kinds.length === 0) return walkFields(shape, place);
      const rows = shape.kinds.map((kind) => walkFields(shapeOf(schema, place.schemas, kind), place));
      const { description } = readWords(schema, place.schemas);
      const words = { description, accepted: shape.kinds, example: shape.kinds[0] };
      const choice = [...place.path, "kind"].join(".");
      return rows.flat().map((leaf) => {
        const isRequired = rows.every((row) =>
          row.some((other) => other.isRequired && other.path.join(".") === leaf.path.join(".")),
        );
        return { ...leaf, isRequired, ...(leaf.path.join(".") === choice ? { words, isChoice: true } : {}) };
      });
    }
  }
}

function walkFields(shape: Shape, place: Place): Leaf[] {
  if (shape.form !== "mapping") return [];
  const { fields, required, inherited, kinds } = shape;
  const example = isMapping(place.example) ? place.example : {};
  // The example of a row is one of some kind; of its fields only what the kinds share is an example for all.
  const exampleOf = (name: string): unknown => (kinds.length === 0 || inherited.has(name) ? example[name] : undefined);
  return [...fields].flatMap(([name, field]) =>
    walk(field, stepInto(place, name, exampleOf(name), required.has(name))),
  );
}

function walkEntries(schema: JsonSchema, { keys, values, least }: Shape & { form: "entries" }, place: Place): Leaf[] {
  // The description of the mapping explains its keys.
  const { description } = readWords(schema, place.schemas);
  const [[name, example] = []] = Object.entries(isMapping(place.example) ? place.example : {});
  const key = makeLeaf(keys, stepInto(place, "key()", name, least > 0));
  const inner = walk(values, stepInto(place, "*", example, least > 0));
  const isPlain = shapeOf(values, place.schemas).form === "scalar";
  // Of plain values the description explains the value; the key is only its place.
  const aboutKey = `Entry of ${place.path.at(-1)}: ${key.target ? `id of a record in data/${key.target}s` : "its key"}.`;
  return [
    { ...key, words: { description: isPlain ? aboutKey : description, accepted: [], example: name } },
    ...(isPlain ? inner.map((leaf) => ({ ...leaf, words: { ...leaf.words, description } })) : inner),
  ];
}

function makeLeaf(schema: JsonSchema, { path, isRequired, kind, schemas, example }: Place, items?: JsonSchema): Leaf {
  const pattern = [...path, ...(items ? ["*"] : [])].map((step) => (step === "0" ? "*" : step)).join(".");
  const own = readWords(schema, schemas);
  // The user types a single value, even if it becomes an item of a list.
  const words = { ...own, example: Array.isArray(example) ? (example as unknown[])[0] : example };
  const [, target, ...otherWords] = references[kind].find(([known]) => known === pattern) ?? [];
  return {
    path,
    schema: schemas.resolve(items ?? schema),
    words,
    isRequired,
    isList: items !== undefined,
    isChoice: false,
    target,
    otherWords,
  };
}

function stepInto(place: Place, name: string, example: unknown, isNeeded = true): Place {
  return { ...place, path: [...place.path, name], example, isRequired: place.isRequired && isNeeded };
}

/** Default value of a leaf, derived without asking; undefined if only the author knows it. */
export function suggestAnswer(kind: Kind, { path, schema }: Leaf, { set, today }: World): string | undefined {
  if (path.length !== 1) return undefined;
  if (path[0] === "accessed") return today;
  if (path[0] !== "order") return undefined;
  const orders = set.records.filter((record) => record.kind === kind).flatMap(({ data }) => select(data, "order"));
  return String(findFreeOrder(new Set(orders.map(({ value }) => value)), Number(schema.maximum ?? Infinity)));
}

/** At the end, leaving a gap; if that exceeds the maximum, the nearest free number. */
function findFreeOrder(taken: ReadonlySet<unknown>, maximum: number): number {
  const last = Math.max(0, ...[...taken].filter((order) => typeof order === "number"));
  const next = (Math.floor(last / 10) + 1) * 10;
  let free = Math.min(next, maximum);
  while (taken.has(free)) free--;
  return free;
}
