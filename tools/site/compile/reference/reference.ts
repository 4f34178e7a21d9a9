import { isMapping } from "../../../check/select.ts";
import { folderOf, type Kind, kinds, schemaFileOf } from "../../../records/kinds.ts";
import type { JsonSchema } from "../../../records/read-schemas.ts";
import {
  anchorOf,
  describeField,
  listAllConditionals,
  listFields,
  pageOf,
  pathOfPage,
  placeOf,
  stepInside,
  writeExample,
  writeYaml,
} from "./fields.ts";
import type { Field, Place, Walk } from "./fields.ts";
import {
  definitionsOf,
  findTargets,
  follow,
  listChoices,
  listDeclared,
  listNamed,
  listVariants,
  parseReference,
} from "./schema.ts";
import type { Definition, Node, SchemaFiles } from "./schema.ts";
import { listAccepted, listLimits, nameType } from "./words.ts";

/** A page with links: the kinds that its records name, and the kinds whose records name them. */
export interface ReferencePage extends Page {
  names: Kind[];
  namedBy: Kind[];
}

/** Turns the schemas into pages of plain words: one for each kind of record, then one for each file of shared parts. */
export function compileReference(files: SchemaFiles): ReferencePage[] {
  const walk: Walk = { files, targets: findTargets(files), isInline: makeIsInline(files) };
  const shared = [...files.keys()].filter((file) => !kinds.some((kind) => fileOf(kind) === file)).sort();
  const pages = [
    ...kinds.flatMap((kind) => describeFile(fileOf(kind), kind, walk)),
    ...shared.flatMap((file) => describeFile(file, undefined, walk)),
  ];
  return pages.map((page) => ({
    ...page,
    names: page.kind ? listNamed(page.kind) : [],
    namedBy: kinds.filter((other) => page.kind && listNamed(other).includes(page.kind)),
  }));
}

function describeFile(file: string, kind: Kind | undefined, walk: Walk): Page[] {
  const schema = walk.files.get(file);
  return schema ? [describePage(file, schema, kind, walk)] : [];
}

function fileOf(kind: Kind): string {
  return schemaFileOf(kind).replace("data/schema/", "");
}

/**
 * A definition is shown where it is used if it is used once, in its own file;
 * otherwise it has a place of its own that its users link to.
 */
function makeIsInline(files: SchemaFiles): Walk["isInline"] {
  const uses = [...files].flatMap(([file, schema]) =>
    listReferences(schema, file).map((definition) => ({ from: file, definition })),
  );
  const isUsedOnceAtHome = (file: string, name: string): boolean => {
    const own = uses.filter(({ definition }) => definition.file === file && definition.name === name);
    return own.length === 1 && own[0]?.from === file;
  };
  const inline = [...files].flatMap(([file, schema]) =>
    // A file without fields of its own is there to be referred to.
    "properties" in schema
      ? definitionsOf(schema).flatMap(([name]) =>
          isPart(name, schema) || isUsedOnceAtHome(file, name) ? [`${file}#${name}`] : [],
        )
      : [],
  );
  return (definition) => definition === undefined || inline.includes(`${definition.file}#${definition.name}`);
}

/** Base definitions and kinds of a choice are shown where they are used, because they are incomplete alone. */
function isPart(name: string, schema: JsonSchema): boolean {
  const isNamed = (part: unknown): boolean => isMapping(part) && part.$ref === `#/$defs/${name}`;
  const built = definitionsOf(schema).flatMap(([, definition]) => [definition.allOf, definition.oneOf]);
  return built.some((parts) => Array.isArray(parts) && parts.some(isNamed));
}

function listReferences(value: unknown, file: string): Definition[] {
  if (Array.isArray(value)) return value.flatMap((item) => listReferences(item, file));
  if (!isMapping(value)) return [];
  const own = typeof value.$ref === "string" ? [parseReference(value.$ref, file)] : [];
  return [...own, ...Object.values(value).flatMap((part) => listReferences(part, file))];
}

/** A part of a page: the fields of one mapping, of one kind of row, or one shared definition. */
interface Section {
  id: string;
  title: string;
  /** Set when the title is a path in the record. */
  isPath?: true;
  description: string;
  /** What is asked of the mapping as a whole, in sentences. */
  notes: string[];
  /** What a definition that is no mapping accepts. */
  value?: Pick<Field, "type" | "accepted" | "limits" | "examples">;
  fields: Field[];
}

/** The page of one schema. */
interface Page {
  /** Its name in addresses: the kind, or the schema's file without its ending. */
  id: string;
  title: string;
  description: string;
  path: string;
  kind?: Kind;
  folder?: string;
  /** Path of the raw schema on the site. */
  schema: string;
  sections: Section[];
  /** How many fields the page has. */
  count: number;
  /** A whole record, as a file would hold it. */
  example?: string;
}

/** Describes one schema file. */
function describePage(file: string, schema: JsonSchema, kind: Kind | undefined, walk: Walk): Page {
  const root = { schema, file };
  const { title, description, examples } = follow(root, walk.files);
  const example = examples[0];
  const sections = [...describeRecord(root, walk), ...describeDefinitions(file, schema, walk)];
  return {
    id: pageOf(file),
    title,
    description,
    path: pathOfPage(file),
    ...(kind ? { kind, folder: folderOf(kind) } : {}),
    schema: `/schema/v1/${file}`,
    sections,
    count: sections.reduce((sum, { fields }) => sum + fields.length, 0),
    ...(example !== undefined ? { example: writeRecord(file, example) } : {}),
  };
}

