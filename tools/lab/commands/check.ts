import { readFileSync } from "node:fs";
import { describeJudgement, judge } from "../expectations.ts";
import type { Expectation } from "../expectations.ts";
import { LabError } from "../lab-error.ts";
import { readResult } from "../read-result.ts";
import { readWords } from "../read-words.ts";
import type { LabCall } from "./call.ts";

/** What the short form must come to. */
export const expectedFile = new URL("../expected.json", import.meta.url);

const usage = "npm run lab -- check RESULT.json [--expect FILE.json]";

/** Holds a result file against what is expected. */
export async function check({ words, print, root }: LabCall): Promise<number> {
  const { values, files } = readWords(words, ["expect"], usage);
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw new LabError(`usage: ${usage}`, 2);
  const judgements = judge(readExpectations(values.expect ?? expectedFile), readResult(file, root).records);
  print(judgements.map((judgement) => `${describeJudgement(judgement)}\n`).join(""));
  return judgements.every(({ isMet }) => isMet) ? 0 : 1;
}

/** Reads expectations. */
export function readExpectations(file: string | URL): Expectation[] {
  return JSON.parse(readFileSync(file, "utf8"));
}
