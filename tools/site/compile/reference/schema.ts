import { references, type Target } from "../../../check/references.ts";
import { isMapping } from "../../../check/select.ts";
import { type Kind, kinds, schemaFileOf } from "../../../records/kinds.ts";
import type { JsonSchema } from "../../../records/read-schemas.ts";
import { splitReference } from "../../../records/text.ts";

/** A schema object with the file it stands in, which its references start from. */
export interface Node {
  file: string;
  schema: JsonSchema;
}

/** Where a named definition stands. */
export interface Definition {
  file: string;
  name: string;
}

/** A field's schema with its references resolved. Keywords beside a reference win over those of its target. */
export interface Followed extends Node {
  title: string;
  description: string;
  examples: readonly unknown[];
  /** The referenced definition. If it is a reference itself, the first one. */
  definition?: Definition;
}

export type SchemaFiles = ReadonlyMap<string, JsonSchema>;

/** Follows references until there is none. */
export function follow(node: Node, files: SchemaFiles): Followed {
  const reference = node.schema.$ref;
  const own = wordsOf(node.schema);
  if (typeof reference !== "string") return { ...node, ...own };
  const { definition, target } = lookUp(reference, node.file, files);
  const found = follow(target, files);
  return {
    ...found,
    title: own.title || found.title,
    description: own.description || found.description,
    examples: own.examples.length > 0 ? own.examples : found.examples,
    definition,
  };
}

/** Parses a reference. Every definition is directly under `$defs`. */
export function parseReference(reference: string, from: string): Definition {
  const { file, pointer } = splitReference(reference);
  const name = /^\/\$defs\/([^/]+)$/.exec(pointer)?.[1];
  if (name === undefined)
    throw new Error(`data/schema/${from}: ${reference} does not lead to a definition under $defs`);
  return { file: file === "" ? from : file, name };
}

/** Title of a definition. */
export function titleOf({ file, name }: Definition, files: SchemaFiles): string {
  const found = definitionsOf(files.get(file) ?? {}).find(([one]) => one === name);
  return String(found?.[1].title ?? name);
}

/** The named definitions of a schema. */
export function definitionsOf(schema: JsonSchema): [name: string, schema: JsonSchema][] {
  return entriesOf(schema.$defs);
}

/** Returns the entries of a mapping of schemas, such as `properties`. Empty if it is missing. */
export function entriesOf(value: unknown): [string, JsonSchema][] {
  return isMapping(value)
    ? Object.entries(value).filter((entry): entry is [string, JsonSchema] => isMapping(entry[1]))
    : [];
}

/** The schemas of a list such as `allOf`; none when it is not there. */
export function listOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isMapping) : [];
}

function lookUp(reference: string, from: string, files: SchemaFiles): { definition: Definition; target: Node } {
  const definition = parseReference(reference, from);
  const schemas = files.get(definition.file)?.$defs;
  const schema = isMapping(schemas) ? schemas[definition.name] : undefined;
  if (!isMapping(schema)) throw new Error(`data/schema/${from}: ${reference} leads nowhere`);
  return { definition, target: { file: definition.file, schema } };
}

function wordsOf(schema: JsonSchema): { title: string; description: string; examples: readonly unknown[] } {
  const { title, description, examples } = schema;
  return {
    title: typeof title === "string" ? title : "",
    description: typeof description === "string" ? description : "",
    examples: Array.isArray(examples) ? (examples as unknown[]) : [],
  };
}

/** A field of a mapping as its schema declares it. */
export interface Declared {
  name: string;
  node: Node;
  isRequired: boolean;
  /** Names of fields that must stand beside it. */
  beside: readonly string[];
}

/** Lists the fields that every value of a mapping may have, including those of its base schemas. */
export function listDeclared(node: Node, files: SchemaFiles): Declared[] {
  const parts = partsOf(node, files);
  const required = new Set(parts.flatMap(({ schema }) => namesOf(schema.required)));
  const beside = parts.flatMap(({ schema }) =>
    Object.entries(isMapping(schema.dependentRequired) ? schema.dependentRequired : {}),
  );
  return parts.flatMap(({ schema, file }) =>
    entriesOf(schema.properties).map(([name, field]) => ({
      name,
      node: { schema: field, file },
      isRequired: required.has(name),
      beside: beside.filter(([first]) => first === name).flatMap(([, needs]) => namesOf(needs)),
    })),
  );
}

