import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../../records/write-files.ts";
import { loadSchemas } from "../../check/schema/load-schemas.ts";
import { loadRecords } from "../../records/load-records.ts";
import { compileGuides, readGuides } from "./compile-guides.ts";

/** Writes what the guides of a repository show into its build folder. */
export function compileRepositoryGuides(root: string): void {
  const guides = readGuides(readGuideFiles(root));
  const shown = compileGuides(guides, { set: loadRecords(root), schemas: loadSchemas(root) });
  writeFiles(join(root, "build"), new Map([["knowledge/guides.json", `${JSON.stringify(shown, null, 1)}\n`]]));
}

/** Reads the files of examples, by name. */
export function readGuideFiles(root: string): Map<string, string> {
  const folder = join(root, "assets/guides");
  return new Map(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}
