import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { chooseLabels, chooseSuggestions, listShownLines, postReview } from "../../../../tools/dev/review/post.mjs";

interface Sent {
  method: string;
  path: string;
  body?: Record<string, unknown>;
}

const patch = "@@ -1,3 +1,4 @@\n title: A\n+unit: gbps\n value: 1\n-old: 1\n+new: 1\n\\ No newline at end of file";

/** Answers as GitHub's interface does, page by page, with one open pull request for a commit, and keeps what is sent. */
function startForge(comments: unknown[] = [], suggested: unknown[] = [], otherFiles: unknown[] = []) {
  const sent: Sent[] = [];
  const lists: Record<string, unknown[]> = {
    "/repos/o/r/commits/abc/pulls": [{ number: 7, state: "open", head: { sha: "abc" } }],
    "/repos/o/r/commits/old/pulls": [{ number: 7, state: "open", head: { sha: "abc" } }],
    "/repos/o/r/commits/fork/pulls": [],
    "/repos/o/r/commits/older/pulls": [],
    "/repos/o/r/pulls?head=fan:fix/unit#1": [{ number: 7, state: "open", head: { sha: "fork" } }],
    "/repos/o/r/pulls/7/files": [...otherFiles, { filename: "data/datasets/a.yaml", status: "modified", patch }],
    "/repos/o/r/issues/7/comments": comments,
    "/repos/o/r/pulls/7/comments": suggested,
  };
  const api = async (method: string, path: string, body?: object): Promise<unknown> => {
    if (method !== "GET") {
      sent.push({ method, path, ...(body ? { body: body as Record<string, unknown> } : {}) });
      return {};
    }
    const { pathname, searchParams } = new URL(path, "https://api.example.org");
    const head = searchParams.get("head");
    const list = lists[head === null ? pathname : `${pathname}?head=${head}`];
    if (!list) throw new Error(`unexpected ${path}`);
    const size = Number(searchParams.get("per_page") ?? 30);
    const start = (Number(searchParams.get("page") ?? 1) - 1) * size;
    return list.slice(start, start + size);
  };
  return { sent, api };
}

