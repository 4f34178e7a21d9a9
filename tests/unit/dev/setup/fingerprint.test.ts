import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, test, after } from "node:test";
import { fingerprint } from "../../../../tools/dev/tasks/fingerprint.mjs";

const root = mkdtempSync(join(tmpdir(), "atlas-"));
const file = join(root, "data", "rules", "a.yaml");
const places = ["data", "absent", "package-lock.json"];

describe("fingerprint", () => {
  beforeEach(() => {
    rmSync(join(root, "data"), { recursive: true, force: true });
    mkdirSync(join(root, "data", "rules"), { recursive: true });
    writeFileSync(file, "title: a");
    utimesSync(file, 1000, 1000);
    writeFileSync(join(root, "package-lock.json"), "{}");
  });
  after(() => rmSync(root, { recursive: true }));

  test("stays the same while nothing changes", () => {
    assert.equal(fingerprint(root, places), fingerprint(root, places));
  });

  const changes: [string, () => void][] = [
    ["a file grows", () => (writeFileSync(file, "title: ab"), utimesSync(file, 1000, 1000))],
    ["a file is written again at the same size", () => utimesSync(file, 1000, 1001)],
    ["a file is added", () => writeFileSync(join(root, "data", "rules", "b.yaml"), "")],
    ["a file is removed", () => rmSync(file)],
  ];
  for (const [name, change] of changes) {
    test(`changes when ${name}`, () => {
      const before = fingerprint(root, places);
      change();
      assert.notEqual(fingerprint(root, places), before);
    });
  }

  test("does not change with files elsewhere", () => {
    const before = fingerprint(root, places);
    writeFileSync(join(root, "README.md"), "text");
    assert.equal(fingerprint(root, places), before);
  });
});
