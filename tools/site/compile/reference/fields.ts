import { isMapping } from "../../../check/select.ts";
import { type Kind, kinds } from "../../../records/kinds.ts";
import { type Conditional, listAccepted, listConditionals, listLimits, nameType } from "./words.ts";
import { follow, hasFields, listDeclared, listOf, listVariants, partsOf, targetsOf, titleOf } from "./schema.ts";
import type { Declared, Definition, Node, SchemaFiles, Targets } from "./schema.ts";
import { Document, visit } from "yaml";

/** A field as its page shows it. */
export interface Field {
  /** Anchor on its page. */
  id: string;
  /** Path from the record, such as `measurements[].unit` or `platforms.{platform}.since`. */
  path: string;
  isRequired: boolean;
  /** When it is required, or must not be there, though in general it need not or may. */
  requiredWhere: string[];
  forbiddenWhere: string[];
  type: string;
  description: string;
  accepted: string[];
  limits: string[];
  /** What narrower conditions allow: "if `metric` is `latency`" to values or limits. */
  narrowed: { when: string; accepted: string[]; limits: string[] }[];
  /** Fields that must stand beside it. */
  beside: readonly string[];
  /** Kinds whose records it names. */
  kinds: Kind[];
  /** Definitions that it shares with other fields, and that have a place of their own. */
  definitions: { title: string; path: string }[];
  /** Its examples as they are written in a record. */
  examples: string[];
  /** Anchor of the section with the fields within it. Missing if they follow directly. */
  inner?: string;
}

/** What the walk over a page's schemas needs to know. */
export interface Walk {
  files: SchemaFiles;
  targets: Targets;
  /** Whether a definition's fields are shown where it is used, rather than in a section of their own. */
  isInline(definition: Definition | undefined): boolean;
}

/** Where a walk starts: what leads to a mapping's fields, for readers and for addresses. */
export interface Place {
  path: string;
  id: string;
  /** What mappings around it say about its fields under conditions. */
  conditionals?: readonly Conditional[];
}

/** Lists the fields of a mapping, and those within them as far as they are shown here. */
export function listFields(
  node: Node,
  place: Place,
  walk: Walk,
  declared: readonly Declared[] = listDeclared(node, walk.files),
): Field[] {
  const conditionals = [...listAllConditionals(node, walk), ...(place.conditionals ?? [])];
  return declared.flatMap((field) => listWithInner(field, { ...place, conditionals }, walk));
}

/** What a mapping's schema and those it builds on say under conditions. */
export function listAllConditionals(node: Node, { files }: Walk): Conditional[] {
  return partsOf(node, files).flatMap((part) => listConditionals(part, files));
}

/** Place of a field of a mapping. */
export function placeOf(name: string, { path, id, conditionals = [] }: Place): Place {
  const inner = conditionals
    .filter((one) => one.path.startsWith(`${name}.`))
    .map((one) => ({ ...one, path: one.path.slice(name.length + 1) }));
  return { path: path === "" ? name : `${path}.${name}`, id: id === "" ? name : `${id}.${name}`, conditionals: inner };
}

/** Returns the node with the fields within a value: the value itself, the entries of a list or the values of a mapping. */
export function stepInside(
  node: Node,
  place: Place,
  { files, targets, isInline }: Walk,
): { node: Node; place: Place } | undefined {
  const { schema, file, definition } = follow(node, files);
  if (!isInline(definition)) return undefined;
  if (hasFields(node, files)) return { node, place };
  const next = (value: { [keyword: string]: unknown }, step: string): ReturnType<typeof stepInside> => {
    const inner = { schema: value, file };
    return stepInside(inner, { ...place, path: `${place.path}${step}` }, { files, targets, isInline });
  };
  if (isMapping(schema.items)) return next(schema.items, "[]");
  if (!isMapping(schema.additionalProperties)) return undefined;
  const keys = isMapping(schema.propertyNames) ? targetsOf({ schema: schema.propertyNames, file }, targets, files) : [];
  return next(schema.additionalProperties, `.{${keys[0] ?? "key"}}`);
}

