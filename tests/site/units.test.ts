import assert from "node:assert/strict";
import { test } from "node:test";
import type { DefaultTreeAdapterTypes } from "parse5";
import { pages } from "./support/pages.ts";
import { partedUnit, wordsOfOthers } from "./support/parted-units.ts";
import { attribute, findAll, findOnly } from "./support/site.ts";

const others: ReadonlySet<string> = new Set(wordsOfOthers);

test("no number on a page can be parted from its unit; quotations and code are left alone", () => {
  let joined = 0;
  const faults = pages.flatMap((page) =>
    listTexts(findOnly(page, "body")).flatMap((text) => {
      joined += /\d\u00A0/.test(text) ? 1 : 0;
      const [found] = partedUnit.exec(text) ?? [];
      return found === undefined ? [] : [`${page.path}: ${found}`];
    }),
  );
  assert.deepEqual(faults, []);
  assert.ok(joined > 1000, `only ${joined} texts have a unit`);
});

test("no text begins with the space that joins a unit to a number, where the number is on a line of its own", () => {
  for (const page of pages.filter(({ path }) => path.startsWith("/benchmarks/"))) {
    const numbers = findAll(page, "ul").filter((list) => attribute(list, "class") === "big-numbers");
    for (const text of numbers.flatMap(listTexts)) assert.doesNotMatch(text, /^\u00A0/, page.path);
  }
});

function listTexts(node: DefaultTreeAdapterTypes.Node): string[] {
  if (node.nodeName === "#text" && "value" in node) return [node.value];
  if (others.has(node.nodeName) || !("childNodes" in node)) return [];
  return node.childNodes.flatMap(listTexts);
}
