import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rules } from "../../../check/rules.ts";
import { loadSchemas } from "../../../check/schema/load-schemas.ts";
import { loadRecords } from "../../../records/load-records.ts";
import { writeFiles } from "../../../records/write-files.ts";
import { compileChecks, readCheckPage, type TriedPage } from "./compile-checks.ts";
import { checkFixture, readFixture } from "./fixture.ts";

/** Writes what the pages of the checks show into a repository's build folder. */
export function compileRepositoryChecks(root: string): void {
  const checks = compileChecks(rules, tryPages(root));
  writeFiles(join(root, "build"), new Map([["knowledge/checks.json", `${JSON.stringify(checks, null, 1)}\n`]]));
}

/** Reads the pages of the checks and tries the records that they show. */
export function tryPages(root: string): TriedPage[] {
  const folder = join(root, "content/contribute/checks");
  const set = loadRecords(join(root, "tests/data/world"));
  const schemas = loadSchemas(root);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md") && !name.startsWith("_"))
    .sort()
    .map((name): TriedPage => {
      const page = readCheckPage(readFileSync(join(folder, name), "utf8"));
      const failing = readFixture(root, "must-fail", page.fails);
      const passing = readFixture(root, "must-pass", page.passes);
      return { page, failing, passing, findings: checkFixture(failing, set, schemas) };
    });
}
