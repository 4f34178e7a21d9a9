import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mistakes } from "./list.ts";
import { noMistakes } from "./no-mistakes.ts";
import { checkWith, findMark } from "./try-mistake.ts";

describe("a first contribution that goes wrong gets one clear message, at the place", () => {
  for (const { name, files, at, rule, message, help } of mistakes) {
    it(name, () => {
      const findings = checkWith(files);
      const said = findings.map((found) => `${found.file}:${found.line}:${found.col}  ${found.rule}  ${found.message}`);
      assert.deepEqual(said, [`${at ?? findMark(files)}  ${rule}  ${message}`]);
      assert.ok(findings[0]?.help?.includes(help), `the help "${findings[0]?.help}" holds "${help}"`);
    });
  }
  it("each under a name of its own", () => {
    assert.equal(new Set(mistakes.map(({ name }) => name)).size, mistakes.length);
  });
});

describe("what only looks wrong gets none", () => {
  for (const { name, files } of noMistakes) it(name, () => assert.deepEqual(checkWith(files), []));
});
