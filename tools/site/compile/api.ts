import { type Plural, pluralOf, singularOf } from "../../records/kinds.ts";
import { posix } from "node:path";
import { indexGuests, lookUpGuest } from "../../../advisor/guests/guests.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { writeAllMeasurements, writeDatasetCsv } from "./measurement-tables.ts";
import { type Atlas, listedKinds, type Measurement } from "./records.ts";
import { type ApiHeader, datedVersion, licence, type Versions } from "./site/meta.ts";
import type { Tombstone as Authored } from "../../records/record.ts";
import { dropUndefined } from "../../records/objects.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";
import { findAnyPath, findPath } from "./paths.ts";
import { titleOf } from "./links.ts";

/** A compiled record. Every record has an id. */
type CompiledRecord = { id: string; path?: string };
type CompiledLists = Record<Plural, readonly CompiledRecord[]>;

/** Folder of the API's files, from the site's root. */
const folder = "/api/v1";

/** Index of the API, with links to all other files. */
export interface ApiIndex extends ApiHeader {
  /** The kinds of records. */
  kinds: {
    /** Name of the kind, in the plural. */
    kind: string;
    /** Number of records. */
    count: number;
    /** Address of the list. */
    url: string;
    /** Address of the schema that each record's file matches. */
    schema: string;
    /** Address of the schema that the list matches. */
    listSchema: string;
    /** Address of the schema of the record as authors write it, in YAML. */
    authoring: string;
  }[];
  /** Everything that the engine reads, in one file. */
  knowledge: Described;
  /** Every spelling of a guest with the guest's id. */
  aliases: Described;
  /** Every measurement of every dataset as one table. */
  measurements: {
    /** Address of the table as CSV. */
    csv: string;
    /** Address of the table as Parquet. */
    parquet: string;
    /** Address of the Data Package that describes the table's columns. */
    package: string;
  };
  /** Records that were moved or withdrawn. */
  tombstones: Described & {
    /** Number of records that were moved or withdrawn. */
    count: number;
    /** Address of the schema for the notice at the old address of a record. */
    recordSchema: string;
  };
  /** Description of the API in OpenAPI 3.1. */
  openapi: {
    /** Address of the description. */
    url: string;
  };
  /** Schemas of what the command line, the engine and the validation kit read and write. */
  schemas: {
    /** Name of the described data. */
    name: string;
    /** Address of the schema. */
    schema: string;
  }[];
}

/** A file of the API with its schema. */
interface Described {
  /** Address of the file. */
  url: string;
  /** Address of the schema that the file matches. */
  schema: string;
}

/** Every spelling of a guest operating system. */
export interface Aliases extends ApiHeader {
  /**
   * Spelling in lower case, with single spaces, to the id of the guest. A spelling is an id of the atlas, of vSphere,
   * of a .vmx file or of osinfo, or a name as inventories print it.
   */
  aliases: Record<string, string>;
  /** Spellings that several guests share, such as a name without its bitness, to the ids of those guests. */
  ambiguous: Record<string, string[]>;
}

/** The list of the records that were moved or withdrawn. */
export interface TombstoneList extends ApiHeader {
  /** The records that were moved or withdrawn. */
  items: (Tombstone & {
    /** Address of the notice. */
    url: string;
  })[];
}

/** Notice at the address of a record that was moved or withdrawn. */
export interface GoneRecord extends ApiHeader {
  /** Id that the record had. */
  id: string;
  /** Address of the page with the notice. */
  path: string;
  /** The change to the record. */
  tombstone: Omit<Tombstone, "kind" | "id" | "path">;
}

/** Fields that a list has in addition to texts, numbers and booleans. */
export const listedInFull: Partial<Record<Plural, readonly string[]>> = { rules: ["when", "then"] };

const schemaOf = (name: string): string => `/schema/v1/api/${name}.schema.json`;

