import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Edit, Fix } from "../../../../tools/check/fix/fix.ts";
import { vetFixes } from "../../../../tools/check/fix/vet-fixes.ts";
import type { Finding } from "../../../../tools/check/rule.ts";
import { textOf, world } from "../support/world.ts";

const file = "data/sources/sample-study.yaml";
const text = textOf("source");

function find(words: string, replacement: string, changes: Fix["changes"] = []): Finding {
  const start = text.indexOf(words);
  const edit: Edit = { start, end: start + words.length, text: replacement };
  return { file, line: 1, col: 1, rule: "any", message: words, fix: { edits: [edit], changes } };
}

/** Messages of the findings whose fix is still there. */
function keep(...findings: Finding[]): string[] {
  const vetted = vetFixes(findings, world);
  assert.equal(vetted.length, findings.length, "no finding is dropped");
  return vetted.filter(({ fix }) => fix).map(({ message }) => message);
}

describe("a fix", () => {
  it("is kept where it changes what it names", () =>
    assert.deepEqual(keep(find("Example", "Sample", [{ path: ["publisher"], value: "Sample" }])), ["Example"]));
  it("is kept where it changes nothing about the data", () =>
    assert.deepEqual(keep(find("'2012-05-06'", '"2012-05-06"')), ["'2012-05-06'"]));
  it("is dropped where it changes something else", () => assert.deepEqual(keep(find("Example", "Sample")), []));
  it("is dropped where it does not change what it names", () =>
    assert.deepEqual(keep(find("Example", "Example", [{ path: ["publisher"], value: "Sample" }])), []));
  it("is dropped where the record cannot be read afterwards", () =>
    assert.deepEqual(keep(find("Example", "[", [{ path: ["publisher"], value: "[" }])), []));
  it("is dropped without the others of the file", () =>
    assert.deepEqual(
      keep(
        find("title:", "Title:"),
        find("'2012-05-06'", '"2012-05-06"'),
        find("note:", "Note:"),
        find("EX-12", "'EX-12'"),
      ),
      ["'2012-05-06'", "EX-12"],
    ));
});
