import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
function startForge(
  comments: unknown[] = [],
  suggested: unknown[] = [],
  otherFiles: unknown[] = [],
  branches: string[] = [],
) {
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
    "/repos/o/r/git/matching-refs/heads/pictures/7": branches.map((branch) => ({ ref: `refs/heads/${branch}` })),
  };
  const api = async (method: string, path: string, body?: object): Promise<unknown> => {
    if (method !== "GET") {
      sent.push({ method, path, ...(body ? { body: body as Record<string, unknown> } : {}) });
      return { sha: `${sent.length}` };
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
    site: "https://example.org",
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

  describe("with pictures", () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452000005a0", "hex");
    const store = (name: string, bytes: Buffer): void => writeFileSync(join(folder, "pictures", name), bytes);
    beforeEach(() => {
      mkdirSync(join(folder, "pictures"));
      for (const width of [360, 1440]) store(`adapters-vmxnet3-${width}.png`, png);
    });
    const shownBy = (sent: Sent[]): string[] =>
      [...String(sent.find(({ path }) => path.endsWith("/comments"))?.body?.body).matchAll(/<img src="(.*?)"/g)].map(
        ([, address = ""]) => address,
      );

    test("stores them in one commit on a branch of its own, and shows them", async () => {
      const { sent, api } = startForge([], [], [], ["pictures/71"]);
      await postReview(call(), api);
      assert.deepEqual(
        sent.slice(0, 6).map(({ method, path }) => `${method} ${path}`),
        [
          "POST /repos/o/r/git/blobs",
          "POST /repos/o/r/git/blobs",
          "POST /repos/o/r/git/trees",
          "POST /repos/o/r/git/commits",
          "POST /repos/o/r/git/refs",
          "POST /repos/o/r/issues/7/comments",
        ],
      );
      assert.deepEqual(sent[0]?.body, { content: png.toString("base64"), encoding: "base64" });
      assert.deepEqual(sent[3]?.body?.parents, []);
      assert.deepEqual(sent[4]?.body, { ref: "refs/heads/pictures/7", sha: "4" });
      assert.deepEqual(shownBy(sent), [
        "https://example.org/o/r/raw/4/adapters-vmxnet3-1440.png",
        "https://example.org/o/r/raw/4/adapters-vmxnet3-360.png",
      ]);
    });

    test("replaces those of the run before", async () => {
      const { sent, api } = startForge([], [], [], ["pictures/7"]);
      await postReview(call(), api);
      const { path, body } = sent.find(({ method }) => method === "PATCH") ?? {};
      assert.equal(path, "/repos/o/r/git/refs/heads/pictures/7");
      assert.deepEqual(body, { sha: "4", force: true });
    });

    test("leaves out what is no picture of a page", async () => {
      store('x" onload="alert(1)-360.png', png);
      store("home-800.png", png);
      store("rules-360.png", Buffer.from("<svg/>"));
      store("guests-360.png", Buffer.concat([png, Buffer.alloc(5_000_000)]));
      const { sent, api } = startForge();
      await postReview(call(), api);
      assert.equal(shownBy(sent).length, 2);
    });

    test("has 24 at most, beside the longest text", async () => {
      for (let page = 0; page < 20; page++)
        for (const width of [360, 1440]) store(`${"long-".repeat(20)}${page}-${width}.png`, png);
      write("- a line of the report\n".repeat(4000), []);
      const { sent, api } = startForge();
      await postReview(call(), api);
      assert.equal(shownBy(sent).length, 24);
      assert.ok(String(sent.find(({ path }) => path.endsWith("/comments"))?.body?.body).length < 65_536);
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
    const orphaned = { id: 1, body: own.body, user: null };
    const old = { path: "data/datasets/a.yaml", line: 2, body: "```suggestion\nunit: Gbit/s\n```" };
    const { sent, api } = startForge([orphaned, forged, own], [old]);
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
  const endless = { ...suggestion, end: 1e10 };
  assert.deepEqual(chooseSuggestions([endless], [{ filename: "a", status: "modified", patch: "@@ -1 +1 @@\n+a" }]), []);
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
