// The commands that boot a guest, or make what it boots from: prepare, run, gate.
import { allModules, shortForm } from "../adapters.ts";
import { usages, type LabCall, readWords } from "./call.ts";
import { provideImage } from "../image/image.ts";
import { ToolError } from "../../records/command-line.mjs";
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRunSettings, type RunSettings } from "../arguments.ts";
import { printResult } from "../print.ts";
import { runLab } from "../run-lab.ts";
import { describeExpectation, judge, type CheckedExpectation, expectedFile, readExpectations } from "./check.ts";
import { UnavailableError } from "../image/package.ts";

/** Fetches the packages and builds kernel and initramfs; a run needs no network afterwards. */
export async function prepare({ words, cache, print }: LabCall): Promise<number> {
  const { values } = readWords(words, ["kernel-package"], 0, usages.prepare);
  const image = provideImage(cache, allModules, values["kernel-package"] ?? null);
  print(`kernel ${image.kernelVersion} and initramfs are in the cache:\n  ${image.kernel}\n  ${image.initramfs}\n`);
  return 0;
}

/** Measures, prints a table and writes the result file, which is never written over another. */
export async function run({ words, cache, tidy, print, printError }: LabCall): Promise<number> {
  const settings = readRunSettings(words);
  const results = join(cache, "results");
  // Fail before the measurement, which takes a quarter of an hour, not after it.
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

/** Makes a folder and its parents one by one: Node's recursive mkdir never returns below /proc. */
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

/** Starts with twice the pauses of an idle machine, and lengthens them after a failure: the machine may have been busy. */
const patience = { first: 2, second: 8 } as const;

/**
 * Runs the short form and checks it against the expectations. An adapter that fails is measured once more.
 * Where QEMU or the packages cannot be had it says so in one line, and fails only if it must have them (CI=true).
 */
export async function gate(call: LabCall): Promise<number> {
  const { words, print, printError } = call;
  const { values } = readWords(words, ["report"], 0, usages.gate);
  const settings = readRunSettings(["--profile", "ci", "--jobs", "2"]);
  try {
    const first = await measure(settings, patience.first, call);
    const unmet = new Set(first.filter(({ isMet }) => !isMet).map(({ expectation }) => expectation.adapter));
    const again = settings.adapters.filter(({ id }) => unmet.has(id));
    if (again.length > 0) printError(`measuring again, with longer pauses: ${[...unmet].join(", ")}\n`);
    const second = again.length === 0 ? [] : await measure({ ...settings, adapters: again }, patience.second, call);
    const final = first.map(
      (judgement) => second.find(({ expectation }) => expectation === judgement.expectation) ?? judgement,
    );
    print(final.map((judgement) => `${describeExpectation(judgement)}\n`).join(""));
    const passed = final.filter(({ isMet }) => isMet).length;
    const counts = { passed, failed: final.length - passed, skipped: 0 };
    if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts));
    return counts.failed === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UnavailableError) || process.env.CI === "true") throw error;
    print(`The lab's short form (${shortForm.join(", ")}) was not run: ${error.message}\n`);
    return 0;
  }
}

const expectations = readExpectations(expectedFile);

async function measure(
  settings: RunSettings,
  patience: number,
  { cache, tidy, printError }: LabCall,
): Promise<CheckedExpectation[]> {
  const progress = { write: printError, isTerminal: process.stderr.isTTY === true, now: () => Date.now() };
  const { records } = await runLab({ ...settings, patience }, { cache, tidy, command: "gate", progress });
  const ids = settings.adapters.map(({ id }) => id);
  return judge(expectations, records).filter(({ expectation }) => ids.includes(expectation.adapter));
}
