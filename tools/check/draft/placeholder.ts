import { isMapping } from "../select.ts";
import { isPlaceholder, openId, openText } from "../placeholders.ts";
import type { SchemaSet } from "../schema/schema-set.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import { listOf } from "../schema/fields.ts";

export type Scalar = string | number | boolean;

/** A plain value of a draft. */
export interface Filling {
  value: Scalar;
  /** Whether the author still has to replace it. */
  isOpen: boolean;
}

/**
 * Holds the place of a value that nobody has given: unknown where that is an answer, a word that says TODO where there is
 * room for it, and else what the schema gives as an example, to be marked beside it.
 */
export function holdPlace(
  schema: JsonSchema,
  words: { description: string; example: unknown },
  isId: boolean,
  schemas: SchemaSet,
): Filling {
  const target = schemas.resolve(schema);
  if (target.const !== undefined) return { value: target.const as Scalar, isOpen: false };
  if (!isId && acceptsUnknown(target, words.description)) return { value: "unknown", isOpen: false };
  const text = findText(target, schemas);
  const [word] = text ? [...sayOpen(words.example), openId].filter((candidate) => fits(candidate, text)) : [];
  if (word !== undefined) return { value: word, isOpen: true };
  return { value: (words.example ?? listOf<unknown>(target.enum)[0] ?? smallest(target)) as Scalar, isOpen: true };
}

/** Whether a value needs a mark beside it to be seen as open. */
export function needsMark({ value, isOpen }: Filling): boolean {
  return isOpen && !isPlaceholder(value);
}

/** Whether a field accepts "unknown": as a listed value, or as free text whose description names the word. */
function acceptsUnknown(target: JsonSchema, description: string): boolean {
  if (target.enum) return listOf<unknown>(target.enum).includes("unknown");
  if (target.anyOf)
    return listOf<unknown>(target.anyOf).some((branch) => isMapping(branch) && branch.const === "unknown");
  const says = /\bunknown\b/.test(`${description} ${String(target.description ?? "")}`);
  return says && target.type === "string" && fits("unknown", target);
}

/** The part of a schema that accepts free text or ids. */
function findText(target: JsonSchema, schemas: SchemaSet): JsonSchema | undefined {
  if (target.enum) return undefined;
  if (target.type === "string") return target;
  const branches = listOf<unknown>(target.anyOf).map((branch) => schemas.resolve(branch as JsonSchema));
  return branches.find((branch) => branch.type === "string" && branch.const === undefined && !branch.enum);
}

/** Placeholder texts, the preferred one first. The one with the example may be too long for the field. */
function sayOpen(example: unknown): string[] {
  const short = `${openText}: fill in`;
  return typeof example === "string" ? [`${openText}: for example ${example}`, short] : [short];
}

/** For what has no example: the items of some lists. */
function smallest({ type, minimum }: JsonSchema): Scalar {
  return type === "boolean" ? false : typeof minimum === "number" ? minimum : 1;
}

function fits(text: string, { pattern, format, minLength = 0, maxLength = Infinity }: JsonSchema): boolean {
  if (format !== undefined || text.length < Number(minLength) || text.length > Number(maxLength)) return false;
  return typeof pattern !== "string" || new RegExp(pattern, "u").test(text);
}