/** Schemas of the input and output of the engine and the kit. */
const otherSchemas = [
  { name: "situation", schema: "/schema/v1/situation.schema.json" },
  { name: "advice", schema: schemaOf("advice") },
  { name: "lean advice", schema: schemaOf("lean-advice") },
  { name: "error of a line of a batch", schema: schemaOf("batch-error") },
  { name: "audit of a fleet", schema: "/schema/v1/audit.schema.json" },
  { name: "company policy", schema: "/schema/v1/policy.schema.json" },
  { name: "result of the validation kit", schema: "/schema/v1/result.schema.json" },
];

/** Inputs of the API. */
interface ApiInputs {
  lists: CompiledLists;
  tombstones: readonly Tombstone[];
  knowledge: Knowledge;
  atlas: Atlas;
  versions: Versions;
  /** Schema of datasets. It describes the columns of their tables. */
  datasetSchema: JsonSchema;
}

/** Writes the static API: the index, a list per kind, a file per record or removed record, tables of datasets, and the engine's knowledge. */
export function compileApi(inputs: ApiInputs): Map<string, string | Uint8Array> {
  const { lists, tombstones, knowledge, atlas, datasetSchema } = inputs;
  const header: ApiHeader = { ...inputs.versions, knowledgeRelease: datedVersion(atlas.sources), licence };
  const files = new Map<string, string | Uint8Array>();
  const put = (name: string, content: object): void => {
    const path = `${folder}/${name}`;
    files.set(
      path,
      `${JSON.stringify(makeAddressesRelative({ ...header, ...content }, posix.dirname(path)), null, 2)}\n`,
    );
  };
  const index: Omit<ApiIndex, keyof ApiHeader> = {
    kinds: listedKinds.map((kind) => ({
      kind,
      count: lists[kind].length,
      url: `${folder}/${kind}.json`,
      schema: schemaOf(singularOf(kind)),
      listSchema: schemaOf(`${singularOf(kind)}-list`),
      authoring: `/schema/v1/${singularOf(kind)}.schema.json`,
    })),
    knowledge: { url: `${folder}/knowledge.json`, schema: schemaOf("knowledge") },
    aliases: { url: `${folder}/aliases.json`, schema: schemaOf("aliases") },
    measurements: {
      csv: `${folder}/measurements.csv`,
      parquet: `${folder}/measurements.parquet`,
      package: `${folder}/datapackage.json`,
    },
    tombstones: {
      count: tombstones.length,
      url: `${folder}/tombstones.json`,
      schema: schemaOf("tombstone-list"),
      recordSchema: schemaOf("gone-record"),
    },
    openapi: { url: `${folder}/openapi.json` },
    schemas: otherSchemas,
  };
  put("index.json", index);
  // Read by programs only, and the largest file by far.
  files.set(
    `${folder}/knowledge.json`,
    `${JSON.stringify(makeAddressesRelative({ ...header, ...knowledge }, folder))}\n`,
  );
  for (const kind of listedKinds) {
    const records = lists[kind].map(freeLicence);
    const full = listedInFull[kind] ?? [];
    put(`${kind}.json`, {
      items: records.map((record) => ({ ...pickPlain(record, full), url: `${folder}/${kind}/${record.id}.json` })),
    });
    for (const record of records) put(`${kind}/${record.id}.json`, record);
  }
  put("tombstones.json", {
    items: tombstones.map((tombstone) => ({ ...tombstone, url: `${folder}/${tombstone.kind}/${tombstone.id}.json` })),
  });
  for (const { kind, id, path, ...tombstone } of tombstones) put(`${kind}/${id}.json`, { id, path, tombstone });
  for (const dataset of lists.datasets) {
    if (hasMeasurements(dataset))
      files.set(`${folder}/datasets/${dataset.id}.csv`, writeDatasetCsv(dataset.measurements));
  }
  put("aliases.json", listAliases(knowledge));
  const measurements = writeAllMeasurements(atlas, header, datasetSchema);
  files.set(`${folder}/measurements.csv`, measurements.csv);
  files.set(`${folder}/measurements.parquet`, measurements.parquet);
  put("datapackage.json", measurements.package);
  return files;
}

