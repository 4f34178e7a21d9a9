import { readFileSync } from "node:fs";
import { settleDraft } from "../../check/draft/draft.ts";
import { writeYaml } from "../../check/draft/write-yaml.ts";
import { loadSchemas } from "../../check/schema/load-schemas.ts";
import type { SchemaSet } from "../../check/schema/schema-set.ts";
import { adviseOnRepetitions, answerDataset, type DraftOptions } from "./draft-dataset.ts";
import { importFile, knownFormats } from "./import-file.ts";
import { describeProblem } from "./report.ts";
import type { Imported, ImportedRow } from "./row.ts";
import { readCommandLine, UsageError } from "../../records/command-line.mjs";
import { describeReason, type KitCall } from "../call.ts";

/** What `kit import --help` prints. */
const importUsage = `Usage: npm run -s kit -- import FILE... [--json]

Reads the output of network tests and prints the draft of a dataset record. Reads ${knownFormats}.

  --json          print { rows, problems } instead: a row for each number, with its file, line and key
  --repetitions   the files are repetitions of one configuration: their numbers are samples of one measurement

Exit status: 0 numbers were read, 2 nothing could be read.

Example: npm run -s kit -- import --repetitions run-1.json run-2.json > data/datasets/my-run-2026.yaml
`;

/** Runs `kit import`. */
export async function runImport({ words, root, print, printError }: KitCall): Promise<number> {
  const options = { json: { type: "boolean" }, repetitions: { type: "boolean" } } as const;
  const { values, positionals } = readCommandLine(words, options, "see kit import --help");
  if (values.help) {
    print(importUsage);
    return 0;
  }
  if (positionals.length === 0) throw new UsageError("no file is named. Example: npm run -s kit -- import run.json");
  const imported = await importPaths(positionals);
  const draftOptions = { areRepetitions: values.repetitions === true };
  const isRead = imported.rows.length > 0;
  if (values.json) print(`${JSON.stringify(imported, null, 2)}\n`);
  else if (isRead) print(writeDraft(imported.rows, loadSchemas(root), draftOptions));
  for (const problem of imported.problems) printError(`kit: ${describeProblem(problem)}\n`);
  const hints = values.json ? [] : adviseOnRepetitions(imported.rows, draftOptions);
  for (const hint of hints) printError(`kit: ${hint}\n`);
  return isRead ? 0 : 2;
}

/** Writes the draft of a dataset record, with placeholders for what the files do not say. */
function writeDraft(rows: readonly ImportedRow[], schemas: SchemaSet, options: DraftOptions): string {
  return writeYaml("dataset", settleDraft({ kind: "dataset", schemas, answers: answerDataset(rows, options) }));
}

/** Imports files by their paths; one that cannot be opened is a problem like others. */
export async function importPaths(paths: readonly string[]): Promise<Imported> {
  const all: Imported = { rows: [], problems: [] };
  for (const path of paths) {
    const { rows, problems } = await importPath(path);
    all.rows.push(...rows);
    all.problems.push(...problems);
  }
  return all;
}

async function importPath(path: string): Promise<Imported> {
  try {
    return await importFile({ name: path, bytes: readFileSync(path) });
  } catch (error) {
    const message = describeReason(error);
    return { rows: [], problems: [{ file: path, place: path, found: "", message }] };
  }
}
