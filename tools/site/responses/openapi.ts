import { singularOf } from "../../records/kinds.ts";
import { listedKinds } from "../compile/records.ts";
import { licenceUrl, schemaVersion } from "../compile/site/meta.ts";
import { isDeepStrictEqual } from "node:util";
import type { Schema } from "./schemas.ts";

/** Describes the static API in OpenAPI 3.1, from the schemas of its files by their names. */
export function describeApi(schemas: ReadonlyMap<string, Schema>): object {
  const paths: Record<string, object> = {
    "/index.json": get("getIndex", "Index of all files", "index", file("Index")),
    "/knowledge.json": get("getKnowledge", "Everything that the engine reads", "index", file("Knowledge")),
    "/aliases.json": get("getAliases", "Spellings of guests with their ids", "index", file("Aliases")),
    "/tombstones.json": get("getTombstones", "Records that were moved or withdrawn", "index", file("TombstoneList")),
    "/measurements.csv": get(
      "getMeasurementsAsCsv",
      "Every measurement as CSV",
      "index",
      answer("The file.", "text/csv", { type: "string" }),
    ),
    // OpenAPI 3.1 describes a binary file by its media type alone.
    "/measurements.parquet": get(
      "getMeasurementsAsParquet",
      "Every measurement as Parquet",
      "index",
      answer("The file.", "application/octet-stream", {}),
    ),
    "/datapackage.json": get(
      "getDataPackage",
      "Data Package of the measurements",
      "index",
      answer("The file, as the profile for Data Packages describes it.", "application/json", {
        type: "object",
        additionalProperties: true,
      }),
    ),
  };
  for (const kind of listedKinds) {
    const one = singularOf(kind);
    const type = one.charAt(0).toUpperCase() + one.slice(1);
    const record = answer("The record, or a notice if the record was moved or withdrawn.", "application/json", {
      anyOf: [refer(type), refer("GoneRecord")],
    });
    paths[`/${kind}.json`] = get(`list${type}s`, `All ${kind}`, kind, file(`${type}List`));
    paths[`/${kind}/{id}.json`] = get(`get${type}`, `One ${one}`, kind, record, byId);
  }
  const rows = answer("The rows.", "text/csv", { type: "string" });
  paths["/datasets/{id}.csv"] = get("getDatasetAsCsv", "The rows of one dataset as CSV", "datasets", rows, byId);
  return {
    openapi: "3.1.0",
    info: {
      title: "vNIC Atlas",
      summary: "Virtual network adapters: compatibility, measurements, rules, and the records behind them.",
      description:
        "Static files: no API key, no rate limit, no queries. Every other JSON file has schemaVersion, knowledgeVersion, knowledgeRelease and licence. " +
        "Addresses in a file are relative to that file. Readers must accept new fields.",
      version: schemaVersion,
      license: { name: "CC BY 4.0", url: licenceUrl },
    },
    servers: [{ url: ".", description: "The folder of this file" }],
    security: [],
    tags: [
      { name: "index", description: "Files about all records." },
      ...listedKinds.map((kind) => ({ name: kind, description: `Records of the kind ${kind}.` })),
    ],
    paths,
    components: {
      parameters: {
        id: {
          name: "id",
          in: "path",
          required: true,
          description: "Id of the record, as its list gives it.",
          schema: { type: "string" },
        },
      },
      schemas: listComponents(schemas),
    },
  };
}

const byId = { parameters: [{ $ref: "#/components/parameters/id" }] };

function get(operationId: string, summary: string, tag: string, found: object, more: object = {}): object {
  const responses = { 200: found, 404: { description: "There is no such file." } };
  return { get: { operationId, summary, tags: [tag], ...more, responses } };
}

function answer(description: string, type: string, schema: Schema): object {
  return { description, content: { [type]: { schema } } };
}

function file(type: string): object {
  return answer("The file.", "application/json", refer(type));
}

function refer(type: string): Schema {
  return { $ref: `#/components/schemas/${type}` };
}

/** What only the command line and the engine answer is no part of the API. */
const leftOut = new Set(["Advice", "LeanAdvice", "BatchError"]);

/** All schemas and their definitions side by side; one of a name that means something else bears its owner's name, too. */
function listComponents(schemas: ReadonlyMap<string, Schema>): Record<string, Schema> {
  const components: Record<string, Schema> = {};
  const names = new Set(schemas.keys());
  for (const [owner, { $defs = {}, ...schema }] of schemas) {
    if (leftOut.has(owner)) continue;
    const definitions = $defs as Record<string, Schema>;
    const renamed = new Map<string, string>();
    for (const [name, definition] of Object.entries(definitions)) {
      const isTaken =
        names.has(name) || (name in components && !isDeepStrictEqual(components[name], rename(definition, new Map())));
      renamed.set(name, isTaken ? owner + name : name);
    }
    for (const [name, definition] of Object.entries(definitions))
      components[renamed.get(name) ?? name] = rename(definition, renamed);
    components[owner] = rename(schema, renamed);
  }
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function rename(schema: Schema, renamed: ReadonlyMap<string, string>): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (isTuple(value)) return describeTuple(value);
    if (hasTypes(value)) return describeTypes(value);
    const [, name = ""] = (key === "$ref" && typeof value === "string" && /^#\/\$defs\/(\w+)$/.exec(value)) || [];
    return name === "" ? value : refer(renamed.get(name) ?? name).$ref;
  }) as Schema;
}

function isTuple(value: unknown): value is Schema & { prefixItems: Schema[] } {
  return typeof value === "object" && value !== null && "prefixItems" in value && Array.isArray(value.prefixItems);
}

/** Generators of clients read no tuples: a list of as many entries, each of one of the types. */
function describeTuple({ prefixItems, ...rest }: Schema & { prefixItems: Schema[] }): Schema {
  const [first = {}] = prefixItems;
  return { ...rest, items: prefixItems.length === 1 ? first : { anyOf: prefixItems } };
}

function hasTypes(value: unknown): value is Schema & { type: unknown[] } {
  return typeof value === "object" && value !== null && "type" in value && Array.isArray(value.type);
}

/** Generators for Go read no list of types: a choice of one type each means the same. */
function describeTypes({ type, ...rest }: Schema & { type: unknown[] }): Schema {
  return { ...rest, anyOf: type.map((one) => ({ type: one })) };
}