/** Lists every spelling in the engine's index of guests with the id of the guest. */
function listAliases(knowledge: Knowledge): Omit<Aliases, keyof ApiHeader> {
  const index = indexGuests(knowledge);
  const meant = [...index.keys()].sort().map((spelling) => [spelling, lookUpGuest(index, spelling)] as const);
  return {
    aliases: Object.fromEntries(
      meant.flatMap(([spelling, [guest, ...more]]) => (guest && more.length === 0 ? [[spelling, guest.id]] : [])),
    ),
    ambiguous: Object.fromEntries(
      meant.flatMap(([spelling, guests]) => (guests.length > 1 ? [[spelling, guests.map(({ id }) => id)]] : [])),
    ),
  };
}

/** Moves the licence of a cited document to documentLicence, because `licence` is the licence of the file. */
function freeLicence(record: CompiledRecord): CompiledRecord {
  if (!("licence" in record)) return record;
  const { licence: documentLicence, ...others } = record;
  return { ...others, documentLicence } as CompiledRecord;
}

/** Picks the plain fields of a record for the list. The record's own file has all fields. */
function pickPlain(record: CompiledRecord, full: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([field, value]) => typeof value !== "object" || full.includes(field)),
  );
}

const addressKeys = new Set([
  ...["path", "url", "csv", "json", "parquet", "package"],
  ...["schema", "listSchema", "recordSchema", "authoring"],
]);

/** Makes the site's addresses relative to their file, so that they work under any base address. */
function makeAddressesRelative(value: unknown, from: string): unknown {
  if (Array.isArray(value)) return value.map((part) => makeAddressesRelative(part, from));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, part]: [string, unknown]) => {
    const isOwnAddress = addressKeys.has(key) && typeof part === "string" && part.startsWith("/");
    return [key, isOwnAddress ? makeRelative(part, from) : makeAddressesRelative(part, from)];
  });
  return Object.fromEntries(entries);
}

function makeRelative(address: string, from: string): string {
  const [path = "", fragment] = address.split("#");
  const relative = posix.relative(from, path) + (path.endsWith("/") ? "/" : "");
  return fragment === undefined ? relative : `${relative}#${fragment}`;
}

function hasMeasurements(record: CompiledRecord): record is CompiledRecord & { measurements: Measurement[] } {
  return "measurements" in record;
}

/** Notice about a record that was moved or withdrawn. */
interface Tombstone {
  /** Kind of the record, in the plural. */
  kind: Plural;
  /** Id that the record had. */
  id: string;
  /** moved: another record replaces the record. withdrawn: no record replaces it. */
  status: "moved" | "withdrawn";
  /** Date of the change. */
  on: string;
  /** Why the record was moved or withdrawn. */
  reason: string;
  /** Address of the page with the notice, or of its place in a list. */
  path: string;
  /** Record that replaces it. */
  successor?: {
    /** Id of the record. */
    id: string;
    /** Title of the record. */
    title: string;
    /** Address of its page. */
    path: string;
  };
}

/** Compiles the notices about records that were moved or withdrawn, by kind and id. */
export function compileTombstones(tombstones: readonly Authored[], atlas: Atlas): Tombstone[] {
  return tombstones.map(({ kind: singular, id, data }) => {
    const kind = pluralOf(singular);
    const { status, on, reason, successor } = data.tombstone;
    return dropUndefined({
      kind,
      id,
      status,
      on,
      reason,
      // A step has no place of its own without the adapter that it was for.
      path: kind === "steps" ? "/adapters/" : findPath(kind, id),
      successor: successor === undefined ? undefined : describe(kind, successor, atlas),
    });
  });
}

function describe(kind: Plural, id: string, atlas: Atlas): { id: string; title: string; path: string } {
  const record = atlas.find(kind, id);
  return { id, title: titleOf(kind, record), path: findAnyPath(kind, record) };
}
