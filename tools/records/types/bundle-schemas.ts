import { isRecord } from "../../../advisor/collections.ts";
import { splitReference } from "../text.ts";

export type JsonObject = { [key: string]: unknown };

/**
 * Joins the schemas into one whose definitions carry the names that the types shall have.
 * Only what a type can express is kept: conditions between fields and limits of values stay with the schemas.
 */
export function bundleSchemas(schemas: ReadonlyMap<string, JsonObject>): JsonObject {
  const names = nameDefinitions(schemas);
  const definitions: JsonObject = {};
  for (const [file, schema] of schemas) {
    if (file !== commonFile) definitions[names.get(file) ?? file] = simplify(schema, file, schemas, names);
    for (const [key, definition] of Object.entries(definitionsOf(schema))) {
      definitions[names.get(addressOf(file, key)) ?? key] = simplify(definition, file, schemas, names);
    }
  }
  const kinds = [...schemas.keys()].filter((file) => file !== commonFile);
  return {
    title: "Records",
    description: "Kind of record to its type.",
    type: "object",
    additionalProperties: false,
    required: kinds.map(kindOf),
    properties: Object.fromEntries(kinds.map((file) => [kindOf(file), { $ref: `#/$defs/${names.get(file)}` }])),
    $defs: definitions,
  };
}

const commonFile = "common.schema.json";
/** Conditions and annotations that have no counterpart in a type. */
const dropped = new Set([
  "$schema",
  "$id",
  "$defs",
  "title",
  "examples",
  "discriminator",
  "if",
  "then",
  "else",
  "propertyNames",
  "dependentRequired",
  "unevaluatedProperties",
]);

function kindOf(file: string): string {
  return file.replace(".schema.json", "");
}

function addressOf(file: string, key: string): string {
  return `${file}#/$defs/${key}`;
}

function definitionsOf(schema: JsonObject): Record<string, JsonObject> {
  return (schema.$defs ?? {}) as Record<string, JsonObject>;
}

/** Names every schema and definition by its title; two that would get one name are an error of the schemas. */
function nameDefinitions(schemas: ReadonlyMap<string, JsonObject>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Map<string, string>();
  const take = (address: string, title: unknown): void => {
    const name = nameType(String(title));
    const other = taken.get(name);
    if (other) throw new Error(`data/schema: ${address} and ${other} would both be the type ${name}; change one title`);
    taken.set(name, address);
    names.set(address, name);
  };
  for (const [file, schema] of schemas) {
    if (file !== commonFile) take(file, schema.title);
    for (const [key, definition] of Object.entries(definitionsOf(schema))) take(addressOf(file, key), definition.title);
  }
  return names;
}

/** Copies a schema with references turned to the bundle's names, and with inherited parts merged in. */
function simplify(
  schema: unknown,
  file: string,
  schemas: ReadonlyMap<string, JsonObject>,
  names: ReadonlyMap<string, string>,
): unknown {
  if (Array.isArray(schema)) return schema.map((item: unknown) => simplify(item, file, schemas, names));
  if (!isRecord(schema)) return schema;
  const { allOf, $ref, ...own } = schema;
  if ($ref) {
    const target = { $ref: `#/$defs/${findName(String($ref), file, names)}` };
    // Beside a reference the type generator loses a description, around it it does not.
    return own.description ? { description: own.description, allOf: [target] } : target;
  }
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(inherit(own, referencesIn(allOf), file, schemas))) {
    if (key === "properties") copy[key] = simplifyEach(value, (part) => simplify(part, file, schemas, names));
    else if (!dropped.has(key) && !isChoiceOfRequired(key, value)) copy[key] = simplify(value, file, schemas, names);
  }
  return copy;
}

/** The type generator knows no unevaluatedProperties, so a row's shared fields are copied into each row. */
function inherit(
  own: JsonObject,
  references: readonly string[],
  file: string,
  schemas: ReadonlyMap<string, JsonObject>,
): JsonObject {
  if (references.length === 0) return own;
  const merged: JsonObject = { ...own, type: "object", additionalProperties: false };
  for (const reference of references) {
    const base = definitionsOf(schemas.get(file) ?? {})[reference.replace("#/$defs/", "")] ?? {};
    merged.properties = { ...(base.properties as JsonObject), ...(merged.properties as JsonObject) };
    merged.required = [...new Set([...listRequired(base), ...listRequired(merged)])];
  }
  return merged;
}

function listRequired(schema: JsonObject): string[] {
  return (schema.required ?? []) as string[];
}

/** Parts without a reference are conditions. */
function referencesIn(allOf: unknown): string[] {
  return ((allOf ?? []) as JsonObject[]).flatMap((part) => (typeof part.$ref === "string" ? [part.$ref] : []));
}

function findName(reference: string, file: string, names: ReadonlyMap<string, string>): string {
  const { file: other, pointer } = splitReference(reference);
  const address = `${other || file}#${pointer}`;
  const name = names.get(address);
  if (!name) throw new Error(`data/schema/${file}: ${reference} names no definition`);
  return name;
}

function simplifyEach(properties: unknown, change: (part: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(properties as JsonObject).map(([key, value]) => [key, change(value)]));
}

function isChoiceOfRequired(key: string, value: unknown): boolean {
  return (
    key === "anyOf" &&
    Array.isArray(value) &&
    value.every((item: unknown) => isRecord(item) && Object.keys(item).join() === "required")
  );
}

const articles = new Set(["a", "an", "the"]);

/** Titles whose type would hide one of the language or the browser. */
const renamed: Record<string, string> = { Date: "IsoDate", Text: "PlainText" };

/** Makes a type's name from a schema's title: "Adapter on a platform" becomes AdapterOnPlatform. */
export function nameType(title: string): string {
  const words = title.split(/[^A-Za-z0-9]+/).filter((word) => word && !articles.has(word.toLowerCase()));
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return renamed[name] ?? name;
}
