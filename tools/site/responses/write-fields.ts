import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { runProgram, ToolError } from "../../records/command-line.mjs";
import { schemaVersion } from "../compile/site/meta.ts";
import { isRecord } from "../../../advisor/collections.ts";
import type { Schema } from "./schemas.ts";

/** The fields that the API has promised, and the version in which it did. */
interface Promised {
  version: string;
  fields: string[];
}

/** A version in assets/api/changelog.yaml. */
interface ApiVersion {
  version: string;
  changes: string[];
  /** Fields that were removed or have another type, as fields.txt has them. */
  broken?: string[];
}

/** Finds each break of a promise that the changelog does not state, and each new field that is not promised yet. */
export function compareFields(
  promised: Promised,
  fields: readonly string[],
  versions: readonly ApiVersion[],
): { unstated: string[]; added: string[] } {
  const [newest] = versions;
  const isNextMajor = Number.parseInt(newest?.version ?? "", 10) > Number.parseInt(promised.version, 10);
  const stated = new Set(isNextMajor ? (newest?.broken ?? []).map(placeOf) : []);
  const now = new Set(fields);
  const before = new Set(promised.fields);
  return {
    unstated: promised.fields.filter((line) => !now.has(line) && !stated.has(placeOf(line))),
    added: fields.filter((line) => !before.has(line)),
  };
}

/** The place of a field, without its type. */
function placeOf(line: string): string {
  return line.split(" ")[0] ?? line;
}

const folder = "assets/api";

/** Reads the fields that have been promised. */
export function readPromised(root: string): Promised {
  const [first = "", ...fields] = readFileSync(join(root, folder, "fields.txt"), "utf8")
    .trimEnd()
    .split("\n");
  return { version: first.replace(/^# version /, ""), fields };
}

/** Reads the versions of the API, newest first. */
export function readVersions(root: string): ApiVersion[] {
  return parse(readFileSync(join(root, folder, "changelog.yaml"), "utf8")) as ApiVersion[];
}

/** Lists the fields of all response schemas that the last build wrote. */
export function listBuiltFields(root: string): string[] {
  const built = join(root, "build/static/schema/v1/api");
  return readdirSync(built)
    .sort()
    .flatMap((file) =>
      listFields(file.replace(".schema.json", ""), JSON.parse(readFileSync(join(built, file), "utf8")) as Schema),
    );
}

/**
 * Every field that a schema promises, one line each: the place, the types, and whether it may be missing. A field within a
 * definition is listed once, under the definition's name. `[]` stands for the entries of a list, `*` for any key.
 */
export function listFields(name: string, schema: Schema): string[] {
  const { $defs = {}, ...own } = schema;
  const parts = Object.entries($defs as Record<string, Schema>).map(([part, one]) => [`${name}#${part}`, one] as const);
  return [[name, own] as const, ...parts].flatMap(([place, one]) => listWithin(place, one)).sort();
}

function listWithin(place: string, schema: Schema): string[] {
  const required = new Set((schema.required ?? []) as string[]);
  const { properties = {}, items, additionalProperties: others, anyOf = [], allOf = [] } = schema;
  return [
    ...Object.entries(properties as Record<string, Schema>).flatMap(([field, one]) => [
      `${place}.${field} ${describeType(one)}${required.has(field) ? "" : " optional"}`,
      ...listWithin(`${place}.${field}`, one),
    ]),
    ...(isRecord(items) ? listWithin(`${place}[]`, items) : []),
    ...(isRecord(others) ? listWithin(`${place}.*`, others) : []),
    ...[...(anyOf as Schema[]), ...(allOf as Schema[])].flatMap((one) => listWithin(place, one)),
  ];
}

/** Types without the values that a field may have: a new value among them is no break. */
function describeType(schema: Schema): string {
  const { type, $ref, anyOf, items, enum: values, const: value } = schema;
  if (typeof $ref === "string") return $ref.replace(/.*\//, "#");
  if (Array.isArray(anyOf)) return [...new Set((anyOf as Schema[]).map(describeType))].sort().join("|");
  if (type === "array") return `${isRecord(items) ? describeType(items) : "any"}[]`;
  const known = Array.isArray(type)
    ? type
    : type === undefined
      ? [...(Array.isArray(values) ? values : [value])].map(typeOf)
      : [type];
  return [...new Set(known.map(String))].sort().join("|");
}

function typeOf(value: unknown): string {
  return value === undefined ? "any" : value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

await runProgram(import.meta.url, "fields", (root) => {
  const fields = listBuiltFields(root);
  const { unstated } = compareFields(readPromised(root), fields, readVersions(root));
  if (unstated.length > 0)
    throw new ToolError(
      `removed or of another type, and not in ${folder}/changelog.yaml under "broken" of a new first number:\n${unstated.join("\n")}`,
    );
  writeFileSync(join(root, folder, "fields.txt"), `# version ${schemaVersion}\n${fields.join("\n")}\n`);
});
