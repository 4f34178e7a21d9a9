import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { StepFailed } from "../../../../tools/site/pipeline/run-steps.mjs";
import { runInThread } from "../../../../tools/site/pipeline/run-in-thread.ts";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

describe("a step in a thread", () => {
  const runProgram = (text: string): Promise<void> => {
    const file = join(makeTemporaryFolder(), "thread.mjs");
    writeFileSync(file, text);
    return runInThread(root, "small", pathToFileURL(file));
  };

  test("ends with its thread", () => runProgram(""));
  test("fails if its thread ends with an exit code", () =>
    assert.rejects(
      runProgram("process.exit(3);"),
      (error: unknown) => error instanceof StepFailed && /step small ended with exit code 3/.test(error.message),
    ));
  test("fails if its thread waits for something that never comes", () =>
    assert.rejects(runProgram("await new Promise(() => {});"), /exit code 13/));
  test("fails with the error of its thread", () =>
    assert.rejects(runProgram('throw new Error("no space left");'), /no space left/));
  test("fails if there is no step of this name", () =>
    assert.rejects(runInThread(root, "bundel"), /there is no step "bundel"/));
});
