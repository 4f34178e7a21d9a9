import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { writeCanonical } from "../../../../tools/records/objects.ts";
import { readCharted } from "../../../../tools/site/compile/main.ts";
import { compileKit } from "../../../../tools/site/compile/compile.ts";
import { listFiles } from "../../../../tools/records/list-files.mjs";
import { removeOthers, writeFiles } from "../../../../tools/records/write-files.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("writing files", () => {
  let folder = "";
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "atlas-write-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test("leaves a file with the same content untouched and counts the others", () => {
    assert.equal(
      writeFiles(
        folder,
        new Map([
          ["a.txt", "one"],
          ["sub/b.txt", "two"],
        ]),
      ),
      2,
    );
    utimesSync(join(folder, "a.txt"), 1, 1);
    assert.equal(
      writeFiles(
        folder,
        new Map([
          ["a.txt", "one"],
          ["sub/b.txt", "three"],
        ]),
      ),
      1,
    );
    assert.equal(statSync(join(folder, "a.txt")).mtimeMs, 1000);
    assert.equal(readFileSync(join(folder, "sub/b.txt"), "utf8"), "three");
  });

  test("removes what is left over in owned folders, and nothing elsewhere", () => {
    const files = new Map([
      ["own/old/gone.txt", ""],
      ["own/kept.txt", ""],
      ["other/theirs.txt", ""],
    ]);
    writeFiles(folder, files);
    removeOthers(folder, ["own", "missing"], new Map([["own/kept.txt", ""]]));
    assert.deepEqual(listFiles(folder), [join(folder, "other/theirs.txt"), join(folder, "own/kept.txt")]);
  });
});

describe("canonical JSON", () => {
  test("does not depend on the order of keys", () => {
    assert.equal(
      writeCanonical({ b: [{ d: 1, c: "x" }], a: null }),
      writeCanonical({ a: null, b: [{ c: "x", d: 1 }] }),
    );
  });
  test("keeps the order of lists", () => assert.notEqual(writeCanonical([1, 2]), writeCanonical([2, 1])));
  test("leaves out what is undefined", () => assert.equal(writeCanonical({ a: undefined, b: 1 }), '{"b":1}'));
});

describe("the validation kit", () => {
  test("names size, hash and version of each file", () => {
    const [first, second] = compileKit(
      new Map([
        ["b.ps1", encode("$Version = '0.2.0'\n")],
        ["a.sh", encode("#!/bin/sh\nversion=0.1.0\n")],
      ]),
    );
    assert.deepEqual(first, {
      file: "a.sh",
      version: "0.1.0",
      sha256: "cbd742661c9e1aa6358ce2c0038e756b8125948456750ef2c5b59755fbd0d452",
      bytes: 24,
      path: "/kit/a.sh",
    });
    assert.equal(second?.version, "0.2.0");
  });
  test("says unknown for a file without a version", () =>
    assert.equal(compileKit(new Map([["a", encode("x")]]))[0]?.version, "unknown"));
});

describe("the datasets of charts", () => {
  test("are read from the charts' own files", () => {
    const charted = readCharted(
      new Map([
        ["one.yaml", encode("datasets: [study]\n")],
        ["one.vl.json", encode("{}")],
        ["odd.yaml", encode("title: x\n")],
        ["broken.yaml", encode("title: a: b\n")],
      ]),
    );
    assert.deepEqual(
      [...charted],
      [
        ["one", ["study"]],
        ["odd", []],
        ["broken", []],
      ],
    );
  });
});
