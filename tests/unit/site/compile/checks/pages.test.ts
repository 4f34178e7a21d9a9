import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { rules } from "../../../../../tools/check/rules.ts";
import { loadSchemas } from "../../../../../tools/check/schema/load-schemas.ts";
import { compileChecks, readCheckPage, tryPages } from "../../../../../tools/site/compile/checks/main.ts";
import { checkFixture } from "../../../../../tools/site/compile/checks/fixture.ts";
import { loadRecords } from "../../../../../tools/records/load-records.ts";

const root = fileURLToPath(new URL("../../../../..", import.meta.url));
const pages = tryPages(root);
const checks = compileChecks(rules, pages);
const set = loadRecords(`${root}/tests/data/world`);
const schemas = loadSchemas(root);

describe("the pages of the checks", () => {
  it("are one for each check, in the order of the checks", () => {
    assert.deepEqual(
      checks.map(({ name }) => name),
      rules.map(({ name }) => name),
    );
    assert.equal(pages.length, rules.length);
  });
  for (const { page, passing, findings } of pages) {
    it(`${page.check}: says in its description what the check asserts`, () =>
      assert.equal(page.description, rules.find(({ name }) => name === page.check)?.summary));
    it(`${page.check}: shows a record that fails once, by this check`, () =>
      assert.deepEqual(
        findings.map(({ rule }) => rule),
        [page.check],
      ));
    it(`${page.check}: shows a record that passes`, () => assert.deepEqual(checkFixture(passing, set, schemas), []));
  }
  for (const { name, failing, passing, printed } of checks) {
    it(`${name}: marks the line of the mistake, and shows few lines`, () => {
      assert.equal(failing.lines.filter(({ isMarked }) => isMarked).length, 1);
      assert.ok(failing.lines.length <= 18, `${failing.lines.length} lines`);
      assert.ok(passing.lines.every(({ isMarked }) => !isMarked));
      assert.ok(failing.file !== passing.file || !sameLines(failing.lines, passing.lines), "the two differ");
    });
    it(`${name}: prints what the checker prints`, () => {
      assert.match(printed[0] ?? "", new RegExp(`^${failing.file}:\\d+:\\d+  ${name}  `));
      assert.match(printed[1] ?? "", new RegExp(`^help: .*See content/contribute/checks/${name}\\.md$`));
      assert.equal(printed.length, 2);
    });
  }
});

describe("the front matter of a check's page", () => {
  const text =
    '+++\ntitle = "A"\ndescription = "B."\n[params]\ncheck = "c"\nfails = "source/d"\npasses = "source/e"\n+++\n';
  it("names the check, its records and how many lines to show", () => {
    const expected = { check: "c", title: "A", description: "B.", fails: "source/d", passes: "source/e", context: 2 };
    assert.deepEqual(readCheckPage("a.md", text), expected);
    assert.equal(readCheckPage("a.md", text.replace("check =", "context = 5\ncheck =")).context, 5);
  });
  it("is refused, with the page's file, where something is missing", () =>
    assert.throws(() => readCheckPage("a.md", text.replace(/fails.*\n/, "")), /a\.md {2}lacks fails/));
});

function sameLines(a: readonly { text: string }[], b: readonly { text: string }[]): boolean {
  return a.map(({ text }) => text).join("\n") === b.map(({ text }) => text).join("\n");
}
