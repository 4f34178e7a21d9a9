import type { AnyRecord, Path, Tombstone } from "../../records/record.ts";
import { suggest } from "../nearest.ts";
import type { Complaint } from "../rule.ts";
import { isMapping } from "../select.ts";
import { describeValue } from "./describe-value.ts";
import { findField, findHome, listFields, listKinds } from "./fields.ts";
import type { Fault } from "./find-faults.ts";
import type { JsonSchema, SchemaSet } from "./schema-set.ts";
import { nameExpected, nameField, show } from "./words.ts";

export interface Description extends Complaint {
  sort: "missing-field" | "unknown-field" | "value";
  /** Order of importance among objections to the same place. */
  rank: number;
}

export interface FaultContext {
  record: AnyRecord | Tombstone;
  /** Schema of the record. */
  schema: JsonSchema;
  schemas: SchemaSet;
}

/** Says in words what is wrong, where, and what would be right. */
export function describeFault(fault: Fault, context: FaultContext): Description {
  const { error } = fault;
  const holder = toPath(error.instancePath, context.record.data);
  const params = error.params as { [name: string]: string };
  switch (error.keyword) {
    case "required":
    case "dependentRequired":
      return describeMissing(fault, [...holder, params["missingProperty"] ?? ""], context);
    case "additionalProperties":
    case "unevaluatedProperties":
      return describeUnknown(
        fault,
        holder,
        params["additionalProperty"] ?? params["unevaluatedProperty"] ?? "",
        context.schemas,
      );
    case "anyOf":
      return describeChoice(fault, holder, context);
    default:
      return describeValue(fault, holder, context);
  }
}

function describeMissing(
  { error, condition }: Fault,
  path: Path,
  { record, schema, schemas }: FaultContext,
): Description {
  const cause = error.keyword === "dependentRequired" ? ` beside "${String(error.params["property"])}"` : condition;
  const field = findField(schema, record.data, path, schemas);
  const kinds = error.parentSchema?.["discriminator"] ? listKinds(error.parentSchema, schemas) : [];
  const example = field?.example === undefined ? "" : ` For example: ${show(field.example)}`;
  const help =
    kinds.length > 0
      ? { help: `accepted: ${kinds.join(", ")}` }
      : field
        ? { help: `${field.description}${example}` }
        : {};
  return { sort: "missing-field", rank: 1, path, message: `"${String(path.at(-1))}" is missing${cause}`, ...help };
}

function describeUnknown({ error }: Fault, holder: Path, name: string, schemas: SchemaSet): Description {
  const known = Object.keys(listFields(error.parentSchema ?? {}, error.data, schemas));
  const taken = isMapping(error.data) ? new Set(Object.keys(error.data)) : new Set();
  const home = findHome(name, error.parentSchema ?? {}, schemas);
  const hint =
    home ??
    suggest(
      name,
      known.filter((field) => !taken.has(field)),
    );
  const where = holder.length === 0 ? "a record of this kind" : nameField(holder);
  const help = `${hint} ${known.length > 0 ? `known fields: ${known.join(", ")}` : ""}`.trim();
  return {
    sort: "unknown-field",
    rank: 0,
    path: [...holder, name],
    onKey: true,
    message: `"${name}" is not a known field of ${where}`,
    help,
  };
}

/** A choice none of whose branches was meant: of fields of which one is needed, or of types. */
function describeChoice({ error }: Fault, path: Path, { record, schemas }: FaultContext): Description {
  const branches = (error.schema as JsonSchema[]).map((branch) => schemas.resolve(branch));
  const fields = branches.flatMap((branch) =>
    Array.isArray(branch["required"]) ? branch["required"].map(String) : [],
  );
  if (fields.length > 0) {
    return {
      sort: "missing-field",
      rank: 1,
      path: [...path, fields[0] ?? ""],
      message: `one of ${fields.map((field) => `"${field}"`).join(", ")} is needed`,
    };
  }
  const expected = branches.map(nameExpected).join(" or ");
  return describeValue(
    { error: { ...error, keyword: "type", params: { type: expected } }, condition: "", alternatives: [] },
    path,
    { record, schemas, schema: {} },
  );
}

/** Turns a JSON pointer into a path; items of lists get numbers. */
function toPath(pointer: string, data: unknown): Path {
  const path: (string | number)[] = [];
  let value = data;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const step = Array.isArray(value) ? Number(name) : name;
    path.push(step);
    value = Array.isArray(value) ? value[Number(name)] : isMapping(value) ? value[name] : undefined;
  }
  return path;
}
