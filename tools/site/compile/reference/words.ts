import { joinWords } from "../../../../advisor/text.ts";
import { isMapping } from "../../../check/select.ts";
import type { JsonSchema } from "../../../records/read-schemas.ts";
import { entriesOf, follow, isRequirement, listOf, namesOf, type Node, type SchemaFiles } from "./schema.ts";

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

/** Names a fixed word among other types as the word itself, not as the only choice. */
function nameBranch(node: Node, files: SchemaFiles, isMany: boolean): string {
  const { schema } = follow(node, files);
  return "const" in schema ? `the word \`${String(schema.const)}\`` : nameType(node, files, isMany);
}

/** Puts the noun into the plural: "texts or unknown", "evidence references". */
function pluralise(title: string): string {
  return title.includes(" or ") ? title.replace(/^\S+/, "$&s") : `${title}s`;
}

/** Infers the type of a schema without one from its other keywords. */
function typeOf(schema: Node["schema"]): string {
  if (typeof schema.type === "string") return schema.type;
  return "properties" in schema || "oneOf" in schema || "allOf" in schema ? "object" : "";
}

/** Describes the limits of a value, of the entries of a list and of the keys of a mapping. */
export function listLimits(node: Node, files: SchemaFiles): string[] {
  const { schema, file, definition } = follow(node, files);
  const parts = (value: unknown, prefix: string): string[] =>
    isMapping(value) ? listLimits({ schema: value, file }, files).map((limit) => `${prefix}${limit}`) : [];
  return [
    // A pattern that has a name is shown where that is defined.
    ...listOwn(definition ? { ...schema, pattern: undefined } : schema),
    ...listOf(schema.anyOf)
      .filter((branch) => !isRequirement(branch))
      .flatMap((branch) => parts(branch, "")),
    ...parts(schema.items, "each entry: "),
    ...parts(schema.propertyNames, "each key: "),
  ].filter((limit, index, all) => all.indexOf(limit) === index);
}

/** Lists the accepted values of a field. Empty if the list is not closed. */
export function listAccepted(node: Node, files: SchemaFiles): string[] {
  const { schema, file } = follow(node, files);
  if (Array.isArray(schema.enum)) return schema.enum.map(String);
  const inner = isMapping(schema.items) ? [schema.items] : listOf(schema.anyOf);
  return [...new Set(inner.flatMap((part) => listAccepted({ schema: part, file }, files)))];
}

function listOwn(schema: JsonSchema): string[] {
  const { minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, pattern, format } = schema;
  return [
    ...count(minLength, maxLength, "character"),
    ...count(minItems, maxItems, schema.type === "array" ? "entry" : "item"),
    ...count(minProperties, maxProperties, "properties" in schema ? "field" : "entry"),
    ...(schema.uniqueItems === true ? ["each entry once"] : []),
    ...range(minimum, maximum),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${String(exclusiveMinimum)}`]),
    ...(exclusiveMaximum === undefined ? [] : [`less than ${String(exclusiveMaximum)}`]),
    ...(multipleOf === undefined ? [] : [`a multiple of ${String(multipleOf)}`]),
    ...(format === "uri" ? ["a complete web address"] : format === undefined ? [] : [`format ${String(format)}`]),
    ...(pattern === undefined ? [] : [`pattern \`${String(pattern)}\``]),
  ];
}

function count(least: unknown, most: unknown, noun: string): string[] {
  const many = noun === "entry" ? "entries" : `${noun}s`;
  if (least !== undefined && least === most) return [`exactly ${String(least)} ${least === 1 ? noun : many}`];
  return range(least, most).map((words) => `${words} ${(most ?? least) === 1 ? noun : many}`);
}

function range(least: unknown, most: unknown): string[] {
  if (least === undefined && most === undefined) return [];
  if (most === undefined) return [`at least ${String(least)}`];
  return [least === undefined ? `at most ${String(most)}` : `${String(least)} to ${String(most)}`];
}

