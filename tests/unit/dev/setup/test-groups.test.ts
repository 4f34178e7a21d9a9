import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { findEmptyFiles, groupTestFiles, sharedProcesses } from "../../../../tools/dev/test-runner/groups.mjs";
import { listTestFiles, testPlaces } from "../../../../tools/dev/test-runner/test-files.mjs";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

const root = makeTemporaryFolder();
const tsx = import.meta.resolve("tsx");
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
    assert.deepEqual(groupTestFiles(root, [a, b, "tests/unit/x/x.test.ts"]), [
      { entry: "build/test-groups/10-check.mjs", files: [a, b] },
      { entry: "tests/unit/x/x.test.ts", files: ["tests/unit/x/x.test.ts"] },
    ]);
    assert.deepEqual(groupTestFiles(root, [a]), [{ entry: a, files: [a] }]);
  });
  test("name only folders and files that have tests", () => {
    const files = Object.values(testPlaces).flatMap((place) => listTestFiles(".", place));
    const named = Object.values(sharedProcesses).flat();
    assert.deepEqual(
      named.filter((path) => !files.some((file) => `${file}/`.startsWith(`${path}/`))),
      [],
    );
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

test("a group reports each test when the test ends, even if all tests are synchronous", async () => {
  const reported = join(root, "reported");
  const first = "tests/unit/check/first.test.ts";
  const second = "tests/unit/check/second.test.ts";
  writeFileSync(join(root, first), passing);
  writeFileSync(
    join(root, second),
    `import { existsSync } from "node:fs"; import { describe, it } from "node:test";
     describe("a suite", () => {
       it("ends", () => {});
       it("ends after the first was reported", () => {
         const begin = Date.now();
         while (!existsSync(${JSON.stringify(reported)})) if (Date.now() - begin > 20_000) throw new Error("the first was not reported");
       });
     });`,
  );
  const [group] = groupTestFiles(root, [first, second]);
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const run = spawn(process.execPath, ["--import", tsx, "--test", "--test-reporter=tap", group?.entry ?? ""], {
    cwd: root,
    env,
  });
  let said = "";
  run.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.includes("ok 1 - ends\n")) writeFileSync(reported, "");
  });
  const [code] = (await once(run, "close")) as [number | null];
  assert.equal(code, 0, said);
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