/** The record's own fields first, then each field that has fields. */
function describeRecord(root: Node, walk: Walk): Section[] {
  const declared = listDeclared(root, walk.files);
  if (declared.length === 0) return [];
  const outer: Place = { path: "", id: "", conditionals: listAllConditionals(root, walk) };
  const fields = declared.map((field) => {
    const place = placeOf(field.name, outer);
    const inside = stepInside(field.node, place, walk);
    return { field: describeField(field, place, outer.conditionals ?? [], walk), inside };
  });
  const first: Section = {
    id: "fields",
    title: "Fields of the record",
    description: "",
    notes: listNotes(root, walk),
    fields: fields.map(({ field, inside }) => ({ ...field, ...(inside ? { inner: `in-${inside.place.id}` } : {}) })),
  };
  return [
    first,
    ...fields.flatMap(({ field, inside }) =>
      inside ? describeMapping(inside.node, inside.place, walk, field.description) : [],
    ),
  ];
}

/** The fields of a mapping, and a section for each of its kinds. */
function describeMapping(node: Node, place: Place, walk: Walk, description: string): Section[] {
  const variants = listVariants(node, walk.files);
  const whole = variants.length > 0 ? describeShared(node, place, walk) : listFields(node, place, walk);
  const own: Section = {
    id: `in-${place.id}`,
    title: place.path,
    isPath: true,
    description: follow(node, walk.files).description || description,
    notes: [...listNotes(node, walk), ...nameVariants(variants)],
    fields: whole,
  };
  return [own, ...variants.map((variant) => describeVariant(variant, whole, place, walk))];
}

/** The fields that all kinds of a mapping declare in the same place. */
function describeShared(node: Node, place: Place, walk: Walk): Field[] {
  const [first, ...others] = listVariants(node, walk.files);
  if (!first) return [];
  const inAll = listDeclared(first.node, walk.files).filter((field) =>
    others.every((other) => listDeclared(other.node, walk.files).some((one) => one.node.schema === field.node.schema)),
  );
  const requiredByAll = inAll.map((field) => ({
    ...field,
    isRequired: [first, ...others].every((variant) =>
      listDeclared(variant.node, walk.files).some((one) => one.name === field.name && one.isRequired),
    ),
  }));
  return listFields(first.node, place, walk, requiredByAll);
}

function describeVariant(
  variant: ReturnType<typeof listVariants>[number],
  shared: readonly Field[],
  place: Place,
  walk: Walk,
): Section {
  const { field, value, node } = variant;
  const { title, description } = follow(node, walk.files);
  const declared = listDeclared(node, walk.files);
  const id = `${place.id}.${field}-${value}`;
  const isShared = (name: string): boolean => shared.some(({ path }) => path === `${place.path}.${name}`);
  const more = declared.filter(
    ({ name, isRequired }) =>
      isRequired && shared.some((one) => one.path === `${place.path}.${name}` && !one.isRequired),
  );
  const own = declared.filter(({ name }) => !isShared(name));
  return {
    id,
    title: `${place.path}, ${field}: ${value}`,
    isPath: true,
    description: `${title}. ${description}`,
    notes: [...listNotes(node, walk), ...more.map(({ name }) => `Here \`${name}\` is required.`)],
    fields: listFields(node, { ...place, id }, walk, own),
  };
}

/** Definitions that other places refer to instead of showing them. */
function describeDefinitions(file: string, schema: JsonSchema, walk: Walk): Section[] {
  return definitionsOf(schema).flatMap(([name, definition]) => {
    if (walk.isInline({ file, name })) return [];
    const node = { schema: definition, file };
    const { title, description, examples } = follow(node, walk.files);
    const place = { path: "", id: anchorOf({ name }) };
    const inside = stepInside(node, place, {
      ...walk,
      isInline: (other) => other === undefined || walk.isInline(other),
    });
    const value = {
      type: nameType(node, walk.files),
      accepted: listAccepted(node, walk.files),
      limits: listLimits(node, walk.files),
      examples: examples.map((example) => writeExample(name, example)),
    };
    const fields = inside ? listFields(inside.node, inside.place, walk) : [];
    return [{ id: place.id, title, description, notes: inside ? listNotes(inside.node, walk) : [], value, fields }];
  });
}

function listNotes(node: Node, { files }: Walk): string[] {
  return listChoices(node, files).map(
    ({ isExact, names }) =>
      `${isExact ? "Exactly" : "At least"} one of ${names.map((name) => `\`${name}\``).join(", ")} is needed.`,
  );
}

function nameVariants(variants: ReturnType<typeof listVariants>): string[] {
  const [first] = variants;
  if (!first) return [];
  return [
    `\`${first.field}\` says which kind it is: ${variants.map(({ value }) => `\`${value}\``).join(", ")}. The fields here are those of every kind; each kind has its own below.`,
  ];
}

/** A record as its file holds it, with the line that tells editors its schema. */
function writeRecord(file: string, example: unknown): string {
  return `# yaml-language-server: $schema=../schema/${file}\n${writeYaml(example)}`;
}
