import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { hashInputs, isStale, stamp } from "../../../tools/pipeline/stamps.ts";
import type { Dependencies } from "../../../tools/pipeline/stamps.ts";

describe("a step of the build", () => {
  let root = "";
  const dependencies: Dependencies = { inputs: ["data", "config.toml", "not-there"], except: ["data/written.json"], settings: ["http://localhost/"], outputs: ["public/index.html"] };
  const put = (path: string, text: string): void => writeFileSync(join(root, path), text);
  const stale = (changes: Partial<Dependencies> = {}): boolean => isStale(root, "site", { ...dependencies, ...changes });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "atlas-stamps-"));
    for (const folder of ["data/sub", "public"]) mkdirSync(join(root, folder), { recursive: true });
    put("data/sub/a.yaml", "one");
    put("config.toml", "base");
    put("public/index.html", "");
    stamp(root, "site", hashInputs(root, dependencies));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test("is not needed again while nothing changes", () => assert.equal(stale(), false));
  test("is not needed when only a file's time changes", () => {
    utimesSync(join(root, "data/sub/a.yaml"), 1, 1);
    assert.equal(stale(), false);
  });
  test("is needed when it has never run", () => assert.equal(isStale(root, "other", dependencies), true));
  test("is needed when a file changes", () => {
    put("data/sub/a.yaml", "two");
    assert.equal(stale(), true);
  });
  test("is needed when a file is new", () => {
    put("data/b.yaml", "");
    assert.equal(stale(), true);
  });
  test("is needed when a file is renamed", () => {
    rmSync(join(root, "data/sub/a.yaml"));
    put("data/sub/b.yaml", "one");
    assert.equal(stale(), true);
  });
  test("is needed when an input that was missing appears", () => {
    put("not-there", "");
    assert.equal(stale(), true);
  });
  test("is needed when a setting changes, such as the base address", () => assert.equal(stale({ settings: ["http://localhost/atlas/"] }), true));
  test("is needed when its output is gone", () => {
    rmSync(join(root, "public/index.html"));
    assert.equal(stale(), true);
  });
  test("does not mind files that later steps write among its inputs", () => {
    put("data/written.json", "{}");
    assert.equal(stale(), false);
  });
});
