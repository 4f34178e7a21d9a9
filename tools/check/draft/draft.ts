import type { ErrorObject } from "ajv";
import { type Filling, holdPlace, type Scalar } from "./placeholder.ts";
import { chooseExample, type FieldWords, readWords, type Shape, shapeOf } from "./shape.ts";
import { listOf } from "../schema/fields.ts";
import { openId } from "../placeholders.ts";
import { references } from "../references.ts";
import type { SchemaSet } from "../schema/schema-set.ts";
import { isMapping } from "../select.ts";
import { ToolError } from "../../records/command-line.mjs";
import type { Kind } from "../../records/kinds.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";

/** A record to be written: every field that it may have, and the values of those that are filled in. */
export type Draft =
  | ({ form: "scalar" } & Filling)
  | { form: "list"; items: Draft[] }
  | { form: "mapping"; fields: DraftField[] /** Whether any of its fields may be left out. */; isFree: boolean };

export interface DraftField {
  name: string;
  words: FieldWords;
  /** Undefined for a field that is only offered. */
  content?: Draft;
}

/** The input of a draft. */
interface Order {
  kind: Kind;
  schemas: SchemaSet;
  /** What is known already: any part of the record's data. */
  answers: unknown;
  /** Fields that the schema asks for beside others, and values that it accepts beside them, by pointer. */
  asked: ReadonlyMap<string, Scalar | undefined>;
}

/** Drafts a record after its schema. */
export function draftRecord(order: Order): Draft {
  return draft(order.schemas.schemaOf(order.kind), {
    ...order,
    value: order.answers,
    example: undefined,
    pointer: "",
    pattern: "",
  });
}

/** Turns a draft into the data that its file will hold. */
export function toData(draft: Draft): unknown {
  switch (draft.form) {
    case "scalar":
      return draft.value;
    case "list":
      return draft.items.map(toData);
    case "mapping":
      return Object.fromEntries(
        draft.fields.flatMap(({ name, content }) => (content ? [[name, toData(content)] as const] : [])),
      );
  }
}

/** A place in the record while it is drafted, with the known value and the schema's example there. */
interface Place extends Order {
  value: unknown;
  example: unknown;
  /** Place in the data, as in errors of the validator. */
  pointer: string;
  /** Place in every record of the kind, as in the list of references. */
  pattern: string;
}

function draft(schema: JsonSchema, place: Place): Draft {
  const shape = shapeOf(schema, place.schemas, isMapping(place.value) ? place.value.kind : undefined);
  const here = { ...place, example: chooseExample(schema, place) };
  switch (shape.form) {
    case "scalar":
      return { form: "scalar", ...fill(schema, here) };
    case "list":
      return draftList(shape, here);
    case "entries":
      return draftEntries(shape, here);
    case "mapping":
      return draftFields(shape, here);
  }
}

function fill(schema: JsonSchema, { kind, value, example, pointer, pattern, asked, schemas }: Place): Filling {
  if (value !== undefined) return { value: value as Scalar, isOpen: false };
  const suited = asked.get(pointer);
  if (suited !== undefined) return { value: suited, isOpen: true };
  const isId = references[kind].some(([known]) => known === pattern);
  return holdPlace(schema, { ...readWords(schema, schemas), example }, isId, schemas);
}

function draftList({ items, least }: Shape & { form: "list" }, place: Place): Draft {
  const examples = listOf<unknown>(place.example);
  const given = Array.isArray(place.value) ? (place.value as unknown[]) : [undefined];
  // An empty list is an answer; one that has too few entries is only begun.
  const length = given.length === 0 ? 0 : Math.max(given.length, least);
  const values = Array.from({ length }, (_, index) => given[index]);
  const inner = (value: unknown, index: number): Draft =>
    draft(items, step(place, String(index), "*", value, examples[index] ?? examples[0]));
  return { form: "list", items: values.map(inner) };
}

function draftEntries({ values, least }: Shape & { form: "entries" }, place: Place): Draft {
  const given = isMapping(place.value) ? place.value : least > 0 ? { [openId]: undefined } : {};
  const [[name, example] = [openId, undefined]] = Object.entries(isMapping(place.example) ? place.example : {});
  const fields = Object.entries(given).map(([key, item]): DraftField => {
    const words = { description: "", example: undefined, accepted: [] };
    return { name: key, words, content: draft(values, step(place, key, "*", item ?? undefined, example)) };
  });
  const offered = { name, words: { ...readWords(values, place.schemas), example } };
  return { form: "mapping", fields: fields.length > 0 ? fields : [offered], isFree: false };
}

