import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { FileCache } from "../../../../tools/site/pipeline/file-cache.ts";

describe("a cache of files", () => {
  let folder = "";
  const find = (name: string): string | undefined => new FileCache(folder).find(name)?.toString();
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "atlas-cache-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("gives back what it keeps, also when that is empty", () => {
    const cache = new FileCache(folder);
    cache.keep("a", "text");
    cache.keep("b", Buffer.from([0, 255]));
    cache.keep("c", "");
    assert.deepEqual(
      [find("a"), [...(cache.find("b") ?? [])], find("c"), find("d")],
      ["text", [0, 255], "", undefined],
    );
  });

  test("has nothing where a file is cut off at any length, or changed anywhere", () => {
    new FileCache(folder).keep("a", "a text of some length");
    const whole = readFileSync(join(folder, "a"));
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(join(folder, "a"), whole.subarray(0, length));
      assert.equal(find("a"), undefined, `cut off at ${length}`);
      const changed = Buffer.from(whole);
      changed[length] = (changed[length] ?? 0) ^ 1;
      writeFileSync(join(folder, "a"), changed);
      assert.equal(find("a"), undefined, `changed at ${length}`);
    }
  });

  test("forgets what nobody asked for, and what an interrupted run left", () => {
    new FileCache(folder).keep("old", "old");
    writeFileSync(join(folder, "a.4711"), "half");
    const cache = new FileCache(folder);
    cache.keep("a", "new");
    cache.prune();
    assert.deepEqual(readdirSync(folder), ["a"]);
  });

  test("only costs time where it cannot be written", () => {
    const cache = new FileCache(folder);
    rmSync(folder, { recursive: true });
    cache.keep("a", "text");
    assert.equal(cache.find("a"), undefined);
  });
});
