import { shorten } from "../../../advisor/text.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";

const words: { [type: string]: string } = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
  null: "nothing",
};

/** Says what a schema accepts, in a word or two. */
export function nameExpected(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return "a listed value";
  return nameType(schema.type);
}

/** Names a JSON type as people do. */
export function nameType(type: unknown): string {
  return words[String(type)] ?? String(type);
}

/** Says what a value is: `text "2,65"`, `the number 4.0`, `a list`. */
export function nameFound(value: unknown, spelling: string | undefined): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return `text ${show(value)}`;
    case "number":
      return nameNumber(value, spelling ?? String(value));
    case "boolean":
      return spelling ?? String(value);
    default:
      return "a mapping";
  }
}

function nameNumber(value: number, spelling: string): string {
  const short = shorten(spelling, 40);
  if (Number.isFinite(value)) return `the number ${short}`;
  return /\d/.test(spelling) ? `${short}, which is too large` : `${short}, which is not a finite number`;
}

/** Shows a value in a message, shortened where it is long. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= 60 ? text : `${text.slice(0, 56)}..."`;
}

/** Whether a value has a JSON type; a fraction counts as a whole number that is wrong, not as something else. */
export function fitsType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "integer":
    case "number":
      return typeof value === "number";
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

/** Names a field in a message: `"unit"`, `"authors" item 2`, `the record`. */
export function nameField(path: readonly (string | number)[]): string {
  const last = path.at(-1);
  if (last === undefined) return "the record";
  if (typeof last === "string") return `"${last}"`;
  const outer = path.slice(0, -1);
  return outer.length > 0 ? `${nameField(outer)} item ${last + 1}` : `item ${last + 1}`;
}
