import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadRecords } from "../records/load-records.ts";
import { compile } from "./compile.ts";
import { arrangeRecords } from "./records.ts";
import { listFiles, removeOthers, writeFiles } from "./write-files.ts";

/** Folders of build/ that nobody else writes into. */
const owned = ["static/api", "static/schema", "static/kit"];

/** Compiles a repository's records into its build folder and returns how many files changed. */
export function compileRepository(root: string): number {
  const set = loadRecords(root);
  const unreadable = set.problems.map(({ file, line, col, message }) => `${file}:${line}:${col}  ${message}`);
  if (set.unreadable.length > 0) throw new Error([...unreadable, "npm run check tells more"].join("\n"));
  const outputs = compile({
    records: arrangeRecords(set),
    charted: new Map(),
    schemas: readFolder(join(root, "data/schema")),
    kit: readFolder(join(root, "assets/kit")),
  });
  const build = join(root, "build");
  removeOthers(build, owned, outputs);
  return writeFiles(build, outputs);
}

function readFolder(folder: string): Map<string, Uint8Array> {
  return new Map(listFiles(folder).map((file) => [basename(file), readFileSync(file)]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const written = compileRepository(fileURLToPath(new URL("../..", import.meta.url)));
  process.stderr.write(`compile: ${written} files changed\n`);
}
