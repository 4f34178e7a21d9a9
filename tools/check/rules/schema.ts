import { folderOf, schemaFileOf } from "../../records/kinds.ts";
import type { RecordRule } from "../rule.ts";
import { explainErrors } from "../schema/explain-errors.ts";
import { findOtherKind } from "../schema/find-other-kind.ts";

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
  check(record, { schemas, errorsOf }) {
    const errors = errorsOf(record);
    if (errors.length === 0) return [];
    const other = findOtherKind(record, schemas);
    if (other) {
      const message = `by its fields this is a ${other}, not a ${record.kind}`;
      return [{ path: [], at: { line: 1, col: 1 }, message, help: `move the file to ${folderOf(other)}` }];
    }
    const file = schemaFileOf(record.kind).replace("data/schema/", "");
    return explainErrors(errors, record, schemas.files.get(file) ?? {}, schemas);
  },
};
