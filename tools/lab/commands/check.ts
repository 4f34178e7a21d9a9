import { ToolError } from "../../records/command-line.mjs";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describeJudgement, type Expectation, isExpectation, judge } from "../expectations.ts";
import { usages } from "../help.ts";
import { readResult } from "../result.ts";
import { type LabCall, readWords } from "./call.ts";

/** What the short form must come to. */
export const expectedFile = new URL("../expected.json", import.meta.url);

/** Holds a result file against what is expected. */
export async function check({ words, print, root }: LabCall): Promise<number> {
  const { values, files } = readWords(words, ["expect"], 1, usages.check);
  const [file = ""] = files;
  const judgements = judge(
    readExpectations(values.expect === undefined ? expectedFile : resolve(root, values.expect)),
    readResult(file, root).records,
  );
  print(judgements.map((judgement) => `${describeJudgement(judgement)}\n`).join(""));
  return judgements.every(({ isMet }) => isMet) ? 0 : 1;
}

/** Reads expectations; a file that holds none is refused, for nothing would be held against it. */
export function readExpectations(file: string | URL): Expectation[] {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ToolError(`${String(file)} cannot be read: ${error instanceof Error ? error.message : String(error)}`, 2);
  }
  if (!Array.isArray(read) || read.length === 0 || !read.every(isExpectation)) {
    throw new ToolError(`${String(file)} is not a list of expectations. Example: tools/lab/expected.json`, 2);
  }
  return read;
}
