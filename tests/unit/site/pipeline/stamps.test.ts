import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import {
  findReason,
  hashInputs,
  listMissing,
  removeStamp,
  writeStamp,
} from "../../../../tools/site/pipeline/stamps.mjs";
import type { Dependencies } from "../../../../tools/site/pipeline/stamps.mjs";

describe("a step of the build", () => {
  let root = "";
  const dependencies: Dependencies = {
    programs: [],
    inputs: ["data", "config.toml", "not-there"],
    except: ["data/written.json", "public/theirs.html", "public/their-folder"],
    settings: ["http://localhost/"],
    outputs: ["public", "build/list.json"],
  };
  const put = (path: string, text: string): void => writeFileSync(join(root, path), text);
  const stale = (changes: Partial<Dependencies> = {}, name = "site"): boolean => {
    return findReason(root, name, { ...dependencies, ...changes }) !== undefined;
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "atlas-stamps-"));
    for (const folder of ["data/sub", "public/advisor", "build"]) mkdirSync(join(root, folder), { recursive: true });
    put("data/sub/a.yaml", "one");
    put("config.toml", "base");
    put("public/index.html", "home");
    put("public/advisor/index.html", "advisor");
    put("build/list.json", "[]");
    put("program.mjs", "1");
    const modules = ["program.mjs"];
    writeStamp(root, "site", dependencies, { modules, inputs: hashInputs(root, dependencies, modules) });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test("is not needed again while nothing changes", () => assert.equal(stale(), false));
  test("is not needed when only a file's time changes", () => {
    utimesSync(join(root, "data/sub/a.yaml"), 1, 1);
    assert.equal(stale(), false);
  });
  test("is needed when it has never run", () => assert.equal(stale({}, "other"), true));
  for (const [change, path, text] of [
    ["a file changes", "data/sub/a.yaml", "two"],
    ["a module of its programs changes", "program.mjs", "2"],
    ["a file is new", "data/b.yaml", ""],
    ["an input that was missing appears", "not-there", ""],
    ["a file stands among those that it wrote", "public/stray.html", ""],
    ["its stamp is cut off", "build/.stamps/site", '{"inputs":"'],
    ["its stamp is of an older program", "build/.stamps/site", '{"inputs":"1","outputs":"2"}'],
  ] as const)
    test(`is needed when ${change}`, () => {
      put(path, text);
      assert.equal(stale(), true);
    });
  test("is needed when it has another program", () => {
    put("other.mjs", "1");
    assert.equal(stale({ programs: ["other.mjs"] }), true);
  });
  test("is needed when a file is renamed", () => {
    rmSync(join(root, "data/sub/a.yaml"));
    put("data/sub/b.yaml", "one");
    assert.equal(stale(), true);
  });
  test("is needed when a setting changes, such as the base address", () =>
    assert.equal(stale({ settings: ["http://localhost/atlas/"] }), true));
  for (const path of ["public/index.html", "public/advisor/index.html", "build/list.json"]) {
    test(`is needed when it wrote ${path}, and that is gone`, () => {
      rmSync(join(root, path));
      assert.equal(stale(), true);
    });
    test(`is needed when it wrote ${path}, and that is empty`, () => {
      put(path, "");
      assert.equal(stale(), true);
    });
    test(`is needed when it wrote ${path}, and that holds other bytes, as many and of the same time`, () => {
      const { atime, mtime, size } = statSync(join(root, path));
      put(path, "x".repeat(size));
      utimesSync(join(root, path), atime, mtime);
      assert.equal(stale(), true);
    });
  }
  test("is needed when it was begun again, and not ended", () => {
    removeStamp(root, "site");
    assert.equal(stale(), true);
  });
  test("does not mind files that other steps write among its inputs and outputs", () => {
    put("data/written.json", "{}");
    put("public/theirs.html", "");
    mkdirSync(join(root, "public/their-folder"));
    put("public/their-folder/index.html", "");
    assert.equal(stale(), false);
  });
  test("tells which of its outputs are missing", () => {
    assert.deepEqual(listMissing(root, dependencies), []);
    rmSync(join(root, "build/list.json"));
    assert.deepEqual(listMissing(root, dependencies), ["build/list.json"]);
  });
});