/** What holds for a field only under a condition. */
export interface Conditional {
  /** Path of the field from the mapping that states the condition. */
  path: string;
  /** The condition in words: "if `metric` is `latency`". */
  when: string;
  /** Set when the field is required then. */
  isRequired?: true;
  /** Set when the field must not be there then. */
  isForbidden?: true;
  accepted: string[];
  limits: string[];
}

/** Reads what a mapping's conditions (if, then, else) say about its fields. */
export function listConditionals({ schema, file }: Node, files: SchemaFiles): Conditional[] {
  const parts = [schema, ...listOf(schema.allOf)];
  return parts.flatMap((part) => {
    if (!isMapping(part.if)) return [];
    const then = isMapping(part.then)
      ? describeSchema({ schema: part.then, file }, files, nameCondition(part.if, true))
      : [];
    const otherwise = isMapping(part.else)
      ? describeSchema({ schema: part.else, file }, files, nameCondition(part.if, false))
      : [];
    return [...then, ...otherwise];
  });
}

/** Says a condition in words. */
function nameCondition(condition: JsonSchema, holds: boolean): string {
  const negated = condition.not;
  if (isMapping(negated)) return nameCondition(negated, !holds);
  const fields = entriesOf(condition.properties);
  const required = Array.isArray(condition.required) ? condition.required.map(String) : [];
  const present = required
    .filter((name) => !fields.some(([field]) => field === name))
    .map((name) => `\`${name}\` is ${holds ? "" : "not "}given`);
  const values = fields.map(([name, schema]) => nameValue(name, schema, holds));
  const choices = listOf(condition.anyOf).map((branch) => nameCondition(branch, holds).replace(/^if /, ""));
  const alternatives = choices.length > 0 ? [choices.join(holds ? " or " : " and ")] : [];
  return `if ${[...values, ...present, ...alternatives].join(holds ? " and " : " or ")}`;
}

function nameValue(name: string, schema: JsonSchema, holds: boolean): string {
  const values = "const" in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;
  if (values)
    return `\`${name}\` is ${holds ? "" : "not "}${joinWords(
      values.map((value) => `\`${String(value)}\``),
      "or",
    )}`;
  const inner = entriesOf(schema.properties).map(([field, part]) => nameValue(`${name}.${field}`, part, holds));
  if (inner.length > 0) return inner.join(holds ? " and " : " or ");
  throw new Error(`a condition on ${name} in data/schema is not supported in words: ${JSON.stringify(schema)}`);
}

/** Walks the requirements of a condition. A field may be deeper than the mapping with the condition. */
function describeSchema(node: Node, files: SchemaFiles, when: string, prefix = ""): Conditional[] {
  const { schema, file } = follow(node, files);
  const forbidden = isMapping(schema.not) ? namesOf(schema.not.required) : [];
  const plain = { when, accepted: [], limits: [] };
  return [
    ...namesOf(schema.required).map((name): Conditional => ({ ...plain, path: prefix + name, isRequired: true })),
    ...forbidden.map((name): Conditional => ({ ...plain, path: prefix + name, isForbidden: true })),
    ...Object.entries(isMapping(schema.properties) ? schema.properties : {}).flatMap(([name, part]) =>
      isMapping(part)
        ? describeField({ schema: part, file }, files, when, prefix + name)
        : [{ ...plain, path: prefix + name, isForbidden: true as const }],
    ),
    ...[...listOf(schema.allOf), schema.items]
      .filter(isMapping)
      .flatMap((part) => describeSchema({ schema: part, file }, files, when, prefix)),
  ];
}

function describeField(node: Node, files: SchemaFiles, when: string, path: string): Conditional[] {
  const { schema } = follow(node, files);
  const fixed = "const" in schema ? [String(schema.const)] : [];
  const [accepted, limits] = [[...fixed, ...listAccepted(node, files)], listLimits(node, files)];
  const own = accepted.length + limits.length > 0 ? [{ path, when, accepted, limits }] : [];
  return [...own, ...describeSchema(node, files, when, `${path}.`)];
}
