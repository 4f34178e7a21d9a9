import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ShownCheck } from "../../tools/site/compile/checks/main.ts";
import {
  attribute,
  findAll,
  findEntry,
  findOnly,
  rawTextOf,
  readKnowledge,
  readPageAt,
  textOf,
} from "./support/site.ts";
import type { Element } from "./support/site.ts";

const checks = readKnowledge<ShownCheck[]>("checks");
const tidy = (text: string): string => text.replace(/\s+/g, " ").trim();

describe("the list of checks", () => {
  const main = findOnly(readPageAt("/contribute/checks/"), "main");
  const items = findAll(main, "details");

  test("has each with its name and its sentence, in their order", () => {
    assert.deepEqual(
      items.map((item) => attribute(findAll(item, "span").find((place) => attribute(place, "id")) as Element, "id")),
      checks.map(({ name }) => name),
    );
    for (const [index, { title, summary }] of checks.entries()) {
      const head = textOf(findAll(items[index] as Element, "summary")[0] as Element);
      assert.ok(head.includes(title) && head.includes(tidy(summary)), title);
    }
  });

  test("says which --fix corrects, and of the others nothing", () => {
    const fixable = items
      .filter((item) => /--fix/.test(textOf(findAll(item, "summary")[0] as Element)))
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

describe("a check", () => {
  const page = readPageAt("/contribute/checks/");
  for (const { name, path, failing, passing, printed } of checks) {
    const entry = findEntry(page, name);
    assert.ok(entry, name);

    test(`${name}: says why and what to do`, () => {
      assert.equal(path, `/contribute/checks/#${name}`);
      assert.deepEqual(findAll(entry, "h4").map(textOf), ["Why", "What to do", "For example"]);
    });

    test(`${name}: shows right and wrong, the wrong line marked, and what the checker prints`, () => {
      const [right, wrong] = findAll(entry, "pre")
        .slice(-2)
        .map((block) => rawTextOf(block));
      assert.equal(right, passing.lines.map(({ text }) => text).join("\n"));
      assert.equal(wrong, failing.lines.map(({ text }) => text).join("\n"));
      assert.equal(textOf(findOnly(entry, "mark")), tidy(failing.lines.find(({ isMarked }) => isMarked)?.text ?? ""));
      assert.deepEqual(findAll(entry, "samp").map(textOf), printed.map(tidy));
    });
  }
});
