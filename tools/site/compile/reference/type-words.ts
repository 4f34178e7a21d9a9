import { isMapping } from "../../../check/select.ts";
import { follow, listOf, type Node, type SchemaFiles } from "./schema-files.ts";

/** Type in words, for one value and for several. */
const words: { readonly [type: string]: readonly [one: string, many: string] } = {
  string: ["text", "texts"],
  number: ["number", "numbers"],
  integer: ["whole number", "whole numbers"],
  boolean: ["true or false", "true or false"],
  array: ["list", "lists"],
  object: ["mapping", "mappings"],
};

/** Says what a field holds: `text`, `list of whole numbers`, `mapping from text to mappings`. */
export function nameType(node: Node, files: SchemaFiles, isMany = false): string {
  const { schema, file, definition, title } = follow(node, files);
  const [one, many] = words[typeOf(schema)] ?? ["value", "values"];
  const own = isMany ? many : one;
  // Text that has a name of its own, such as an id or a version, is called by it.
  if (definition && schema.type === "string" && !("enum" in schema))
    return isMany ? pluralise(title.toLowerCase()) : title.toLowerCase();
  if ("const" in schema) return isMany ? "fixed words" : `always \`${String(schema.const)}\``;
  if (Array.isArray(schema.enum)) return isMany ? "the values below" : "one of the values below";
  const choice = listOf(schema.anyOf).filter((branch) => !isRequirement(branch));
  if (choice.length > 0)
    return [...new Set(choice.map((branch) => nameBranch({ schema: branch, file }, files, isMany)))].join(" or ");
  if (isMapping(schema.items)) return `${own} of ${nameType({ schema: schema.items, file }, files, true)}`;
  const values = schema.additionalProperties;
  if (isMapping(values)) {
    const keys = isMapping(schema.propertyNames) ? nameType({ schema: schema.propertyNames, file }, files) : "text";
    return `${own} from ${keys} to ${nameType({ schema: values, file }, files, true)}`;
  }
  return own;
}

/** Whether a schema only says which fields must be there. */
export function isRequirement(schema: Node["schema"]): boolean {
  return Object.keys(schema).every((keyword) => keyword === "required");
}

/** A fixed word among other types is named as what it is, not as the only choice. */
function nameBranch(node: Node, files: SchemaFiles, isMany: boolean): string {
  const { schema } = follow(node, files);
  return "const" in schema ? `the word \`${String(schema.const)}\`` : nameType(node, files, isMany);
}

/** The thing itself goes into the plural: "texts or unknown", "evidence references". */
function pluralise(title: string): string {
  return title.includes(" or ") ? title.replace(/^\S+/, "$&s") : `${title}s`;
}

/** A schema that names no type has the one that its other keywords are about. */
function typeOf(schema: Node["schema"]): string {
  if (typeof schema.type === "string") return schema.type;
  return "properties" in schema || "oneOf" in schema || "allOf" in schema ? "object" : "";
}
