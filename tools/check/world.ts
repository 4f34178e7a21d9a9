import type { ErrorObject } from "ajv";
import { fileOf, folderOf, type Kind, kinds } from "../records/kinds.ts";
import type { AnyRecord, RecordSet, Tombstone } from "../records/record.ts";
import { toKebabCase } from "./names.ts";
import { oncePer } from "../../advisor/collections.ts";
import type { SchemaSet } from "./schema/schema-set.ts";

/** All records and schemas, as rules query them while they check one record. */
export interface World {
  set: RecordSet;
  schemas: SchemaSet;
  /** ISO date. */
  today: string;
  /** Ids by kind, including those of unreadable records. A file with a wrong name counts under the id that the check suggests. */
  ids: ReadonlyMap<Kind, ReadonlySet<string>>;
  /** Finds a record that can be read. */
  find(kind: Kind, id: string): AnyRecord | undefined;
  /** Finds the tombstone of a moved or withdrawn record. */
  findTombstone(kind: Kind, id: string): Tombstone | undefined;
  /** What the schema says against a record. */
  errorsOf(record: AnyRecord): readonly ErrorObject[];
  /**
   * Whether all records of a kind, or the one with an id, can be read and match their schema.
   * A record that cites an unsound one gets no complaint: the cited name may be declared once that record is fixed.
   */
  isSound(kind: Kind, id?: string): boolean;
  /** Whether to report findings in this file: it was named on the command line, or no file was. */
  isAskedFor(file: string): boolean;
}

type WorldParts = Pick<World, "set" | "schemas" | "today"> & {
  /** Files to report about. Default: all. */
  files?: ReadonlySet<string>;
};

/** Builds the world for a set of records. */
export function makeWorld({ set, schemas, today, files }: WorldParts): World {
  const ids = new Map(kinds.map((kind) => [kind, listIds(kind, set)]));
  const errorsOf = errorsBy(schemas);
  const unsound = groupIds([...set.unreadable, ...set.records.filter((record) => errorsOf(record).length > 0)]);
  const byFile = new Map(set.records.map((record) => [record.file, record]));
  const tombstones = new Map(set.tombstones.map((tombstone) => [tombstone.file, tombstone]));
  return {
    set,
    schemas,
    today,
    ids,
    errorsOf,
    isSound: (kind, id) => !(id === undefined ? unsound.has(kind) : unsound.get(kind)?.has(id)),
    find: (kind, id) => byFile.get(fileOf(kind, id)),
    findTombstone: (kind, id) => tombstones.get(fileOf(kind, id)),
    isAskedFor: (file) => !files || files.has(file),
  };
}

/** Lists the records and tombstones to report about, for rules that look at one record at a time. */
export function listAsked({ set, isAskedFor }: World): (AnyRecord | Tombstone)[] {
  return [...set.records, ...set.tombstones].filter(({ file }) => isAskedFor(file));
}

function listIds(kind: Kind, { records, unreadable, strays }: RecordSet): ReadonlySet<string> {
  const named = [...records, ...unreadable].filter((record) => record.kind === kind).map(({ id }) => id);
  const prefix = `${folderOf(kind)}/`;
  const misnamed = strays.filter((file) => file.startsWith(prefix)).map((file) => file.slice(prefix.length));
  const meant = misnamed.map((name) => toKebabCase(name.replace(/\.\w+$/, "")));
  return new Set([...named, ...named.map(toKebabCase), ...meant]);
}

/** Schema errors of each record, validated once: records are never changed, only replaced. */
const errorsBy = oncePer((schemas: SchemaSet) =>
  oncePer((record: AnyRecord): readonly ErrorObject[] => {
    const validator = schemas.validatorOf(record.kind);
    return validator(record.data) ? [] : (validator.errors ?? []);
  }),
);

function groupIds(records: readonly { kind: Kind; id: string }[]): ReadonlyMap<Kind, ReadonlySet<string>> {
  const groups = new Map<Kind, Set<string>>();
  for (const { kind, id } of records) groups.set(kind, (groups.get(kind) ?? new Set()).add(id));
  return groups;
}
