import { kinds } from "../compile/records.ts";
import { licenceUrl, schemaVersion } from "../compile/site/meta.ts";
import { isDeepStrictEqual } from "node:util";
import type { Schema } from "./schemas.ts";

/** Describes the static API in OpenAPI 3.1, from the schemas of its files by their names. */
export function describeApi(schemas: ReadonlyMap<string, Schema>): object {
  const paths: Record<string, object> = {
    "/index.json": file("getIndex", "The index, which leads to all files", "Index", "index"),
    "/knowledge.json": file("getKnowledge", "Everything that the engine reads", "Knowledge", "index"),
    "/aliases.json": file("getAliases", "Every spelling of a guest", "Aliases", "index"),
    "/tombstones.json": file("getTombstones", "Records that were moved or withdrawn", "TombstoneList", "index"),
    "/measurements.csv": table("getMeasurementsAsCsv", "Every measurement as CSV", "text/csv"),
    "/measurements.parquet": table(
      "getMeasurementsAsParquet",
      "Every measurement as Parquet",
      "application/vnd.apache.parquet",
    ),
    "/datapackage.json": table("getDataPackage", "Data Package of the measurements", "application/json", "object"),
  };
  for (const kind of kinds) {
    const one = kind.slice(0, -1);
    const type = one.charAt(0).toUpperCase() + one.slice(1);
    paths[`/${kind}.json`] = file(`list${type}s`, `All ${kind}`, `${type}List`, kind);
    paths[`/${kind}/{id}.json`] = {
      get: {
        ...operation(`get${type}`, `One ${one}`, kind),
        parameters: [{ $ref: "#/components/parameters/id" }],
        responses: {
          200: answer("The record, or what is left of one that was moved or withdrawn.", "application/json", {
            anyOf: [{ $ref: `#/components/schemas/${type}` }, { $ref: "#/components/schemas/GoneRecord" }],
          }),
          404: absent,
        },
      },
    };
  }
  paths["/datasets/{id}.csv"] = {
    get: {
      ...operation("getDatasetAsCsv", "The rows of one dataset as CSV", "datasets"),
      parameters: [{ $ref: "#/components/parameters/id" }],
      responses: { 200: answer("The rows.", "text/csv", { type: "string" }), 404: absent },
    },
  };
  return {
    openapi: "3.1.0",
    info: {
      title: "vNIC Atlas",
      summary: "Virtual network adapters: compatibility, measurements, rules, and the records behind them.",
      description:
        "Static files: no key, no limit, no query. Every JSON file has schemaVersion, knowledgeVersion, knowledgeRelease and licence. " +
        "Addresses in a file are relative to that file. Readers must accept new fields.",
      version: schemaVersion,
      license: { name: "CC BY 4.0", url: licenceUrl },
    },
    servers: [{ url: ".", description: "The folder of this file" }],
    security: [],
    tags: [
      { name: "index", description: "Files about all records." },
      ...kinds.map((kind) => ({ name: kind, description: `Records of the kind ${kind}.` })),
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

function operation(operationId: string, summary: string, tag: string): object {
  return { operationId, summary, tags: [tag] };
}

function answer(description: string, type: string, schema: Schema): object {
  return { description, content: { [type]: { schema } } };
}

const absent = { description: "There is no such file." };

function file(id: string, summary: string, type: string, tag: string): object {
  const content = answer("The file.", "application/json", { $ref: `#/components/schemas/${type}` });
  return { get: { ...operation(id, summary, tag), responses: { 200: content, 404: absent } } };
}

function table(id: string, summary: string, mediaType: string, type = "string"): object {
  const content = answer("The file.", mediaType, { type });
  return { get: { ...operation(id, summary, "index"), responses: { 200: content, 404: absent } } };
}

/** What only the command line and the engine answer is no part of the API. */
const leftOut = new Set(["Advice", "LeanAdvice"]);

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
        names.has(name) || (name in components && !isDeepStrictEqual(components[name], refer(definition, new Map())));
      renamed.set(name, isTaken ? owner + name : name);
    }
    for (const [name, definition] of Object.entries(definitions))
      components[renamed.get(name) ?? name] = refer(definition, renamed);
    components[owner] = refer(schema, renamed);
  }
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function refer(schema: Schema, renamed: ReadonlyMap<string, string>): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (isTuple(value)) return describeTuple(value);
    const [, name = ""] = (key === "$ref" && typeof value === "string" && /^#\/\$defs\/(\w+)$/.exec(value)) || [];
    return name === "" ? value : `#/components/schemas/${renamed.get(name) ?? name}`;
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
