import { existsSync, realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { folderOf, kinds } from "../records/kinds.ts";
import { loadRecords } from "../records/load-records.ts";
import { parseArguments, UsageError } from "./arguments.ts";
import { checkRecords } from "./check-records.ts";
import { reportJson, reportText } from "./report.ts";
import { loadSchemas } from "./schema/load-schemas.ts";
import { makeWorld } from "./world.ts";

export interface CheckCall {
  /** The repository. */
  root: string;
  /** Where relative file names start. */
  folder: string;
  /** ISO date. */
  today: string;
  print(text: string): void;
  printError(text: string): void;
}

/** Checks records and prints what is wrong; returns 0 when nothing is, 1 when something is, 2 when it could not be found out. */
export function runCheck(words: readonly string[], { root, folder, today, print, printError }: CheckCall): 0 | 1 | 2 {
  try {
    const { format, files } = parseArguments(words);
    const asked = files.map((file) => findFile(file, root, folder));
    const set = loadRecords(root);
    const world = makeWorld({
      set,
      schemas: loadSchemas(root),
      today,
      ...(files.length > 0 ? { files: new Set(asked) } : {}),
    });
    const findings = checkRecords(world);
    const records = files.length > 0 ? new Set(asked).size : set.records.length + set.tombstones.length + set.unreadable.length;
    print(format === "json" ? reportJson(findings, records) : reportText(findings, records));
    return findings.length > 0 ? 1 : 0;
  } catch (error) {
    printError(
      error instanceof UsageError
        ? `check: ${error.message}\n`
        : `check: the checker failed: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
    return 2;
  }
}

/** Turns a file name as somebody types it into the one that findings carry. */
function findFile(name: string, root: string, folder: string): string {
  const absolute = resolve(folder, name);
  if (!existsSync(absolute)) throw new UsageError(`there is no file ${name}`);
  const file = relative(realpathSync(root), realpathSync(absolute)).split(sep).join("/");
  if (!kinds.some((kind) => file.startsWith(`${folderOf(kind)}/`))) {
    throw new UsageError(`${name} is no record: records lie in ${kinds.map(folderOf).join(", ")}`);
  }
  return file;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = runCheck(process.argv.slice(2), {
    root: fileURLToPath(new URL("../..", import.meta.url)),
    folder: process.cwd(),
    today: new Date().toISOString().slice(0, 10),
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
  });
}
