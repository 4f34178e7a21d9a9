import { describeField } from "./descriptions.ts";

export type Schema = { [keyword: string]: unknown };

/** Definitions by their names. */
type Definitions = Record<string, Schema>;

/**
 * A schema as the generator of types makes it, in the words of JSON Schema 2020-12: intersections are one object each, only
 * objects have names of their own, and every field is described. It stays open, so that a new field breaks no reader.
 */
export function tidySchema(made: Schema, name: string): Schema {
  const { definitions = {}, $schema: _, ...schema } = made as Schema & { definitions?: Definitions };
  const kept = new Map<string, Schema>();
  const tidy = (node: unknown, owner: string): unknown => {
    if (Array.isArray(node)) return node.map((part: unknown) => tidy(part, owner));
    if (!isSchema(node)) return node;
    if (typeof node.$ref === "string") {
      const { $ref, ...beside } = node;
      const key = decodeURIComponent($ref.replace("#/definitions/", ""));
      const target = definitions[key] ?? {};
      if (!isTypeName(key) || !isObject(merge(target, definitions))) return tidy({ ...target, ...beside }, owner);
      if (!kept.has(key)) {
        kept.set(key, {});
        kept.set(key, tidy(target, key) as Schema);
      }
      return { ...beside, $ref: `#/$defs/${key}` };
    }
    if (Array.isArray(node.allOf)) return tidy(merge(node, definitions), owner);
    return Object.fromEntries(
      Object.entries(node).flatMap(([keyword, value]): [string, unknown][] => {
        if (keyword === "properties") return [[keyword, tidyProperties(value as Definitions, owner, tidy)]];
        if (keyword === "items" && Array.isArray(value))
          return [
            ["prefixItems", tidy(value, owner)],
            ["items", false],
          ];
        if (keyword === "additionalItems") return [];
        return [
          [keyword, keyword === "enum" || keyword === "required" || keyword === "default" ? value : tidy(value, owner)],
        ];
      }),
    );
  };
  const tidied = tidy(schema, name) as Schema;
  const sorted = [...kept].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...tidied, ...(sorted.length > 0 ? { $defs: Object.fromEntries(sorted) } : {}) };
}

/** Describes the fields that their types do not. */
function tidyProperties(
  properties: Definitions,
  owner: string,
  tidy: (node: unknown, owner: string) => unknown,
): Definitions {
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => {
      const tidied = tidy(schema, `${owner}.${field}`) as Schema;
      const known = typeof tidied.description === "string" ? tidied.description : describeField(owner, field);
      const { description: _, ...others } = tidied;
      return [field, known === undefined ? others : { description: known, ...others }];
    }),
  );
}

/** Joins the parts of an intersection: objects become one, and a choice among objects a choice among the joined ones. */
function merge(node: Schema, definitions: Definitions): Schema {
  if (!Array.isArray(node.allOf)) return resolve(node, definitions);
  const { allOf, ...own } = node;
  const parts = [...(allOf as Schema[]), ...(own.properties || own.anyOf ? [own] : [])].map((part) =>
    merge(resolve(part, definitions), definitions),
  );
  const joined: Schema = parts.reduce((a, b) => join(a, b, definitions), {});
  // Generators of clients name each of a choice by its title.
  const name = (allOf as Schema[]).map(nameOf).find((one) => one !== undefined);
  if (name !== undefined && joined.anyOf === undefined) joined.title = name;
  return typeof own.description === "string" ? { ...joined, description: own.description } : joined;
}

