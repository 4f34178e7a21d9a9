import { folderOf, type Kind, kinds } from "../../records/kinds.ts";
import type { RecordRule } from "../rule.ts";
import { references } from "../references.ts";
import { explainErrors } from "../schema/explain-errors.ts";
import type { AnyRecord, Path } from "../../records/record.ts";
import { isMapping, select } from "../select.ts";
import type { World } from "../world.ts";
import type { SchemaSet } from "../schema/schema-set.ts";

/**
 * A record has the shape that its schema in data/schema describes: these fields, these types, these values.
 *
 * Good: `unit: Gbit/s`
 * Bad: `unit: Gbps`, which is not among the schema's units.
 */
export const schema: RecordRule = {
  name: "schema",
  summary: "A record has the fields, types and values that its schema describes.",
  scope: "record",
  fixable: true,
  isDecisive: true,
  check(record, world) {
    const { schemas, errorsOf } = world;
    const errors = errorsOf(record);
    if (errors.length === 0) return [];
    const other = findOtherKind(record, schemas);
    if (other) {
      const message = `by its fields this is a ${other}, not a ${record.kind}`;
      return [{ path: [], at: { line: 1, col: 1 }, message, help: `move the file to ${folderOf(other)}` }];
    }
    return explainErrors(errors, record, schemas.schemaOf(record.kind), schemas, (path) =>
      listCitable(record, path, world),
    );
  },
};

/** Lists the ids of the records that the field at a path may cite. */
function listCitable({ kind, data }: AnyRecord, path: Path, { ids }: World): readonly string[] {
  const reference = references[kind].find(([pattern]) =>
    select(data, pattern).some((place) => place.path.join("\n") === path.join("\n")),
  );
  const declared = reference && ids.get(reference[1] as Kind);
  return declared ? [...declared] : [];
}

/**
 * Finds the kind that a record is of by its fields, when that is another than the folder it lies in says: it has all that
 * a record of that kind needs, nothing that such a record does not know, and more than a slip sets it apart from its own.
 */
function findOtherKind({ kind, data }: AnyRecord, schemas: SchemaSet): Kind | undefined {
  if (!isMapping(data)) return undefined;
  const fields = Object.keys(data);
  const countMisfits = (candidate: Kind): number => {
    const { known, required } = listTopFields(candidate, schemas);
    const missing = required.filter((field) => !fields.includes(field));
    return missing.length + fields.filter((field) => !known.has(field)).length;
  };
  if (countMisfits(kind) < 3) return undefined;
  return kinds.find((candidate) => candidate !== kind && countMisfits(candidate) === 0);
}

function listTopFields(kind: Kind, schemas: SchemaSet): { known: ReadonlySet<string>; required: readonly string[] } {
  const { properties, required } = schemas.schemaOf(kind);
  return {
    known: new Set(isMapping(properties) ? Object.keys(properties) : []),
    required: Array.isArray(required) ? required.map(String) : [],
  };
}
