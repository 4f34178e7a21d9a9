import type { Node } from "yaml";
import type { Records } from "../../build/types/records.ts";
import type { Kind } from "./kinds.ts";

/** Keys and indices that lead from a record's root to a value. */
export type Path = readonly (string | number)[];

/** Place in a file, both counted from 1. */
export interface Position {
  line: number;
  col: number;
}

/** What the parser made of a value, with the ranges of its text in the record's body. */
interface FoundNode {
  node: Node;
  /** The key that leads to the value; null for items of lists and the root. */
  key: Node | null;
}

/** A file that could be read, with the places of its parts. */
interface Authored<K extends Kind, Data> {
  kind: K;
  /** File name without its ending. */
  id: string;
  /** Relative to the repository, with forward slashes. */
  file: string;
  /** The file as it is written. */
  text: string;
  /** The text as the parser reads it: without a byte order mark and invisible characters. */
  body: string;
  /** Offset in the text of an offset in the body. */
  offsetOf(offset: number): number;
  /** Plain data as authored. Its type holds once tools/check has found nothing. */
  data: Data;
  /** Place of the value at a path; of the nearest thing around it where there is none. */
  locate(path: Path): Position;
  /** Place of the key that ends a path; the same as locate for items of lists. */
  locateKey(path: Path): Position;
  /** A plain value as the file spells it (4.0 where data has 4), undefined for lists and mappings. */
  spellingOf(path: Path): string | undefined;
  /** The node at a path, for changing its text; undefined if there is none. */
  nodeAt(path: Path): FoundNode | undefined;
}

/** One authored record. */
export type AuthoredRecord<K extends Kind> = Authored<K, Records[K]>;

/** The remains of a record that was moved or withdrawn, with the kind of that record. */
export type Tombstone = Authored<Kind, Records["tombstone"]>;

/** A record of some kind; its kind tells the type of its data. */
export type AnyRecord = { [K in Kind]: AuthoredRecord<K> }[Kind];

/** The text of a file in the place of a record. */
export interface RecordFile {
  kind: Kind;
  id: string;
  file: string;
  text: string;
}

/** A mistake in the file itself, such as broken YAML. */
export interface FileProblem extends Position {
  file: string;
  /** The value that is read differently from its meaning, if the problem is about one. Other rules skip this value. */
  path?: Path;
  message: string;
  help?: string;
  /** A change by an editor that can be undone without parsing the text. */
  slip?: "byte-order-mark" | "carriage-returns" | "tabs";
}

export interface RecordSet {
  /** By kind in the order of kinds, then by id. */
  records: AnyRecord[];
  /** In the same order. */
  tombstones: Tombstone[];
  /** Files of records that cannot be parsed. */
  unreadable: RecordFile[];
  /** Other files and folders in data that are not records. Folders end in a slash. */
  strays: string[];
  problems: FileProblem[];
}

/** Picks the records of one kind. */
export function recordsOf<K extends Kind>(set: Pick<RecordSet, "records">, kind: K): AuthoredRecord<K>[] {
  const records: AuthoredRecord<Kind>[] = set.records;
  return records.filter((record): record is AuthoredRecord<K> => record.kind === kind);
}
