import type { Path } from "../../records/record.ts";
import { isMapping } from "../select.ts";
import type { FaultContext } from "./describe-fault.ts";
import { findSchema } from "./fields.ts";

/** Says how a record leaves a number open, where its schema has a list for the names of such fields. */
export function sayUnknown(path: Path, { record, schema, schemas }: FaultContext): string | undefined {
  const list = findSchema(schema, record.data, [...path.slice(0, -1), "unknown"], schemas);
  const items = list && schemas.resolve(list).items;
  const names: unknown = isMapping(items) ? schemas.resolve(items).enum : undefined;
  const name = path.at(-1);
  if (!Array.isArray(names) || !names.includes(name)) return undefined;
  return `where it is not known, leave it out and write unknown: [${String(name)}]`;
}
