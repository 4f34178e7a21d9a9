import { ToolError } from "../../records/command-line.mjs";
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRunSettings } from "../arguments.ts";
import { printResult } from "../print-result.ts";
import { runLab } from "../run-lab.ts";
import type { LabCall } from "./call.ts";

/** Measures, prints a table and writes the result file, which is never written over another. */
export async function run({ words, cache, tidy, print, printError }: LabCall): Promise<number> {
  const settings = readRunSettings(words);
  const results = join(cache, "results");
  // Told before a quarter of an hour of counting, not after it.
  if (settings.out === null) makeWritable(results);
  else refuseTaken(settings.out);
  const command = describeCommand(words);
  const progress = { write: printError, isTerminal: process.stderr.isTTY === true, now: () => Date.now() };
  const result = await runLab(settings, { cache, tidy, command, progress });
  const file = settings.out ?? join(results, `${result.started.replace(/:/g, "-").slice(0, 19)}.json`);
  writeNew(file, `${JSON.stringify(result, null, 1)}\n`);
  print(`${printResult(result)}\nThe result is in ${file}\n`);
  return result.failures.length > 0 ? 1 : 0;
}

/** The command as others can repeat it: where its result went, and where a QEMU lies, is of this machine alone. */
export function describeCommand(words: readonly string[]): string {
  const kept = words.flatMap((word, index) => {
    if (word === "--out" || words[index - 1] === "--out" || word.startsWith("--out=")) return [];
    return [words[index - 1] === "--qemu" || word.startsWith("--qemu=") ? word.replace(/[^=]*\//, "") : word];
  });
  return ["npm run lab -- run", ...kept].join(" ");
}

/** Refuses a place where a new file cannot go. */
export function refuseTaken(file: string): void {
  makeWritable(dirname(file));
  if (existsSync(file)) throw new ToolError(`${file} already exists and is not overwritten`);
}

function makeWritable(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new ToolError(`${folder} cannot be written to: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Makes a folder and those above it, one by one: where the kernel has no place for one, such as below /proc, Node's own way never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Writes a file that must not be there yet. */
export function writeNew(file: string, text: string): void {
  makeFolder(dirname(file));
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") {
      throw new ToolError(`${file} already exists and is not overwritten`);
    }
    throw error;
  }
}
