import type { Definition } from "./schema-files.ts";

/** Name of a schema's page in addresses: the kind of record, or the file without its ending. */
export function pageOf(file: string): string {
  return file.replace(".schema.json", "");
}

/** Path of a schema's page from the site's root. */
export function pathOfPage(file: string): string {
  return `/reference/${pageOf(file)}/`;
}

/** Anchor of a definition on its page. */
export function anchorOf({ name }: Pick<Definition, "name">): string {
  return `def-${name}`;
}

/** Where a definition has its place. */
export function pathOfDefinition(definition: Definition): string {
  return `${pathOfPage(definition.file)}#${anchorOf(definition)}`;
}
