import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { FileCache } from "../../../tools/records/file-cache.ts";

describe("a cache of files", () => {
  let folder = "";
  const open = (program = "1"): FileCache => new FileCache(folder, program);
  const find = (input: string): string | undefined => open().find(input)?.toString();
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "atlas-cache-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("gives back what it keeps, also when that is empty", () => {
    const cache = open();
    cache.keep("a", "text");
    cache.keep("b", Buffer.from([0, 255]));
    cache.keep("c", "");
    assert.deepEqual(
      [find("a"), [...(cache.find("b") ?? [])], find("c"), find("d")],
      ["text", [0, 255], "", undefined],
    );
  });

  test("has nothing where a file is cut off at any length, or changed anywhere", () => {
    open().keep("a", "a text of some length");
    const file = join(folder, readdirSync(folder)[0] ?? "");
    const whole = readFileSync(file);
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(file, whole.subarray(0, length));
      assert.equal(find("a"), undefined, `cut off at ${length}`);
      const changed = Buffer.from(whole);
      changed[length] = (changed[length] ?? 0) ^ 1;
      writeFileSync(file, changed);
      assert.equal(find("a"), undefined, `changed at ${length}`);
    }
  });

  test("has nothing that another program made", () => {
    open("1").keep("a", "text");
    assert.equal(open("2").find("a"), undefined);
    assert.equal(find("a"), "text");
  });

  test("makes what it does not have, once", async () => {
    let made = 0;
    const make = (input: string): Promise<Uint8Array> => {
      made += 1;
      return Promise.resolve(Buffer.from(input.toUpperCase()));
    };
    for (const cache of [open(), open()]) assert.equal(Buffer.from(await cache.get("a", make)).toString(), "A");
    assert.equal(made, 1);
  });

  test("forgets what nobody asked for, and what an interrupted run left", () => {
    open().keep("old", "old");
    writeFileSync(join(folder, "a.4711"), "half");
    const cache = open();
    cache.keep("a", "new");
    cache.prune();
    assert.deepEqual([readdirSync(folder).length, find("a"), find("old")], [1, "new", undefined]);
  });

  test("has nothing where a file cannot be read", () => {
    open().keep("a", "text");
    const file = join(folder, readdirSync(folder)[0] ?? "");
    rmSync(file);
    mkdirSync(file);
    assert.equal(find("a"), undefined);
  });

  test("only costs time where it cannot be written", () => {
    const cache = open();
    rmSync(folder, { recursive: true });
    cache.keep("a", "text");
    assert.equal(cache.find("a"), undefined);
  });
});
