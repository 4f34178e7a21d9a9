import { BrokenRecords } from "./records.ts";
import { type Kind, kinds, type RecordOf, type Records } from "./records.ts";

/** The records with a way to find one by its id. */
export interface Atlas extends Records {
  find<K extends Kind>(kind: K, id: string): RecordOf<K>;
}

/** Indexes the records by kind and id. */
export function createAtlas(records: Records): Atlas {
  const index = new Map<string, unknown>();
  for (const kind of kinds) for (const record of records[kind]) index.set(`${kind}/${record.id}`, record);
  return {
    ...records,
    find<K extends Kind>(kind: K, id: string): RecordOf<K> {
      const record = index.get(`${kind}/${id}`);
      if (record === undefined) throw new BrokenRecords(`A record names "${id}", which is not in data/${kind}.`);
      return record as RecordOf<K>;
    },
  };
}
