import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ShownCheck } from "../../tools/site/compile/checks/compile-checks.ts";
import { attribute, findAll, findOnly, rawTextOf, readKnowledge, readPageAt, textOf } from "./support/site.ts";
import type { Element } from "./support/site.ts";

const checks = readKnowledge<ShownCheck[]>("checks");
const tidy = (text: string): string => text.replace(/\s+/g, " ").trim();

describe("the list of checks", () => {
  const main = findOnly(readPageAt("/contribute/checks/"), "main");
  const items = findAll(main, "li").filter((item) => findAll(item, "h3").length > 0);

  test("names each with its sentence and leads to its page, in their order", () => {
    const shown = items.map((item) => [
      attribute(findOnly(item, "a"), "href"),
      textOf(findAll(item, "p")[0] as Element),
    ]);
    assert.deepEqual(
      shown,
      checks.map(({ path, summary }) => [path, tidy(summary)]),
    );
  });

  test("says which --fix corrects, and of the others nothing", () => {
    const fixable = items
      .filter((item) => /--fix/.test(textOf(item)))
      .map((item) => textOf(findAll(item, "code")[0] as Element));
    assert.deepEqual(
      fixable,
      checks.filter(({ isFixable }) => isFixable).map(({ name }) => name),
    );
    assert.ok(fixable.length > 0 && fixable.length < checks.length);
  });

  test("says how to run it and what the exit codes mean", () => {
    assert.match(rawTextOf(main), /npm run check -- --fix/);
    for (const format of ["text", "json", "github", "sarif"])
      assert.match(rawTextOf(main), new RegExp(`--format ${format}`));
  });
});

describe("the page of a check", () => {
  for (const { name, path, title, summary, failing, passing, printed } of checks) {
    const main = findOnly(readPageAt(path), "main");

    test(`${name}: says what it asserts, why, and what to do`, () => {
      assert.equal(textOf(findOnly(main, "h1")), title);
      assert.ok(textOf(main).includes(tidy(summary)));
      assert.deepEqual(findAll(main, "h2").map(textOf).slice(-3), ["Why", "What to do", "For example"]);
    });

    test(`${name}: shows right and wrong, the wrong line marked, and what the checker prints`, () => {
      const [right, wrong] = findAll(main, "pre")
        .slice(-2)
        .map((block) => rawTextOf(block));
      assert.equal(right, passing.lines.map(({ text }) => text).join("\n"));
      assert.equal(wrong, failing.lines.map(({ text }) => text).join("\n"));
      assert.equal(textOf(findOnly(main, "mark")), tidy(failing.lines.find(({ isMarked }) => isMarked)?.text ?? ""));
      assert.deepEqual(findAll(main, "samp").map(textOf), printed.map(tidy));
    });
  }
});
