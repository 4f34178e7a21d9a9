import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadSchemas } from "../../check/schema/load-schemas.ts";
import { parseArguments } from "./arguments.ts";
import { compareSides } from "./compare.ts";
import { findBase } from "./find-base.ts";
import { CannotCompare, openGit } from "./git.ts";
import { comparedFolders, readSide, readWorkingTree } from "./read-side.ts";
import { reports } from "./reports.ts";
import { readStandingList } from "./situations.ts";
import type { TitledSituation } from "./situations.ts";

export interface DiffCall {
  /** The repository. */
  root: string;
  /** Situations that every change is judged by. */
  standing: readonly TitledSituation[];
  print(text: string): void;
  printError(text: string): void;
}

/** Says what changed in the records since a revision; returns 0, 1 when the change takes away what must stay, 2 when it cannot be told. */
export function runDiff(words: readonly string[], { root, standing, print, printError }: DiffCall): 0 | 1 | 2 {
  try {
    const { format, base: word } = parseArguments(words);
    const git = openGit(root);
    const base = findBase(git, word);
    const before = readSide("the base", git.readFiles(base.commit, comparedFolders));
    const after = readSide("this change", readWorkingTree(root));
    const comparison = compareSides(base.label, [before, after], loadSchemas(root), standing);
    print(reports[format](comparison));
    return comparison.faults.length > 0 ? 1 : 0;
  } catch (error) {
    printError(
      error instanceof CannotCompare
        ? `data:diff: ${error.message}\n`
        : `data:diff: the comparison failed: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
    return 2;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = runDiff(process.argv.slice(2), {
    root: fileURLToPath(new URL("../../..", import.meta.url)),
    standing: readStandingList(),
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
  });
}
