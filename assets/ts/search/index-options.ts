import type { Options } from "minisearch";

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

/** What of a document is kept in the index, to be shown. */
export type Shown = Pick<SearchDocument, "path" | "kind" | "title" | "note">;

/** How an index of names alone is made. */
export const nameOptions = {
  idField: "path",
  fields: ["title", "names"],
  storeFields: ["kind", "title", "note"],
  extractField: (document, field) =>
    field === "names"
      ? `${/[^/#]*\/?$/.exec(document.path)?.[0] ?? ""} ${document.names}`
      : document[field as keyof SearchDocument],
  tokenize: splitWords,
  processTerm: (term) => term.toLowerCase(),
} as const satisfies Options<SearchDocument>;

/** How an index of everything is made. */
export const indexOptions = {
  ...nameOptions,
  fields: ["title", "names", "note", "text"],
} as const satisfies Options<SearchDocument>;

/**
 * Splits at white space and punctuation. Where letters and digits meet inside a word, the parts are words of their own beside
 * the whole, so that "server 2019" finds windows2019srv_64Guest; numbers with a dot stay whole too.
 */
export function splitWords(text: string): string[] {
  const words = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => word.replace(/^\.+|\.+$/g, ""));
  const found = new Set<string>();
  for (const word of words) {
    if (word === "") continue;
    found.add(word);
    for (const part of word.split(".")) if (part !== "") found.add(part);
    for (const [part] of word.matchAll(/\p{L}{2,}|\p{N}{2,}/gu)) found.add(part);
  }
  return [...found];
}
