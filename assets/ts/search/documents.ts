import { type SearchDocument, splitWords } from "./index-options.ts";
import type { Words } from "./units.ts";

/** The first file that the build writes: documents that many look for, without their texts, and the words that people type. */
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

/** Kinds that readers choose between; their names alone answer most queries. */
const namedKinds: ReadonlySet<string> = new Set([
  "Adapter",
  "Comparison",
  "Feature",
  "Guest",
  "Page",
  "Problem",
  "Study",
]);

/** Parts documents into the two files; a part of a page of prose is found with its text. */
export function packFiles(documents: readonly SearchDocument[], words: Words): { names: NamesFile; texts: TextsFile } {
  const isNamed = ({ kind, path }: SearchDocument): boolean =>
    namedKinds.has(kind) && !(kind === "Page" && path.includes("#"));
  const compact = documents.map((document) => dropRepeated(document, new Set(words.ignored)));
  const named = compact.filter(isNamed);
  const names = packDocuments(named.map((document) => ({ ...document, text: "" })));
  // Documents are packed by kind, and texts follow them.
  const inOrder = Object.keys(names).flatMap((kind) => named.filter((document) => document.kind === kind));
  return {
    names: { words, documents: names },
    texts: {
      texts: inOrder.map(({ text }) => text),
      documents: packDocuments(compact.filter((document) => !isNamed(document))),
    },
  };
}

/** Reads the documents of a file. */
export function unpackDocuments(packed: PackedDocuments): SearchDocument[] {
  return Object.entries(packed).flatMap(([kind, rows]) =>
    rows.map(([path = "", title = "", note = "", names = "", text = ""]) => ({ path, kind, title, note, names, text })),
  );
}

function packDocuments(documents: readonly SearchDocument[]): PackedDocuments {
  const packed: PackedDocuments = {};
  for (const { path, kind, title, note, names, text } of documents) {
    const row = [path, title, note, names, text];
    while (row.at(-1) === "") row.pop();
    (packed[kind] ??= []).push(row);
  }
  return packed;
}

/** Leaves of names and text each word once, and only what the fields before do not have: a document is found by it all the same. */
function dropRepeated(document: SearchDocument, ignored: ReadonlySet<string>): SearchDocument {
  const { title, note } = document;
  const names = listNew(document.names, new Set(splitLower(title)));
  const known = new Set(splitLower(`${title} ${note} ${names.join(" ")}`));
  const text = listNew(document.text, known).filter((word) => !ignored.has(word));
  return { ...document, names: names.join(" "), text: text.join(" ") };
}

/** Words of a text that are not known, as they are compared. */
function listNew(text: string, known: ReadonlySet<string>): string[] {
  const whole = splitLower(text).filter((word) => !known.has(word));
  // What splitting makes of another word anyway is not needed.
  const parts = new Set(whole.flatMap((word) => splitLower(word).filter((part) => part !== word)));
  return whole.filter((word) => !parts.has(word));
}

function splitLower(text: string): string[] {
  return [...new Set(splitWords(text).map((word) => word.toLowerCase()))];
}