function draftFields({ fields, required, inherited, kinds }: Shape & { form: "mapping" }, place: Place): Draft {
  const { asked, pointer, schemas } = place;
  const value = isMapping(place.value) ? place.value : {};
  // The example of a row is one of some kind; what the kinds share it shows for all of them.
  const shown = Object.entries(isMapping(place.example) ? place.example : {});
  const example = Object.fromEntries(shown.filter(([name]) => kinds.length === 0 || inherited.has(name)));
  // If no field is required, and in rows, the schema's example shows the usual fields.
  const isWhole = isMapping(place.value) && [...required].every((name) => name in value);
  const usual = (required.size === 0 || kinds.length > 0) && !isWhole ? Object.keys(example) : [];
  const unstated = isWhole ? [] : listUnstated(fields, schemas).filter((name) => !(name in value));
  const drafted = [...fields].map(([name, schema]): DraftField => {
    const words = readWords(schema, schemas);
    if (name === unknownNumbers && unstated.length > 0 && !(name in value))
      return { name, words, content: { form: "list", items: unstated.map(sayUnstated) } };
    const inner = step(place, name, name, value[name], example[name]);
    const isLive = required.has(name) || name in value || asked.has(inner.pointer) || usual.includes(name);
    return { name, words, ...(isLive && !unstated.includes(name) ? { content: draft(schema, inner) } : {}) };
  });
  return { form: "mapping", fields: drafted, isFree: required.size === 0 && pointer !== "" };
}

/** The field in which a mapping lists the numbers that the source does not state. */
const unknownNumbers = "unknown";

/** Numbers that a record may list as unknown instead of giving a value. */
function listUnstated(fields: ReadonlyMap<string, JsonSchema>, schemas: SchemaSet): string[] {
  const list = fields.get(unknownNumbers);
  return list
    ? readWords(list, schemas)
        .accepted.map(String)
        .filter((name) => fields.has(name))
    : [];
}

function sayUnstated(name: string): Draft {
  return { form: "scalar", value: name, isOpen: false };
}

function step(place: Place, name: string, generic: string, value: unknown, example: unknown): Place {
  const pattern = place.pattern === "" ? generic : `${place.pattern}.${generic}`;
  const escaped = name.replaceAll("~", "~0").replaceAll("/", "~1");
  return { ...place, value, example, pattern, pointer: `${place.pointer}/${escaped}` };
}

/** No draft can match the schema, because the given answers contradict each other. */
export class Unsettled extends ToolError {
  constructor(readonly data: unknown) {
    super("the answers do not fit each other");
  }
}

/** Drafts a record that its schema accepts: a condition of the schema may ask for more fields, or for other values, than the fields alone show. */
export function settleDraft(order: Omit<Order, "asked">): Draft {
  const validate = order.schemas.validatorOf(order.kind);
  let asked: ReadonlyMap<string, Scalar | undefined> = wantedBeside(order);
  for (;;) {
    const drafted = draftRecord({ ...order, asked });
    const data = toData(drafted);
    if (validate(data)) return drafted;
    const wanted = (validate.errors ?? []).flatMap(readExpected).find(([pointer]) => !asked.has(pointer));
    if (!wanted) throw new Unsettled(data);
    asked = new Map([...asked, wanted]);
  }
}

/** Fields that a record can hardly do without although the schema leaves them free, and values that suit it better than the schema's examples. */
function wantedBeside({ kind, answers }: Omit<Order, "asked">): Map<string, Scalar | undefined> {
  if (!isMapping(answers)) return new Map();
  // Rules depend on a yes or no by these three.
  if (kind === "question" && answers.kind === "yes-no")
    return new Map(["/priority", "/assumed", "/assumed/value", "/means"].map((field) => [field, undefined]));
  if (kind !== "dataset" || answers.extraction !== "raw-output") return new Map();
  // Output of a tool is in most cases a measurement of one's own, which nobody has published.
  const adapters = new Set(listOf<unknown>(answers.measurements).map((row) => isMapping(row) && row.adapter));
  return new Map([
    ["/permission/basis", "unrestricted"],
    ...(adapters.size < 2 ? [["/grade", "single"] as const] : []),
  ]);
}

/** Reads from a validator's error which field is missing, or which value would be accepted. */
function readExpected({ keyword, instancePath, params }: ErrorObject): [pointer: string, value: Scalar | undefined][] {
  switch (keyword) {
    case "required":
    case "dependentRequired":
      return [[`${instancePath}/${String(params.missingProperty)}`, undefined]];
    case "enum":
      return [[instancePath, (params.allowedValues as Scalar[])[0]]];
    case "const":
      return [[instancePath, params.allowedValue as Scalar]];
    default:
      return [];
  }
}
