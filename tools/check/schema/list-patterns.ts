import { isMapping } from "../select.ts";
import type { SchemaSet } from "./schema-set.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";

/** Lists the fields, as patterns of select, whose schema is of a certain sort, wherever in a record they stand. */
export function listPatterns(
  schema: JsonSchema,
  schemas: SchemaSet,
  isOfSort: (target: JsonSchema) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: unknown, steps: readonly string[]): void => {
    if (!isMapping(node)) return;
    const target = schemas.resolve(node);
    if (isOfSort(target)) found.add(steps.join("."));
    for (const keyword of ["anyOf", "oneOf", "allOf"]) {
      if (Array.isArray(target[keyword])) target[keyword].forEach((branch: unknown) => visit(branch, steps));
    }
    visit(target.items, [...steps, "*"]);
    visit(target.additionalProperties, [...steps, "*"]);
    if (isMapping(target.properties))
      Object.entries(target.properties).forEach(([name, field]) => visit(field, [...steps, name]));
  };
  visit(schema, []);
  return found;
}
