import MiniSearch from "minisearch";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { indexOptions, type SearchDocument } from "../../../assets/ts/search/index-options.ts";
import { hashContent, removeOthers, writeFiles } from "../../records/write-files.ts";
import { listProse } from "./prose.ts";
import { type CompiledLists, listNames, listRecords } from "./records.ts";

/** Folders of build/ that nobody else writes into. */
const owned = ["static/search"];

/** Writes the index of everything that can be found, and for the page where it lies and how much it holds. */
export function indexRepository(root: string): void {
  const build = join(root, "build");
  const documents = [...listRecords(readLists(join(build, "knowledge"))), ...listProse(join(root, "content"))];
  const index = JSON.stringify(makeIndex(documents));
  const path = `/search/index.${hashContent(Buffer.from(index))}.json`;
  const outputs = new Map([
    [`static${path}`, index],
    ["knowledge/search.json", `${JSON.stringify({ path, documents: documents.length }, null, 1)}\n`],
  ]);
  removeOthers(build, owned, outputs);
  writeFiles(build, outputs);
}

/** Makes the index of documents; the same documents give the same index. */
export function makeIndex(documents: readonly SearchDocument[]): MiniSearch<SearchDocument> {
  const index = new MiniSearch<SearchDocument>(indexOptions);
  index.addAll(documents);
  return index;
}

function readLists(folder: string): CompiledLists {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
  return Object.fromEntries(listNames.map((name) => [name, read(name)])) as CompiledLists;
}
