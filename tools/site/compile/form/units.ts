import { isMapping } from "../../../check/select.ts";
import { listOf } from "../reference/schema-files.ts";
import type { SchemaFiles } from "../reference/schema-files.ts";
import { namesOf } from "../reference/shape.ts";

/** Lists the units that each metric has, from the conditions of the dataset's schema. */
export function listUnits(files: SchemaFiles): { [metric: string]: string[] } {
  const definitions = files.get("dataset.schema.json")?.$defs;
  const base = isMapping(definitions) && isMapping(definitions.unitBase) ? definitions.unitBase : {};
  const pairs = listOf(base.allOf).map(
    (condition) =>
      [
        at(condition, "if", "properties", "metric", "const"),
        at(condition, "then", "properties", "unit", "enum"),
      ] as const,
  );
  return Object.fromEntries(pairs.map(([metric, units]) => [String(metric), namesOf(units)]));
}

function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isMapping(inner) ? inner[key] : undefined), value);
}
