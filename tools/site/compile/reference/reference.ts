import type { JsonSchema } from "../../../records/read-schemas.ts";
import { isMapping } from "../../../check/select.ts";
import { type Kind, kinds, schemaFileOf } from "../../../records/kinds.ts";
import type { Walk } from "./fields.ts";
import { describePage, type Page } from "./page.ts";
import { type Definition, definitionsOf, parseReference, type SchemaFiles } from "./schema-files.ts";
import { findTargets, listNamed } from "./targets.ts";

/** A page with what leads on from it: the kinds that its records name, and those whose records name them. */
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

/** What other definitions are built on, and the kinds of a choice, are shown with those; alone they are not whole. */
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
