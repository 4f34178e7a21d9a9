import { kinds } from "./records.ts";
import type { Kind, RecordOf, Records } from "./records.ts";

/** The records with a way to find one by its id. */
export interface Atlas extends Records {
  find<K extends Kind>(kind: K, id: string): RecordOf<K>;
}

/** Thrown when a record names another one that does not exist. */
export class MissingRecord extends Error {
  constructor(kind: Kind, id: string) {
    super(`a record names "${id}", which is not in data/${kind}`);
  }
}

/** Indexes the records by kind and id. */
export function createAtlas(records: Records): Atlas {
  const index = new Map<string, unknown>();
  for (const kind of kinds) for (const record of records[kind]) index.set(`${kind}/${record.id}`, record);
  return {
    ...records,
    find<K extends Kind>(kind: K, id: string): RecordOf<K> {
      const record = index.get(`${kind}/${id}`);
      if (record === undefined) throw new MissingRecord(kind, id);
      return record as RecordOf<K>;
    },
  };
}