function join(a: Schema, b: Schema, definitions: Definitions): Schema {
  for (const [choice, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (Array.isArray(choice.anyOf))
      return {
        anyOf: choice.anyOf.map((one: Schema) =>
          join(merge(resolve(one, definitions), definitions), other, definitions),
        ),
      };
  }
  const required = [...new Set([...listOf(a.required), ...listOf(b.required)])];
  return {
    ...a,
    ...b,
    ...(a.properties || b.properties
      ? { properties: { ...(a.properties as Schema), ...(b.properties as Schema) } }
      : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function resolve(node: Schema, definitions: Definitions): Schema {
  const { $ref, ...beside } = node;
  if (typeof $ref !== "string") return node;
  return {
    ...resolve(definitions[decodeURIComponent($ref.replace("#/definitions/", ""))] ?? {}, definitions),
    ...beside,
  };
}

/** The name of the type that a part refers to. */
function nameOf({ $ref }: Schema): string | undefined {
  const key = typeof $ref === "string" ? $ref.replace("#/definitions/", "") : "";
  return isTypeName(key) ? key : undefined;
}

/** Whether a definition is called as its type is: others are named after how a type is composed. */
function isTypeName(key: string): boolean {
  return /^[A-Z]\w*$/.test(key) && !/^(?:Array|Record|Pick|T)(?:_\d+)?$/.test(key);
}

function isObject(schema: Schema): boolean {
  return schema.properties !== undefined;
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}

function isSchema(node: unknown): node is Schema {
  return node !== null && typeof node === "object";
}

const plainTypes = new Set(["string", "number", "integer", "boolean"]);

/** The schema of a kind's list: the plain fields of its records, those that are listed in full, and the address of each record. */
export function describeList(type: string, record: Schema, full: readonly string[]): Schema {
  const { header, own } = partHeader(record.properties as Record<string, Schema>);
  const required = new Set((record.required ?? []) as string[]);
  const fields = Object.entries(own).filter(([field, schema]) => full.includes(field) || isPlain(schema));
  const sometimes = new Set(
    fields.filter(([, schema]) => !full.includes(type) && allowsNull(schema)).map(([field]) => field),
  );
  return {
    title: `${type}List`,
    description: `All records of this kind, each with its plain fields and the address of its file.`,
    type: "object",
    properties: {
      ...header,
      items: {
        description: "The records, in the order of lists.",
        type: "array",
        items: {
          type: "object",
          title: `${type}ListItem`,
          properties: {
            ...Object.fromEntries(fields),
            url: { description: "Address of the record's file, relative to this one.", type: "string" },
          },
          required: [
            ...fields.map(([field]) => field).filter((field) => required.has(field) && !sometimes.has(field)),
            "url",
          ],
        },
      },
    },
    required: [...Object.keys(header), "items"],
    ...(record.$defs
      ? {
          $defs: pickUsed(
            fields.map(([, schema]) => schema),
            record.$defs as Record<string, Schema>,
          ),
        }
      : {}),
  };
}

function partHeader(properties: Record<string, Schema>): {
  header: Record<string, Schema>;
  own: Record<string, Schema>;
} {
  const { schemaVersion = {}, knowledgeVersion = {}, knowledgeRelease = {}, licence = {}, ...own } = properties;
  return { header: { schemaVersion, knowledgeVersion, knowledgeRelease, licence }, own };
}

/** Whether a field holds text, a number, or yes or no, at least sometimes. */
function isPlain({ type, anyOf }: Schema): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((one: Schema) => isPlain(one));
  return (Array.isArray(type) ? type : [type]).some((one: unknown) => plainTypes.has(String(one)));
}

/** A list leaves out what is no plain value. */
function allowsNull({ type, anyOf }: Schema): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((one: Schema) => !isPlain(one) || allowsNull(one));
  return Array.isArray(type) && type.some((one: unknown) => !plainTypes.has(String(one)));
}

/** The definitions that some schemas refer to, at any depth. */
function pickUsed(schemas: readonly unknown[], definitions: Record<string, Schema>): Record<string, Schema> {
  const used = new Set<string>();
  const visit = (text: string): void => {
    for (const [, name = ""] of text.matchAll(/"#\/\$defs\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(JSON.stringify(definitions[name]));
    }
  };
  visit(JSON.stringify(schemas));
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => used.has(name)));
}
