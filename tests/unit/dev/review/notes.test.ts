import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { runReview } from "../../../../tools/dev/review/main.ts";
import { Repository } from "../diff/support/repository.ts";

describe("the notes of a pull request", () => {
  let repository: Repository;
  beforeEach(() => void (repository = Repository.create()));
  afterEach(() => repository.remove());

  test("say what the change does and how its mistakes are corrected", async () => {
    const study = "data/datasets/sample-study.yaml";
    repository.edit(study, "unit: Gbit/s\n    value: 4.47", "unit: gbps\n    value: 4.74");
    const out = join(repository.folder, "notes");
    assert.equal(await runReview(["notes", "--out", out, "main"], repository.folder, () => undefined), 0);
    assert.match(readFileSync(join(out, "changes.md"), "utf8"), /^## What this change does to the data\n/);
    const line = repository.read(study).split("unit: gbps")[0]?.split("\n").length;
    assert.deepEqual(JSON.parse(readFileSync(join(out, "suggestions.json"), "utf8")), [
      { path: study, start: line, end: line, text: "    unit: Gbit/s" },
    ]);
  });

  test("need a folder to go to, and a command that exists", async () => {
    for (const words of [["notes"], ["--out", "x"], ["notice", "--out", "x"], ["notes", "--out", "x", "a", "b"]])
      await assert.rejects(
        runReview(words, repository.folder, () => undefined),
        /^.*usage: npm run review/,
      );
    await assert.rejects(
      runReview(["notice", "--out", "x"], repository.folder, () => undefined),
      /unknown command "notice"/,
    );
    await assert.rejects(
      runReview(["notes"], repository.folder, () => undefined),
      /--out is missing/,
    );
  });
});
