import type { Options } from "minisearch";
import type { SearchDocument } from "./documents.ts";
import { splitWords } from "./split-words.ts";

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
