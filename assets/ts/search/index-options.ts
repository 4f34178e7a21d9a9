import type { Options } from "minisearch";
import type { SearchDocument } from "./documents.ts";

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
 * Splits at white space and punctuation; each word comes once. Where letters and digits meet inside a word, the parts are words
 * of their own beside the whole, so that "server 2019" finds windows2019srv_64Guest; numbers with a dot stay whole too.
 */
export function splitWords(text: string): string[] {
  const words = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]+(?:\.+[\p{L}\p{N}]+)*/gu);
  const found = new Set<string>();
  for (const word of words ?? []) {
    found.add(word);
    // Most words have no parts.
    if (/^[a-z]+$/i.test(word)) continue;
    for (const part of word.split(/\.+/)) found.add(part);
    for (const [part] of word.matchAll(/\p{L}{2,}|\p{N}{2,}/gu)) found.add(part);
  }
  return [...found];
}
