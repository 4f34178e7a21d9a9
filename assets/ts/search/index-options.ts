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
  /** Ids and other names by which somebody may look for it. */
  names: string;
  /** Everything else that is to be found. */
  text: string;
}

/** What of a document is kept in the index, to be shown. */
export type Shown = Pick<SearchDocument, "path" | "kind" | "title" | "note">;

/** How the index is made and read; both sides must agree in every part of it. */
export const indexOptions = {
  idField: "path",
  fields: ["title", "names", "note", "text"],
  storeFields: ["kind", "title", "note"],
  tokenize: splitWords,
  processTerm: (term) => term.toLowerCase(),
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
