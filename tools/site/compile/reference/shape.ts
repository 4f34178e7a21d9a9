import { isMapping } from "../../../check/select.ts";
import { entriesOf, follow, listOf, type Node, type SchemaFiles } from "./schema-files.ts";
import { isRequirement } from "./type-words.ts";

/** A field of a mapping as its schema declares it. */
export interface Declared {
  name: string;
  node: Node;
  isRequired: boolean;
  /** Names of fields that must stand beside it. */
  beside: readonly string[];
}

/** Lists the fields that every value of a mapping may have, those of the schemas it builds on included. */
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

/** A mapping's schema and the schemas it builds on, the nearest last; conditions are none of them. */
export function partsOf(node: Node, files: SchemaFiles): Node[] {
  const { schema, file } = follow(node, files);
  const bases = listOf(schema.allOf).filter((part) => !("if" in part));
  return [...bases.flatMap((base) => partsOf({ schema: base, file }, files)), { schema, file }];
}

/** Whether a value has fields of its own: a mapping with known fields or with kinds. */
export function hasFields(node: Node, files: SchemaFiles): boolean {
  return listDeclared(node, files).length > 0 || listVariants(node, files).length > 0;
}

export function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
