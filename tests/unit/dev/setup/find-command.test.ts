import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { extendPath, findCommand, isExecutable } from "../../../../tools/lab/find-command.mjs";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

const onPosix = process.platform !== "win32";

test("finds a command on PATH, but neither a folder nor a file that may not be run", (context) => {
  const base = makeTemporaryFolder(context);
  const [first, second] = [join(base, "first"), join(base, "second")];
  mkdirSync(join(first, "tool"), { recursive: true });
  mkdirSync(second);
  const ending = onPosix ? "" : ".EXE";
  const file = join(second, `tool${ending}`);
  writeFileSync(file, "");
  chmodSync(file, 0o755);
  const env = { PATH: [first, second].join(delimiter), PATHEXT: ".EXE" };
  assert.equal(findCommand("tool", env), file);
  assert.equal(findCommand("no-such-tool", env), null);
  if (onPosix) {
    chmodSync(file, 0o644);
    assert.equal(isExecutable(file), false);
  }
});

test("adds the administrators' folders to PATH once", () => {
  const extended = extendPath(`/usr/bin${delimiter}/sbin`).split(delimiter);
  assert.deepEqual(extended, onPosix ? ["/usr/bin", "/sbin", "/usr/sbin"] : ["/usr/bin", "/sbin"]);
  assert.equal(extendPath(extended.join(delimiter)), extended.join(delimiter));
});
