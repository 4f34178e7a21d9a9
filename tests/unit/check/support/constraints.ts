import type { JsonSchema } from "../../../../tools/records/read-schemas.ts";
import { isMapping } from "../../../../tools/check/select.ts";

/** Keywords whose value is a schema, a list of schemas or a mapping of names to schemas. */
const single = ["items", "additionalProperties", "unevaluatedProperties", "propertyNames", "then", "else", "not"];
const lists = ["anyOf", "oneOf", "allOf"];
const named = ["properties", "$defs"];
/** Keywords that constrain nothing by themselves. */
const silent = new Set([
  "$schema",
  "$id",
  "$ref",
  "title",
  "description",
  "examples",
  "if",
  "oneOf",
  "allOf",
  ...named,
  "items",
  "then",
  "else",
]);

/** A schema object with its address, such as `common.schema.json#/$defs/id`. */
interface Node {
  schema: JsonSchema;
  address: string;
}

/** Lists every schema object of a file in which constraints may stand. */
export function listNodes(schema: JsonSchema, address: string): Node[] {
  const inner: [unknown, string][] = [
    ...single.map((keyword): [unknown, string] => [schema[keyword], keyword]),
    ...lists.flatMap((keyword) =>
      entriesOf(schema[keyword]).map(([index, part]): [unknown, string] => [part, `${keyword}/${index}`]),
    ),
    ...named.flatMap((keyword) =>
      entriesOf(schema[keyword]).map(([name, part]): [unknown, string] => [part, `${keyword}/${name}`]),
    ),
  ];
  return [
    { schema, address },
    ...inner.flatMap(([part, path]) => (isMapping(part) ? listNodes(part, `${address}/${path}`) : [])),
  ];
}

/** Names every constraint of one schema object. */
export function nameConstraints({ schema, address }: Node): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (silent.has(keyword) || value === true) return keyword === "uniqueItems" ? [`${address}/${keyword}`] : [];
    if (keyword === "required") return (value as string[]).map((name) => `${address}/required:${name}`);
    if (keyword === "dependentRequired") {
      return Object.entries(value as { [name: string]: string[] }).flatMap(([name, needs]) =>
        needs.map((need) => `${address}/${keyword}:${name}>${need}`),
      );
    }
    // A schema for other fields constrains them, not the mapping.
    if (keyword === "additionalProperties" && isMapping(value)) return [];
    return [`${address}/${keyword}`];
  });
}

/** Addresses of all schema objects. */
export function addressNodes(files: ReadonlyMap<string, JsonSchema>): {
  nodes: Node[];
  addressOf: ReadonlyMap<JsonSchema, string>;
} {
  const nodes = [...files].flatMap(([file, schema]) => listNodes(schema, `${file}#`));
  return { nodes, addressOf: new Map(nodes.map(({ schema, address }) => [schema, address])) };
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
