import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { Repository } from "./support/repository.ts";

let repository: Repository;
/** A repository for each test of a suite. */
function useRepository(): void {
  beforeEach(() => void (repository = Repository.create()));
  afterEach(() => repository.remove());
}

const finding = "data/findings/sample-finding.yaml";

function addCommit(topic: string): string {
  repository.write(finding, repository.read(finding).replace(/^comment: .*$/m, `comment: ${topic}.`));
  return repository.commit(topic);
}

describe("the records here are compared with", () => {
  useRepository();

  test("a branch, a tag or a commit", () => {
    const first = repository.git("rev-parse", "HEAD").trim();
    repository.git("tag", "v1.0.0");
    addCommit("A later thought");
    for (const [word, label] of [
      ["v1.0.0", `v1.0.0 (${first.slice(0, 10)})`],
      [first, first.slice(0, 10)],
      ["HEAD~1", `HEAD~1 (${first.slice(0, 10)})`],
    ] as const) {
      const { code, out } = repository.diff(word);
      assert.equal(code, 0, out);
      assert.ok(out.startsWith(`Compared with ${label}: records: 1 changed;`), out);
    }
    assert.match(repository.diff("main").out, /no record changes/);
  });

  test("the place where the branch left main, when nothing is named", () => {
    const fork = repository.git("rev-parse", "HEAD").trim();
    repository.git("checkout", "--quiet", "-b", "topic");
    addCommit("On the branch");
    repository.git("checkout", "--quiet", "main");
    repository.write("data/findings/elsewhere.yaml", repository.read(finding));
    repository.commit("on main meanwhile");
    repository.git("checkout", "--quiet", "topic");
    const { code, out } = repository.diff();
    assert.equal(code, 0);
    assert.ok(
      out.startsWith(`Compared with where this branch left main (${fork.slice(0, 10)}): records: 1 changed;`),
      out,
    );
    const named = repository.diff("main");
    assert.equal(named.code, 1, "what main has and the branch lacks is missing here");
    assert.match(named.out, /^Compared with main \([0-9a-f]{10}\), which has commits that this branch lacks: /);
  });

  test("the server's main before one's own", () => {
    const first = repository.git("rev-parse", "HEAD").trim();
    repository.git("update-ref", "refs/remotes/origin/main", first);
    addCommit("On main itself");
    assert.ok(
      repository
        .diff()
        .out.startsWith(
          `Compared with where this branch left origin/main (${first.slice(0, 10)}): records: 1 changed;`,
        ),
    );
  });
});

describe("what cannot be compared with anything ends with 2 and one line:", () => {
  useRepository();

  function refuse(...words: string[]): string {
    const { code, out, error } = repository.diff(...words);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(error, /^data:diff: .*\n$/);
    return error;
  }

  test("an unknown revision, with the nearest branch", () => {
    assert.equal(refuse("mian"), 'data:diff: the revision "mian" does not exist here; did you mean "main"?\n');
    assert.equal(
      refuse("no-such-thing-at-all"),
      'data:diff: the revision "no-such-thing-at-all" does not exist here\n',
    );
  });

  test("a revision that is no commit", () => {
    assert.match(refuse(`main:${finding}`), /the revision .* does not exist/);
  });

  test("a repository without main", () => {
    repository.git("branch", "--move", "trunk");
    assert.equal(
      refuse(),
      "data:diff: there is no branch main to compare with; name a revision: npm run data:diff REVISION\n",
    );
  });

  test("a branch that has nothing in common with main", () => {
    repository.git("checkout", "--quiet", "--orphan", "other");
    repository.commit("alone");
    assert.equal(refuse(), "data:diff: this branch and main have no common commit here\n");
  });

  test("options and formats that there are not", () => {
    assert.match(refuse("--formt", "json"), /unknown option "--formt"; did you mean "--format"\?/);
    assert.match(
      refuse("--format", "jsn"),
      /unknown format "jsn"; did you mean "json"\?; expected one of text, markdown, json/,
    );
    assert.match(refuse("main", "HEAD"), /one revision is compared with what is here, found 2: main, HEAD/);
  });

  test("a folder that is in no repository", () => {
    rmSync(join(repository.folder, ".git"), { recursive: true });
    assert.match(refuse(), /the records are not in a git repository/);
  });

  test("a machine without git", () => {
    const path = process.env.PATH;
    const empty = mkdtempSync(join(tmpdir(), "atlas-empty-"));
    try {
      process.env.PATH = empty;
      assert.match(refuse("main"), /git is not on PATH/);
    } finally {
      process.env.PATH = path;
      rmSync(empty, { recursive: true });
    }
  });

  test("a shallow clone that lacks the revision, with the command that brings it", () => {
    const first = repository.git("rev-parse", "HEAD").trim();
    addCommit("A later thought");
    const clone = new Repository();
    try {
      clone.git("clone", "--quiet", "--depth=1", `file://${repository.folder}`, ".");
      const { code, error } = clone.diff(first);
      assert.equal(code, 2);
      assert.match(error, /this clone is shallow and lacks older commits: run git fetch --unshallow/);
      assert.equal(clone.diff("HEAD").code, 0);
      clone.git("fetch", "--quiet", "--unshallow");
      assert.equal(clone.diff(first).code, 0);
    } finally {
      clone.remove();
    }
  });

  test("a program that fails says so and where", () => {
    repository.write("data/schema/finding.schema.json", "{");
    const { code, error } = repository.diff("main");
    assert.equal(code, 2);
    assert.match(error, /^data:diff: it failed: Error: .*finding\.schema\.json cannot be read/);
  });
});

describe("a repository that is compared", () => {
  useRepository();

  test("neither the folder nor the repository is written to", () => {
    addCommit("A later thought");
    const before = repository.git("status", "--porcelain", "--branch") + repository.git("for-each-ref");
    repository.diff("HEAD~1");
    assert.equal(repository.git("status", "--porcelain", "--branch") + repository.git("for-each-ref"), before);
    assert.equal(repository.git("stash", "list"), "");
  });

  test("a link is no record, in a commit as little as in the folder", () => {
    symlinkSync("sample-finding.yaml", join(repository.folder, "data/findings/link.yaml"));
    repository.commit("a link");
    assert.match(repository.diff("main").out, /: no record changes;/);
    repository.delete("data/findings/link.yaml");
    assert.equal(repository.diff("main").code, 0);
  });

  test("a project in a folder of a larger repository is compared with itself", () => {
    const inner = new Repository();
    try {
      inner.git("init", "--quiet", "--initial-branch=main");
      inner.write("atlas/data/schema/none.txt", "");
      for (const path of repository.git("ls-files").trim().split("\n"))
        inner.write(`atlas/${path}`, repository.read(path));
      inner.commit("records");
      inner.edit(`atlas/${finding}`, "topic: mechanism", "topic: performance");
      const { code, out } = inner.diffIn("atlas", "main");
      assert.equal(code, 0, out);
      assert.match(out, /records: 1 changed;/);
    } finally {
      inner.remove();
    }
  });
});
