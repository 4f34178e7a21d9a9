import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { NamesFile, PackedDocuments, SearchDocument, TextsFile } from "../../../assets/ts/search/documents.ts";
import { splitWords } from "../../../assets/ts/search/index-options.ts";
import { normaliseWords, type Words } from "../../../assets/ts/search/units.ts";
import { hashContent, removeOthers, writeFiles } from "../../records/write-files.ts";
import type { CompareTable } from "../compile/compare-table.ts";
import { readPlaced } from "../compile/read-placed.ts";
import { listProse } from "./prose.ts";
import { type CompiledLists, listNames, listRecords, listSupport, readNames } from "./records.ts";

/** Folders of build/ that nobody else writes into. */
const owned = ["static/search"];

/** Writes the search index as two files, and their paths and sizes for the search page. */
export function indexRepository(root: string): void {
  const build = join(root, "build");
  const knowledge = join(build, "knowledge");
  const documents = [
    ...listRecords(readLists(knowledge)),
    ...listSupport(readList(knowledge, "compare") as CompareTable[]),
    ...listProse(join(root, "content")),
  ];
  const files = Object.entries(packFiles(documents, readWords(root))).map(([name, file]) => {
    const json = JSON.stringify(file);
    return { name, json, path: `/search/${name}.${hashContent(Buffer.from(json))}.json` };
  });
  const described = { ...Object.fromEntries(files.map(({ name, path }) => [name, path])), documents: documents.length };
  const outputs = new Map([
    ...files.map(({ path, json }) => [`static${path}`, json] as const),
    ["knowledge/search.json", `${JSON.stringify(described, null, 1)}\n`],
  ]);
  removeOthers(build, owned, outputs);
  writeFiles(build, outputs);
}

/** Reads the words that people type. */
function readWords(root: string): Words {
  const read = (name: string): string => readFileSync(join(root, "assets/search", name), "utf8");
  const { data } = readPlaced("assets/search/words.yaml", {
    text: read("words.yaml"),
    schema: JSON.parse(read("words.schema.json")) as object,
  });
  return normaliseWords(data as Words);
}

function readLists(folder: string): CompiledLists {
  return Object.fromEntries(
    [...listNames, ...readNames].map((name) => [name, readList(folder, name)]),
  ) as CompiledLists;
}

function readList(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
}

/**
 * Kinds that readers choose between; their names alone answer most queries. With the guides they are as much as a server sends
 * before it waits for the reader's first answer, 14 KB: everything more would come a round trip later.
 */
const namedKinds: ReadonlySet<string> = new Set(["Adapter", "Comparison", "Feature", "Guest", "Problem"]);
const guides = /^\/guides\/[^#]*$/;

/** Packs documents into the two files. */
function packFiles(documents: readonly SearchDocument[], words: Words): { names: NamesFile; texts: TextsFile } {
  const isNamed = ({ kind, path }: SearchDocument): boolean => namedKinds.has(kind) || guides.test(path);
  const compact = documents.map(dropRepeated);
  const named = compact.filter(isNamed);
  const packed = packDocuments(named.map((document) => ({ ...document, text: "" })));
  // Documents are packed by kind, and texts follow them.
  const inOrder = Object.keys(packed).flatMap((kind) => named.filter((document) => document.kind === kind));
  return {
    names: { words, documents: packed },
    texts: {
      texts: inOrder.map(({ text }) => text),
      documents: packDocuments(compact.filter((document) => !isNamed(document))),
    },
  };
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
function dropRepeated(document: SearchDocument): SearchDocument {
  const { title, note } = document;
  const names = listNew(document.names, title);
  const text = listNew(document.text, `${title} ${note} ${names}`);
  return { ...document, names, text };
}

/** Words of a text that another one does not have, as they are compared. */
function listNew(text: string, known: string): string {
  const others = new Set(splitWords(known.toLowerCase()));
  const added = splitWords(text.toLowerCase()).filter((word) => !others.has(word));
  // What splitting makes of another word anyway is not needed.
  const parts = new Set(added.flatMap((word) => splitWords(word).filter((part) => part !== word)));
  return added.filter((word) => !parts.has(word)).join(" ");
}
