import { fileOf, kinds } from "../records/kinds.ts";
import type { Kind } from "../records/kinds.ts";
import type { AnyRecord, RecordSet } from "../records/record.ts";
import type { SchemaSet } from "./schema/schema-set.ts";
import { select, selectText } from "./select.ts";

/** What rules may ask about everything that is not the record in hand. */
export interface World {
  set: RecordSet;
  schemas: SchemaSet;
  /** ISO date. */
  today: string;
  /** Ids by kind; a record that cannot be read has one too. */
  ids: ReadonlyMap<Kind, ReadonlySet<string>>;
  /** Finds a record that can be read. */
  find(kind: Kind, id: string): AnyRecord | undefined;
  /** Row ids by dataset; undefined where a dataset cannot be read or one of its rows has no id. */
  rows: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  /** Whether somebody asked about this file; everybody asks about all files when none is named. */
  isAskedFor(file: string): boolean;
}

export interface WorldParts {
  set: RecordSet;
  schemas: SchemaSet;
  today: string;
  /** Files to report about; all of them when left out. */
  files?: ReadonlySet<string>;
}

/** Prepares what rules ask for. */
export function makeWorld({ set, schemas, today, files }: WorldParts): World {
  const everything = [...set.records, ...set.unreadable];
  const ids = new Map(kinds.map((kind) => [kind, new Set(everything.filter((record) => record.kind === kind).map(({ id }) => id))]));
  const datasets = set.records.filter(({ kind }) => kind === "dataset");
  const rows = new Map(datasets.map((record) => [record.id, findRowIds(record)]));
  const byFile = new Map(set.records.map((record) => [record.file, record]));
  return {
    set,
    schemas,
    today,
    ids,
    rows,
    find: (kind, id) => byFile.get(fileOf(kind, id)),
    isAskedFor: (file) => !files || files.has(file),
  };
}

function findRowIds(dataset: AnyRecord): ReadonlySet<string> | undefined {
  const ids = selectText(dataset.data, "measurements.*.id").map(({ value }) => value);
  return ids.length > 0 && ids.length === select(dataset.data, "measurements.*").length ? new Set(ids) : undefined;
}