/** Fields of which a mapping needs one: groups of names, one of each group. */
export function listChoices(node: Node, files: SchemaFiles): { isExact: boolean; names: string[] }[] {
  return partsOf(node, files).flatMap(({ schema }) =>
    (["anyOf", "oneOf"] as const).flatMap((keyword) => {
      const branches = listOf(schema[keyword]);
      if (branches.length === 0 || !branches.every(isRequirement)) return [];
      return [
        { isExact: keyword === "oneOf", names: branches.map((branch) => namesOf(branch.required).join(" and ")) },
      ];
    }),
  );
}

/** Whether a schema only says which fields must be there. */
export function isRequirement(schema: Node["schema"]): boolean {
  return Object.keys(schema).every((keyword) => keyword === "required");
}

/** The kinds that a mapping comes in, each with the value of the field that tells them apart. */
export function listVariants(node: Node, files: SchemaFiles): { field: string; value: string; node: Node }[] {
  const { schema, file } = follow(node, files);
  const discriminator = isMapping(schema.discriminator) ? String(schema.discriminator.propertyName) : undefined;
  if (discriminator === undefined) return [];
  return listOf(schema.oneOf).map((branch) => {
    const variant = { schema: branch, file };
    const declared = listDeclared(variant, files).find(({ name }) => name === discriminator);
    return {
      field: discriminator,
      value: String(declared && follow(declared.node, files).schema.const),
      node: variant,
    };
  });
}

/** Returns a mapping's base schemas, without conditions, and then its own schema. */
export function partsOf(node: Node, files: SchemaFiles): Node[] {
  const { schema, file } = follow(node, files);
  const bases = listOf(schema.allOf).filter((part) => !("if" in part));
  return [...bases.flatMap((base) => partsOf({ schema: base, file }, files)), { schema, file }];
}

/** Whether a value has fields of its own: a mapping with known fields or with kinds. */
export function hasFields(node: Node, files: SchemaFiles): boolean {
  return listDeclared(node, files).length > 0 || listVariants(node, files).length > 0;
}

/** A list as texts; empty if the value is no list. */
export function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** For each schema object of a field, the kinds of records that its values name. */
export type Targets = ReadonlyMap<JsonSchema, ReadonlySet<Kind>>;

/** Finds the schema objects whose values name other records, by the checker's own list of references. */
export function findTargets(files: SchemaFiles): Targets {
  const found = new Map<JsonSchema, Set<Kind>>();
  for (const kind of kinds) {
    const file = schemaFileOf(kind).replace("data/schema/", "");
    const schema = files.get(file);
    if (!schema) continue;
    for (const [pattern, target] of references[kind]) {
      let nodes: Node[] = [{ file, schema }];
      for (const step of pattern.split(".")) nodes = nodes.flatMap((node) => stepInto(node, step, files));
      for (const node of nodes)
        found.set(node.schema, new Set([...(found.get(node.schema) ?? []), ...kindsOf(target)]));
    }
  }
  return found;
}

/** Kinds that records of a kind name. */
export function listNamed(kind: Kind): Kind[] {
  const named = references[kind].flatMap(([, target]) => kindsOf(target));
  return kinds.filter((other) => named.includes(other));
}

/** Returns the kinds that a field names by its value, the entries of its list or the keys of its mapping. */
export function targetsOf(node: Node, targets: Targets, files: SchemaFiles): Kind[] {
  const own = [...(targets.get(node.schema) ?? [])];
  const { schema, file } = follow(node, files);
  const inner = [schema.items, schema.propertyNames, ...listOf(schema.anyOf)].filter(isMapping);
  return [...new Set([...own, ...inner.flatMap((part) => targetsOf({ schema: part, file }, targets, files))])];
}

function stepInto(node: Node, step: string, files: SchemaFiles): Node[] {
  const { schema, file } = follow(node, files);
  const parts = [...listOf(schema.allOf), ...listOf(schema.oneOf), ...listOf(schema.anyOf)];
  const inherited = parts.flatMap((part) => stepInto({ schema: part, file }, step, files));
  const own =
    step === "*"
      ? [schema.items, schema.additionalProperties]
      : step === "key()"
        ? [schema.propertyNames]
        : [entriesOf(schema.properties).find(([field]) => field === step)?.[1]];
  return [...own.filter(isMapping).map((part) => ({ schema: part, file })), ...inherited];
}

function kindsOf(target: Target): Kind[] {
  switch (target) {
    case "evidence":
      return ["dataset", "finding"];
    case "guest-name":
      return ["guest"];
    case "feature-name":
      return ["feature"];
    case "mode":
      return ["adapter"];
    case "tool":
    case "product":
      return ["platform"];
    default:
      return [target];
  }
}