describe("what is posted to a pull request", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "atlas-review-"));
    write("## What this change does\n\nThanks @everybody\n", [
      { path: "data/datasets/a.yaml", start: 2, end: 2, text: "unit: Gbit/s" },
    ]);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(changes: string, suggestions: unknown): void {
    writeFileSync(join(folder, "changes.md"), changes);
    writeFileSync(join(folder, "suggestions.json"), JSON.stringify(suggestions));
  }

  const call = (commit = "abc") => ({
    repository: "o/r",
    commit,
    head: { owner: "fan", branch: "fix/unit#1" },
    runUrl: "https://example.org/run/1",
    folder,
    labels: { "data/": "data" },
  });

  test("is a comment, a review with suggestions, and labels", async () => {
    const { sent, api } = startForge();
    assert.equal(await postReview(call(), api), 7);
    assert.deepEqual(
      sent.map(({ method, path }) => `${method} ${path}`),
      ["POST /repos/o/r/issues/7/comments", "POST /repos/o/r/pulls/7/reviews", "POST /repos/o/r/issues/7/labels"],
    );
    assert.match(String(sent[0]?.body?.body), /https:\/\/example\.org\/run\/1#artifacts/);
    assert.deepEqual(sent[1]?.body, {
      commit_id: "abc",
      event: "COMMENT",
      comments: [{ path: "data/datasets/a.yaml", line: 2, side: "RIGHT", body: "```suggestion\nunit: Gbit/s\n```" }],
    });
  });

  test("mentions nobody", async () => {
    const { sent, api } = startForge();
    await postReview(call(), api);
    assert.doesNotMatch(String(sent[0]?.body?.body), /@\w/);
  });

  test("is nothing for a commit that is no longer the head", async () => {
    for (const commit of ["old", "older"]) {
      const { sent, api } = startForge();
      assert.equal(await postReview(call(commit), api), null);
      assert.deepEqual(sent, []);
    }
  });

  test("reaches the pull request of a fork's branch if its commit names none", async () => {
    const { sent, api } = startForge();
    assert.equal(await postReview(call("fork"), api), 7);
    assert.equal(sent[0]?.path, "/repos/o/r/issues/7/comments");
  });

  test("is nothing if the fork is gone", async () => {
    const { api } = startForge();
    assert.equal(await postReview({ ...call("fork"), head: { owner: "", branch: "" } }, api), null);
  });

  test("replaces the comment of the run before, and repeats no suggestion", async () => {
    const own = { id: 3, body: "<!-- vnic-atlas-review -->\nold", user: { type: "Bot" } };
    const forged = { id: 2, body: own.body, user: { type: "User" } };
    const old = { path: "data/datasets/a.yaml", line: 2, body: "```suggestion\nunit: Gbit/s\n```" };
    const { sent, api } = startForge([forged, own], [old]);
    await postReview(call(), api);
    assert.deepEqual(
      sent.map(({ method, path }) => `${method} ${path}`),
      ["PATCH /repos/o/r/issues/comments/3", "POST /repos/o/r/issues/7/labels"],
    );
  });

  test("takes every page of a list into account", async () => {
    const many = <T>(make: (index: number) => T): T[] => Array.from({ length: 200 }, (_, index) => make(index));
    const own = { id: 3, body: "<!-- vnic-atlas-review -->\nold", user: { type: "Bot" } };
    const old = { path: "data/datasets/a.yaml", line: 2, body: "```suggestion\nunit: Gbit/s\n```" };
    const { sent, api } = startForge(
      [...many((id) => ({ id, body: "Thanks", user: { type: "User" } })), own],
      [...many((line) => ({ path: "README.md", line, body: "?" })), old],
      many((index) => ({ filename: `docs/${index}.md`, status: "added" })),
    );
    await postReview(call(), api);
    assert.deepEqual(
      sent.map(({ method, path }) => `${method} ${path}`),
      ["PATCH /repos/o/r/issues/comments/3", "POST /repos/o/r/issues/7/labels"],
    );
  });

  test("is cut at a line if it is longer than a comment may be", async () => {
    write(`${"- a line of the report\n".repeat(4000)}`, []);
    const { sent, api } = startForge();
    await postReview(call(), api);
    const body = String(sent[0]?.body?.body);
    assert.ok(body.length < 65_536);
    assert.match(body, /- a line of the report\n\nThe rest is in the summary of the run\./);
  });

  test("leaves out what has the wrong shape, and breaks out of no block", async () => {
    write("x\n", [
      null,
      { path: "../../etc/passwd", start: 1, end: 1, text: "x" },
      { path: "data/datasets/a.yaml", start: 0, end: 1, text: "x" },
      { path: "data/datasets/a.yaml", start: 1, end: 1, text: "```\n@all" },
    ]);
    const { sent, api } = startForge();
    await postReview(call(), api);
    const comments = sent[1]?.body?.comments as { body: string }[];
    assert.deepEqual(
      comments.map(({ body }) => body),
      ["````suggestion\n```\n@all\n````"],
    );
  });

  test("stops if the notes are no list", async () => {
    write("x\n", { path: "a" });
    await assert.rejects(postReview(call(), startForge().api), /suggestions\.json is not a list/);
  });
});

test("a patch shows its added and unchanged lines", () => {
  assert.deepEqual([...listShownLines(patch)], [1, 2, 3, 4]);
  assert.deepEqual([...listShownLines("@@ -5 +8,2 @@ x\n-a\n+b\n+c")], [8, 9]);
});

test("suggestions outside of the shown lines are left out", () => {
  const suggestion = { path: "a", start: 1, end: 2, text: "" };
  assert.deepEqual(
    chooseSuggestions([suggestion], [{ filename: "a", status: "modified", patch: "@@ -1 +1 @@\n+a" }]),
    [],
  );
  assert.deepEqual(chooseSuggestions([suggestion], []), []);
});

test("labels follow the paths, each once", () => {
  const file = (filename: string) => ({ filename, status: "modified" });
  assert.deepEqual(
    chooseLabels([file("tools/kit/a.ts"), file("tools/b.ts"), file("README.md")], {
      "tools/": "tools",
      "tools/kit/": "kit",
    }),
    ["kit", "tools"],
  );
});
