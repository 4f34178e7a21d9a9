import type MiniSearch from "minisearch";
import type { SearchDocument, Shown } from "./index-options.ts";

/** An index as MiniSearch writes it: of every document and word an object, whose names weigh more than what they name. */
export type StoredIndex = ReturnType<MiniSearch<SearchDocument>["toJSON"]>;

/** The same in columns, a third smaller over the wire. */
export interface PackedIndex {
  /** What is not listed per document or per word. */
  rest: Omit<StoredIndex, "documentIds" | "fieldLength" | "storedFields" | "index">;
  kinds: string[];
  /** Of each document: its path, the place of its kind, its title, its note, and how many words its fields have. */
  documents: { paths: string[]; kinds: number[]; titles: string[]; notes: string[]; lengths: number[][] };
  words: string[];
  /**
   * Of each word and each field, the documents that have it: how far each is from the one before, and after it how often it has
   * the word, as a negative number, if more than once.
   */
  places: number[][][];
}

/** Packs an index to which documents were only added. */
export function packIndex({ documentIds, fieldLength, storedFields, index, ...rest }: StoredIndex): PackedIndex {
  const shown = Object.values(storedFields) as Shown[];
  const kinds = [...new Set(shown.map(({ kind }) => kind))];
  const fields = Object.values(rest.fieldIds);
  return {
    rest,
    kinds,
    documents: {
      paths: Object.values(documentIds) as string[],
      kinds: shown.map(({ kind }) => kinds.indexOf(kind)),
      titles: shown.map(({ title }) => title),
      notes: shown.map(({ note }) => note),
      lengths: Object.values(fieldLength),
    },
    words: index.map(([word]) => word),
    places: index.map(([, counts]) => fields.map((field) => packPlaces(counts[field] ?? {}))),
  };
}

/**
 * Makes of a packed index the text that MiniSearch reads. Browsers read a text several times faster than a script makes as many
 * small objects.
 */
export function unpackIndex({ rest, kinds, documents, words, places }: PackedIndex): string {
  const fields = Object.values(rest.fieldIds);
  const shown = documents.titles.map((title, at) => ({
    kind: kinds[documents.kinds[at] ?? 0] ?? "",
    title,
    note: documents.notes[at] ?? "",
  }));
  const index = words.map((word, at) => {
    const counts = (places[at] ?? []).flatMap((packed, column) =>
      packed.length === 0 ? [] : `"${fields[column]}":{${unpackPlaces(packed)}}`,
    );
    return `[${JSON.stringify(word)},{${counts.join()}}]`;
  });
  const head = JSON.stringify({
    ...rest,
    documentIds: { ...documents.paths },
    fieldLength: { ...documents.lengths },
    storedFields: { ...shown },
  });
  return `${head.slice(0, -1)},"index":[${index.join()}]}`;
}

function packPlaces(counts: Readonly<Record<string, number>>): number[] {
  let before = 0;
  return Object.entries(counts).flatMap(([document, count]) => {
    const step = Number(document) - before;
    before = Number(document);
    return count > 1 ? [step, -count] : [step];
  });
}

function unpackPlaces(packed: readonly number[]): string {
  let text = "";
  let document = 0;
  for (const [at, number] of packed.entries()) {
    if (number < 0) continue;
    document += number;
    const next = packed[at + 1] ?? 0;
    text += `${text === "" ? "" : ","}"${document}":${next < 0 ? -next : 1}`;
  }
  return text;
}
