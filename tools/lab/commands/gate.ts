import { writeFileSync } from "node:fs";
import { shortForm } from "../adapters.ts";
import { readRunSettings, type RunSettings } from "../arguments.ts";
import { describeJudgement, judge, type Judgement } from "../expectations.ts";
import { usages } from "../help.ts";
import { NotHere } from "../image/package.ts";
import { runLab } from "../run-lab.ts";
import { type LabCall, readWords } from "./call.ts";
import { expectedFile, readExpectations } from "./check.ts";

/** Twice the pauses of an idle machine, and more when what came out was not what must: then others may have kept it busy. */
const patience = { first: 2, second: 8 } as const;

/**
 * Runs the short form and holds it against what is expected; an adapter that fails is measured once more.
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
    print(final.map((judgement) => `${describeJudgement(judgement)}\n`).join(""));
    const passed = final.filter(({ isMet }) => isMet).length;
    const counts = { passed, failed: final.length - passed, skipped: 0 };
    if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts));
    return counts.failed === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NotHere) || process.env.CI === "true") throw error;
    print(`The lab's short form (${shortForm.join(", ")}) was not run: ${error.message}\n`);
    return 0;
  }
}

const expectations = readExpectations(expectedFile);

async function measure(
  settings: RunSettings,
  patience: number,
  { cache, tidy, printError }: LabCall,
): Promise<Judgement[]> {
  const progress = { write: printError, isTerminal: process.stderr.isTTY === true, now: () => Date.now() };
  const { records } = await runLab({ ...settings, patience }, { cache, tidy, command: "gate", progress });
  const ids = settings.adapters.map(({ id }) => id);
  return judge(expectations, records).filter(({ expectation }) => ids.includes(expectation.adapter));
}
