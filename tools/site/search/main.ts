import { readFileSync } from "node:fs";
import { join } from "node:path";
import { normaliseWords, type Words } from "../../../assets/ts/search/units.ts";
import { hashContent, removeOthers, writeFiles } from "../../records/write-files.ts";
import { readPlaced } from "../compile/read-placed.ts";
import { packFiles } from "./pack-files.ts";
import { listProse } from "./prose.ts";
import type { CompareTable } from "../compile/compare-table.ts";
import { type CompiledLists, listNames, listRecords, listSupport, readNames } from "./records.ts";

/** Folders of build/ that nobody else writes into. */
const owned = ["static/search"];

/** Writes everything that can be found as two files, and for the page where they lie and how much they hold. */
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
export function readWords(root: string): Words {
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
