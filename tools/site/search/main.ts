import MiniSearch from "minisearch";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SearchFile } from "../../../assets/ts/search/find.ts";
import { indexOptions, type SearchDocument } from "../../../assets/ts/search/index-options.ts";
import { packIndex } from "../../../assets/ts/search/pack-index.ts";
import type { Words } from "../../../assets/ts/search/units.ts";
import { hashContent, removeOthers, writeFiles } from "../../records/write-files.ts";
import { readPlaced } from "../compile/read-placed.ts";
import { listProse } from "./prose.ts";
import type { CompareTable } from "../compile/compare-table.ts";
import { type CompiledLists, listNames, listRecords, listSupport, readNames } from "./records.ts";

/** Folders of build/ that nobody else writes into. */
const owned = ["static/search"];

/** Writes the index of everything that can be found, and for the page where it lies and how much it holds. */
export function indexRepository(root: string): void {
  const build = join(root, "build");
  const knowledge = join(build, "knowledge");
  const documents = [
    ...listRecords(readLists(knowledge)),
    ...listSupport(readList(knowledge, "compare") as CompareTable[]),
    ...listProse(join(root, "content")),
  ];
  const file: SearchFile = { words: readWords(root), index: packIndex(makeIndex(documents).toJSON()) };
  const index = JSON.stringify(file);
  const path = `/search/index.${hashContent(Buffer.from(index))}.json`;
  const outputs = new Map([
    [`static${path}`, index],
    ["knowledge/search.json", `${JSON.stringify({ path, documents: documents.length }, null, 1)}\n`],
  ]);
  removeOthers(build, owned, outputs);
  writeFiles(build, outputs);
}

/** Reads the words that people type. */
export function readWords(root: string): Words {
  const read = (name: string): string => readFileSync(join(root, "assets/search", name), "utf8");
  const { data } = readPlaced("assets/search/words.yaml", {
    text: read("words.yaml"),
    schema: JSON.parse(read("words.schema.json")) as object,
  });
  return data as Words;
}

/** Makes the index of documents; the same documents give the same index. */
export function makeIndex(documents: readonly SearchDocument[]): MiniSearch<SearchDocument> {
  const index = new MiniSearch<SearchDocument>(indexOptions);
  index.addAll(documents);
  return index;
}

function readLists(folder: string): CompiledLists {
  return Object.fromEntries(
    [...listNames, ...readNames].map((name) => [name, readList(folder, name)]),
  ) as CompiledLists;
}

function readList(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
}
