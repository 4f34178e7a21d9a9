import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { readOneBuild } from "../../../../tools/dev/server/serve.mjs";

describe("reading from a folder that a build swaps", () => {
  let root = "";
  let folder = "";
  const make = (name: string, text: string): void => {
    mkdirSync(join(root, name));
    for (const file of ["page", "headers"]) writeFileSync(join(root, name, file), text);
  };
  const swap = (): void => {
    renameSync(folder, join(root, "old"));
    renameSync(join(root, "next"), folder);
  };
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "atlas-one-build-"));
    folder = join(root, "public");
    make("public", "old");
    make("next", "new");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test("takes all from the new build if it comes in between", async () => {
    let reads = 0;
    const both = await readOneBuild(folder, () => {
      const headers = read("headers");
      reads += 1;
      if (reads === 1) swap();
      return Promise.resolve([headers, read("page")]);
    });
    assert.deepEqual([both, reads], [["new", "new"], 2]);
  });

  test("does not fail for what was gone in between", async () => {
    let reads = 0;
    const page = await readOneBuild(folder, () => {
      reads += 1;
      if (reads > 1) return Promise.resolve(read("page"));
      swap();
      return Promise.reject(new Error("gone"));
    });
    assert.equal(page, "new");
  });

  test("waits while there is no folder for an instant", async () => {
    renameSync(folder, join(root, "old"));
    const page = readOneBuild(folder, () => Promise.resolve(read("page")));
    setImmediate(() => renameSync(join(root, "next"), folder));
    assert.equal(await page, "new");
  });

  test("tells a failure that has nothing to do with a swap", async () => {
    await assert.rejects(
      readOneBuild(folder, () => Promise.reject(new Error("unreadable"))),
      /unreadable/,
    );
  });
});
