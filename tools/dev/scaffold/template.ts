import type { SchemaSet } from "../../check/schema/schema-set.ts";
import type { Kind } from "../../records/kinds.ts";
import { settleDraft } from "./settle.ts";
import { writeYaml } from "./write-yaml.ts";

/** Writes the commented template of a kind's records: a valid draft in which everything is still to be filled in. */
export function template(kind: Kind, schemas: SchemaSet): string {
  return writeYaml(kind, settleDraft({ kind, schemas, answers: {} }));
}
