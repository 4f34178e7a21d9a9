import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { findEmptyFiles, groupTestFiles } from "../../../../tools/dev/test-runner/groups.mjs";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

const root = makeTemporaryFolder();
mkdirSync(join(root, "tests/unit/check"), { recursive: true });
const passing = `import { test } from "node:test"; test("passes", () => {});`;

describe("groups of test files", () => {
  const write = (name: string, text: string): string => {
    const file = `tests/unit/check/${name}.test.ts`;
    writeFileSync(join(root, file), text);
    return file;
  };
  test("are run by one process where a folder's files may share it, and by one each elsewhere", () => {
    const [a, b] = [write("a", passing), write("b", passing)];
    assert.deepEqual(groupTestFiles(root, [a, b, "tests/unit/kit/x.test.ts"]), [
      { entry: "build/test-groups/10-check.mjs", files: [a, b] },
      { entry: "tests/unit/kit/x.test.ts", files: ["tests/unit/kit/x.test.ts"] },
    ]);
    assert.deepEqual(groupTestFiles(root, [a]), [{ entry: a, files: [a] }]);
  });
  for (const [what, text] of [
    ["has a hook for each test", `beforeEach(() => {});\n${passing}`],
    ["waits", `const x = await import("node:fs");\n${passing}`],
    ["waits for nothing in return", `import "node:fs";\nawait 0;\n${passing}`],
  ] as const) {
    test(`leave out a file that ${what}`, () => {
      const own = write("own", text);
      const files = [write("a", passing), write("b", passing), own];
      assert.deepEqual(
        groupTestFiles(root, files).map((group) => group.files.length),
        [2, 1],
      );
    });
  }
});

describe("the files that no test came from", () => {
  const groups = [
    { entry: "g.mjs", files: ["a", "b"] },
    { entry: "c", files: ["c"] },
  ];
  test("are named, those of a group too", () => {
    assert.deepEqual(findEmptyFiles(groups, ["a"]), ["b", "c"]);
    assert.deepEqual(findEmptyFiles(groups, ["a", "b", "c"]), []);
  });
  test("are not those of a group that could not be run", () => {
    assert.deepEqual(findEmptyFiles(groups, ["g.mjs", "c"]), []);
  });
});
