import { posix } from "node:path";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { writeDatasetCsv } from "./dataset-csv.ts";
import { type Kind, kinds, type Measurement } from "./records.ts";
import type { Versions } from "./versions-of-content.ts";
import type { Tombstone as Authored } from "../../records/record.ts";
import type { Atlas } from "./atlas.ts";
import { dropUndefined } from "../../records/objects.ts";
import { findAnyPath, findPath } from "./paths.ts";
import { titleOf } from "./links.ts";

/** A compiled record: whatever it holds, it has an id. */
export type CompiledRecord = { id: string; path?: string };
export type CompiledLists = Record<Kind, readonly CompiledRecord[]>;
type Header = Versions & { licence: string };

/** Folder of the API's files, from the site's root. */
const folder = "/api/v1";

/** Writes the static API: an index, a list per kind, a file per record, also per one that is gone, datasets also as CSV, the engine's knowledge. */
export function compileApi(
  lists: CompiledLists,
  tombstones: readonly Tombstone[],
  knowledge: Knowledge,
  header: Header,
): Map<string, string> {
  const files = new Map<string, string>();
  const put = (name: string, content: object): void => {
    const path = `${folder}/${name}`;
    files.set(path, `${JSON.stringify(relate({ ...header, ...content }, posix.dirname(path)), null, 2)}\n`);
  };
  put("index.json", {
    kinds: kinds.map((kind) => ({
      kind,
      count: lists[kind].length,
      url: `${folder}/${kind}.json`,
      schema: `/schema/v1/${kind.slice(0, -1)}.schema.json`,
    })),
    knowledge: { url: `${folder}/knowledge.json` },
    tombstones: { count: tombstones.length, url: `${folder}/tombstones.json` },
  });
  // Read by programs only, and the largest file by far.
  files.set(`${folder}/knowledge.json`, `${JSON.stringify(relate({ ...header, ...knowledge }, folder))}\n`);
  for (const kind of kinds) {
    const records = lists[kind].map(freeLicence);
    put(`${kind}.json`, {
      items: records.map((record) => ({ ...pickPlain(record), url: `${folder}/${kind}/${record.id}.json` })),
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
  return files;
}

/** In the API `licence` is that of the file; the licence of a cited document is told under a name of its own. */
function freeLicence(record: CompiledRecord): CompiledRecord {
  if (!("licence" in record)) return record;
  const { licence: documentLicence, ...others } = record;
  return { ...others, documentLicence } as CompiledRecord;
}

/** A list shows what a record says in plain fields; the rest is in its own file. */
function pickPlain(record: CompiledRecord): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value !== "object"));
}

const addressKeys = new Set(["path", "url", "csv", "json", "schema"]);

/** Makes the site's own addresses relative to the file they stand in, so that they hold under any base address. */
function relate(value: unknown, from: string): unknown {
  if (Array.isArray(value)) return value.map((part) => relate(part, from));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, part]: [string, unknown]) => {
    const isOwnAddress = addressKeys.has(key) && typeof part === "string" && part.startsWith("/");
    return [key, isOwnAddress ? makeRelative(part, from) : relate(part, from)];
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

/** What readers find at the address of a record that is gone. */
interface Tombstone {
  kind: Kind;
  id: string;
  status: "moved" | "withdrawn";
  on: string;
  reason: string;
  /** Where the record was shown, and this is now: a page, or a place in a list. */
  path: string;
  successor?: { id: string; title: string; path: string };
}

/** Compiles what stands in the place of records that were moved or withdrawn, by kind and id. */
export function compileTombstones(tombstones: readonly Authored[], atlas: Atlas): Tombstone[] {
  return tombstones.map(({ kind: singular, id, data }) => {
    const kind = `${singular}s` as Kind;
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

function describe(kind: Kind, id: string, atlas: Atlas): { id: string; title: string; path: string } {
  const record = atlas.find(kind, id);
  return { id, title: titleOf(kind, record), path: findAnyPath(kind, record) };
}
