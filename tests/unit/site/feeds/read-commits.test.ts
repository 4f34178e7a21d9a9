import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { findLastCommit, readCommits } from "../../../../tools/site/feeds/read-commits.ts";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

const folder = makeTemporaryFolder();
const git = (root: string, ...args: string[]): string =>
  execFileSync(
    "git",
    [
      "-C",
      root,
      "-c",
      "user.name=A",
      "-c",
      "user.email=a@example.org",
      "-c",
      "commit.gpgsign=false",
      "-c",
      "init.defaultBranch=main",
      ...args,
    ],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
const put = (root: string, file: string, text: string): void => {
  mkdirSync(join(root, file, ".."), { recursive: true });
  writeFileSync(join(root, file), text);
};

describe("the history of a repository", () => {
  const root = join(folder, "whole");
  mkdirSync(root);
  git(root, "init");
  put(root, "data/rules/a.yaml", "one");
  git(root, "add", ".");
  git(root, "commit", "-m", "data: Add a rule");
  put(root, "README.md", "words");
  git(root, "add", ".");
  git(root, "commit", "-m", "docs: Say more");

  test("tells the commits that touched records and prose, and no others", () => {
    assert.deepEqual(
      readCommits(root).map(({ files }) => files),
      [[{ path: "data/rules/a.yaml", how: "added" }]],
    );
    assert.equal(findLastCommit(root), git(root, "rev-parse", "HEAD~1").trim());
  });

  test("leaves out commits that only reformat", () => {
    const copy = join(folder, "reformatted");
    git(folder, "clone", root, copy);
    put(copy, "data/rules/a.yaml", "one\n");
    git(copy, "commit", "-am", "data: Fix the end of a file");
    assert.equal(readCommits(copy).length, 2);
    put(copy, ".git-blame-ignore-revs", `# Formatting only\n${git(copy, "rev-parse", "HEAD")}`);
    assert.deepEqual(readCommits(copy), readCommits(root));
  });

  test("is not guessed from a clone that holds only its end, where everything would look new", () => {
    git(folder, "clone", "--depth", "1", `file://${root}`, join(folder, "shallow"));
    assert.deepEqual(readCommits(join(folder, "shallow")), []);
  });

  test("is none in a folder without git", () => {
    mkdirSync(join(folder, "archive/data"), { recursive: true });
    assert.deepEqual(readCommits(join(folder, "archive")), []);
    assert.equal(findLastCommit(join(folder, "archive")), undefined);
  });
});
