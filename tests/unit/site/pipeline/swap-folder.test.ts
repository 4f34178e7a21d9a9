import assert from "node:assert/strict";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { startReplacement } from "../../../../tools/site/pipeline/swap-folder.ts";

describe("a folder that is made beside its place", () => {
  let root = "";
  const make = (name: string): ReturnType<typeof startReplacement> => {
    const next = startReplacement(join(root, "public"));
    mkdirSync(next.path);
    writeFileSync(join(next.path, name), name);
    return next;
  };
  beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "atlas-swap-"))));
  afterEach(() => rmSync(root, { recursive: true }));

  test("comes into its place whole, and leaves nothing of the one before", () => {
    make("first").swap();
    const second = make("second");
    assert.deepEqual(readdirSync(join(root, "public")), ["first"]);
    second.swap();
    assert.deepEqual([readdirSync(root), readdirSync(join(root, "public"))], [["public"], ["second"]]);
  });

  test("begins empty after one that was not finished", () => {
    const unfinished = make("unfinished").path;
    const whole = make("whole");
    assert.deepEqual([existsSync(unfinished), readdirSync(root)], [false, [basename(whole.path)]]);
    whole.swap();
    assert.deepEqual([readdirSync(root), readdirSync(join(root, "public"))], [["public"], ["whole"]]);
  });

  test("is not mixed with what a program of an interrupted build still writes", () => {
    const { path } = make("unfinished");
    const whole = make("whole");
    mkdirSync(path);
    writeFileSync(join(path, "late"), "");
    whole.swap();
    assert.deepEqual(readdirSync(join(root, "public")), ["whole"]);
    make("next").swap();
    assert.deepEqual(readdirSync(root), ["public"]);
  });

  test("goes where a link leads, and leaves the link", () => {
    mkdirSync(join(root, "www"));
    symlinkSync(join(root, "www"), join(root, "public"), "junction");
    make("page").swap();
    assert.ok(lstatSync(join(root, "public")).isSymbolicLink());
    assert.equal(readFileSync(join(root, "www/page"), "utf8"), "page");
  });
});
