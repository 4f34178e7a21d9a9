import { choose, describeError, readCommandLine, runProgram, UsageError } from "../../records/command-line.mjs";
import { loadSchemas } from "../../check/schema/load-schemas.ts";
import { compareSides } from "./compare.ts";
import { openRecordCache } from "../../records/record-cache.ts";
import type { parseRecord } from "../../records/parse-record.ts";
import { findBase, openGit } from "./git.ts";
import { comparedFolders, readSide, readWorkingTree } from "./sides.ts";
import { reports } from "./report.ts";
import { readStandingList, type TitledSituation } from "./situations.ts";

/** Ways to print the comparison. */
const formats = Object.keys(reports) as (keyof typeof reports)[];

/** How the command is called. */
const usage = `usage: npm run data:diff -- [--format ${formats.join("|")}] [REVISION]`;

interface DiffCall {
  /** The repository. */
  root: string;
  /** Situations that every change is judged by. */
  standing: readonly TitledSituation[];
  /** Most records are the same on both sides, so each is parsed once. */
  parse?: typeof parseRecord;
  print(text: string): void;
  printError(text: string): void;
}

/** Says what changed in the records since a revision; returns 0, 1 when the change takes away what must stay, 2 when it cannot be told. */
export function runDiff(
  words: readonly string[],
  { root, standing, parse = openRecordCache(root).parse, print, printError }: DiffCall,
): 0 | 1 | 2 {
  try {
    const { format, base: word, wantsHelp } = parseArguments(words);
    if (wantsHelp) {
      print(`${usage}\n`);
      return 0;
    }
    const git = openGit(root);
    const base = findBase(git, word);
    const before = readSide("the base", git.readFiles(base.commit, comparedFolders), parse);
    const after = readSide("this change", readWorkingTree(root), parse);
    const comparison = compareSides(base.label, [before, after], loadSchemas(root), standing);
    print(reports[format](comparison));
    return comparison.faults.length > 0 ? 1 : 0;
  } catch (error) {
    printError(`data:diff: ${describeError(error)}\n`);
    return 2;
  }
}

/** Reads the command line. */
function parseArguments(words: readonly string[]) {
  const { values, positionals } = readCommandLine(words, { format: { type: "string", default: "text" } }, usage);
  const [base, ...others] = positionals;
  if (others.length > 0)
    throw new UsageError(
      `one revision is compared with what is here, found ${positionals.length}: ${positionals.join(", ")}; ${usage}`,
    );
  return { format: choose("format", values.format, formats), base, wantsHelp: values.help ?? false };
}

await runProgram(import.meta.url, "data:diff", (root, words) =>
  runDiff(words, {
    root,
    standing: readStandingList(),
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
  }),
);