/** Describes one field, including the conditions of the mappings around it. */
export function describeField(
  { name, node, isRequired, beside }: Declared,
  place: Place,
  around: readonly Conditional[],
  walk: Walk,
): Field {
  const { files, targets } = walk;
  const { description, examples, schema, file } = follow(node, files);
  const ownConditionals = around.filter(({ path }) => path === name);
  const items = isMapping(schema.items) ? follow({ schema: schema.items, file }, files).examples : [];
  const shown = examples.length > 0 || items.length === 0 ? examples : [items];
  return {
    id: place.id,
    path: place.path,
    isRequired,
    requiredWhere: ownConditionals.filter((one) => one.isRequired).map(({ when }) => when),
    forbiddenWhere: ownConditionals.filter((one) => one.isForbidden).map(({ when }) => when),
    type: nameType(node, files),
    description,
    accepted: listAccepted(node, files),
    limits: listLimits(node, files),
    narrowed: ownConditionals
      .filter(({ accepted, limits }) => accepted.length + limits.length > 0)
      .map(({ when, accepted, limits }) => ({ when, accepted, limits })),
    beside,
    kinds: targetsOf(node, targets, files),
    definitions: listDefinitions(node, walk).map((one) => ({
      title: titleOf(one, files),
      path: pathOfDefinition(one),
    })),
    examples: shown.map((example) => writeExample(name, example)),
  };
}

/** Lists the definitions of a value: its own, or those of its entries, keys and choices. */
function listDefinitions(node: Node, walk: Walk): Definition[] {
  const { schema, file, definition } = follow(node, walk.files);
  if (definition && !walk.isInline(definition)) return [definition];
  const parts = [schema.items, schema.propertyNames, schema.additionalProperties, ...listOf(schema.anyOf)].filter(
    isMapping,
  );
  const found = parts.flatMap((part) => listDefinitions({ schema: part, file }, walk));
  return found.filter(
    (one, index) => found.findIndex((other) => other.file === one.file && other.name === one.name) === index,
  );
}

/** Writes a field as it stands in a record. */
export function writeExample(name: string, value: unknown): string {
  return writeYaml({ [name]: value }).trimEnd();
}

function listWithInner(declared: Declared, outer: Place, walk: Walk): Field[] {
  const place = placeOf(declared.name, outer);
  const own = describeField(declared, place, outer.conditionals ?? [], walk);
  const inside = stepInside(declared.node, place, walk);
  // Kinds of entries have sections of their own.
  if (!inside || listVariants(inside.node, walk.files).length > 0) return [own];
  return [own, ...listFields(inside.node, inside.place, walk)];
}

/** Name of a schema's page in addresses: the kind of record, or the file without its ending. */
export function pageOf(file: string): string {
  return file.replace(".schema.json", "");
}

/** Path of the page that lists a schema's fields: the guide of its kind, or the page of what all kinds share. */
export function pathOfPage(file: string): string {
  const page = pageOf(file);
  return kinds.some((kind) => kind === page) ? `/contribute/${page}/` : "/reference/";
}

/** Anchor of a definition on its page. */
export function anchorOf({ name }: Pick<Definition, "name">): string {
  return `def-${name}`;
}

/** Where a definition has its place. */
function pathOfDefinition(definition: Definition): string {
  return `${pathOfPage(definition.file)}#${anchorOf(definition)}`;
}

/** Text that YAML 1.1 reads as true or false, or as a date. */
const misread = /^(?:y|n|yes|no|on|off|\d{4}-\d\d?(?:-\d\d?)?)$/i;

/** Writes a value as an author would: in block style, with quotes if text could be misread. */
export function writeYaml(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && misread.test(node.value)) node.type = "QUOTE_SINGLE";
    },
  });
  return document.toString({ lineWidth: 0, singleQuote: true });
}
