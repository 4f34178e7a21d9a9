import type { ErrorObject } from "ajv";
import type { Path } from "../../records/record.ts";
import { renameKey } from "../fix/write-value.ts";
import { isSameWord, suggest } from "../../../advisor/questions/nearest.mjs";
import { fileOf } from "../../records/kinds.ts";
import type { Words } from "../rule.ts";
import { isMapping } from "../select.ts";
import { describeValue, type Description, type Fault, type FaultContext } from "./describe-value.ts";
import { findField, findHome, findSchema, listFields, listKinds, listOf } from "./fields.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import { fixType } from "./fix-type.ts";
import { nameField, show } from "./words.ts";

/** Says in words what is wrong, where, and what would be right. */
export function describeFault(fault: Fault, context: FaultContext): Description {
  const { error } = fault;
  const holder = toPath(error.instancePath, context.record.data);
  const params = error.params as { [name: string]: string };
  switch (error.keyword) {
    case "required":
    case "dependentRequired":
      return describeMissing(fault, [...holder, params.missingProperty ?? ""], context);
    case "additionalProperties":
    case "unevaluatedProperties":
      return describeUnknown(fault, holder, params.additionalProperty ?? params.unevaluatedProperty ?? "", context);
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
  const cause = error.keyword === "dependentRequired" ? ` with "${String(error.params.property)}"` : condition;
  const field = findField(schema, record.data, path, schemas);
  const kinds = error.parentSchema?.discriminator ? listKinds(error.parentSchema, schemas) : [];
  const wanted = findSchema(schema, record.data, path, schemas);
  const listed = listOf<unknown>(wanted && schemas.resolve(wanted).enum).map(String);
  const values = listed.length > 0 ? ` accepted: ${listed.join(", ")}` : "";
  const example = field?.example === undefined ? "" : ` For example: ${show(field.example)}`;
  return {
    sort: "missing-field",
    rank: 1,
    path,
    message: `"${String(path.at(-1))}" is missing${cause && `: required${cause}`}`,
    help: kinds.length > 0 ? `accepted: ${kinds.join(", ")}` : field && `${field.description}${values || example}`,
  };
}

function describeUnknown({ error }: Fault, holder: Path, name: string, context: FaultContext): Description {
  const { record, schemas } = context;
  const known = Object.keys(listFields(error.parentSchema ?? {}, error.data, schemas));
  const free = known.filter((field) => !isMapping(error.data) || !Object.hasOwn(error.data, field));
  const home = findHome(name, error.parentSchema ?? {}, schemas);
  const variants = free.filter((field) => isSameWord(field, name));
  const path = [...holder, name];
  const fix = variants.length === 1 && variants[0] !== undefined ? renameKey(record, path, variants[0]) : undefined;
  const where = holder.length === 0 ? "a record of this kind" : nameField(holder);
  const question = findQuestionWithoutWords(name, holder, context);
  const hint = question?.help ?? home ?? suggest(name, free);
  return {
    sort: "unknown-field",
    rank: 0,
    path,
    onKey: true,
    message: question?.message ?? `"${name}" is not a known field of ${where}`,
    help: `${hint} ${known.length > 0 ? `known fields: ${known.join(", ")}` : ""}`.trim(),
    fix,
  };
}

/** Rules may depend on a question only if its record has the words of a condition. */
function findQuestionWithoutWords(name: string, holder: Path, context: FaultContext): Words | undefined {
  const { record, schemas, questionIds = [] } = context;
  if (record.kind !== "rule" || holder.join() !== "when") return undefined;
  const { situation } = (schemas.files.get("common.schema.json")?.$defs ?? {}) as Record<string, JsonSchema>;
  const field = situation && listFields(situation, {}, schemas)[name];
  if (!field) return undefined;
  const words = field.type === "boolean" ? "means" : "condition";
  // The name does not tell where the id has a hyphen before a digit.
  const id =
    [...questionIds].find((known) => known.replaceAll("-", "") === name.toLowerCase()) ??
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const file = fileOf("question", id);
  return {
    message: `rules cannot depend on "${name}": ${file} has no "${words}"`,
    help:
      words === "means"
        ? `add to ${file} the meaning of yes and no, such as means: {'yes': IOMMU on, 'no': no IOMMU}.`
        : `add to ${file} the words of a condition, such as condition: a link of {value} Gbit/s.`,
  };
}

/** A choice none of whose branches was meant: of fields of which one is needed, or of types. */
function describeChoice({ error }: Fault, path: Path, { record, schemas }: FaultContext): Description {
  const branches = (error.schema as JsonSchema[]).map((branch) => schemas.resolve(branch));
  const fields = branches.flatMap((branch) => (Array.isArray(branch.required) ? branch.required.map(String) : []));
  if (fields.length > 0) {
    return {
      sort: "missing-field",
      rank: 1,
      path: [...path, fields[0] ?? ""],
      message: `one of ${fields.map((field) => `"${field}"`).join(", ")} is required`,
    };
  }
  const asType = (type: unknown): ErrorObject => ({ ...error, keyword: "type", params: { type } });
  const fixes = branches
    .map((branch) => fixType({ ...asType(branch.type), parentSchema: branch }, path, error.data, record))
    .filter((fix) => fix !== undefined);
  const description = describeValue({ error: asType(undefined), condition: "", alternatives: branches }, path, {
    record,
    schemas,
    schema: {},
  });
  return { ...description, ...(fixes.length === 1 && fixes[0] ? { fix: fixes[0] } : {}) };
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
