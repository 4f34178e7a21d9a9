import type { Schema } from "./tidy-schema.ts";

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
