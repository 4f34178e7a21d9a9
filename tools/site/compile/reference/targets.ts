import { references, type Target } from "../../../check/references.ts";
import type { JsonSchema } from "../../../records/read-schemas.ts";
import { isMapping } from "../../../check/select.ts";
import { type Kind, kinds, schemaFileOf } from "../../../records/kinds.ts";
import { entriesOf, follow, listOf, type Node, type SchemaFiles } from "./schema-files.ts";

/** Kinds of records that each schema object's value names; the object is the one a field's own schema stands in. */
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

/** Kinds that a field names: by its value, the entries of its list or the keys of its mapping. */
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
    case "tool":
      return ["platform"];
    default:
      return [target];
  }
}
