import type { Words } from "./units.ts";

/** Something that can be found: a page, a part of one, or a record that has its place on one. */
export interface SearchDocument {
  /** From the site's root, with the fragment where it is a part of a page. */
  path: string;
  /** What it is, as readers are told: "Guest", "Finding". */
  kind: string;
  title: string;
  /** One sentence on it; empty where there is none. */
  note: string;
  /** Other names by which somebody may look for it; the last part of the path is one without being said. */
  names: string;
  /** Everything else that is to be found. */
  text: string;
}

/** The first file: the documents most searches look for, without their texts, and the synonyms. */
export interface NamesFile {
  words: Words;
  documents: PackedDocuments;
}

/** The second file: the texts of the documents of the first one, in its order, and all other documents. */
export interface TextsFile {
  texts: string[];
  documents: PackedDocuments;
}

/** Kind to its documents: path, title, note, names and text, without empty ones at the end. */
export type PackedDocuments = Record<string, string[][]>;

/** Reads the documents of a file. */
export function unpackDocuments(packed: PackedDocuments): SearchDocument[] {
  return Object.entries(packed).flatMap(([kind, rows]) =>
    rows.map(([path = "", title = "", note = "", names = "", text = ""]) => ({ path, kind, title, note, names, text })),
  );
}
