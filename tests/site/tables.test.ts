import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pages } from "./support/pages.ts";
import { attribute, findAll, findById, textOf } from "./support/site.ts";
import type { Element, Page } from "./support/site.ts";

describe("every table", () => {
  const tables = pages.flatMap((page) => findAll(page, "table").map((table) => ({ page, table })));

  test("says what it is in its caption", () => {
    assert.ok(tables.length > 300);
    const mute = tables.filter(
      ({ table }) => !findAll(table, "caption").some((caption) => textOf(caption).trim() !== ""),
    );
    assert.deepEqual(describeAll(mute), []);
  });

  // Names and values in two columns turn into lines on a narrow screen; all others may be wider than it.
  test("of more than names and values scrolls in a frame of its own", () => {
    const free = tables.filter(({ table }) => !classesOf(table).includes("key-value") && !isFrame(table.parentNode));
    assert.deepEqual(describeAll(free), []);
  });
});

test("a frame that scrolls has a name and is reached by keyboard", () => {
  const frames = pages.flatMap((page) => page.elements.filter(isFrame).map((table) => ({ page, table })));
  assert.ok(frames.length > 200);
  const silent = frames.filter(({ page, table }) => {
    const label = findById(page, attribute(table, "aria-labelledby") ?? "");
    const name = attribute(table, "aria-label") ?? (label && textOf(label)) ?? "";
    return attribute(table, "role") !== "region" || attribute(table, "tabindex") !== "0" || name.trim() === "";
  });
  assert.deepEqual(describeAll(silent), []);
});

function isFrame(node: unknown): node is Element {
  return (
    typeof node === "object" && node !== null && "attrs" in node && classesOf(node as Element).includes("table-scroll")
  );
}

function classesOf(element: Element): string[] {
  return (attribute(element, "class") ?? "").split(" ");
}

/** Each page once, with how many. */
function describeAll(found: readonly { page: Page }[]): string[] {
  const counts = new Map<string, number>();
  for (const {
    page: { path },
  } of found)
    counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].map(([path, count]) => `${path} ${count}`);
}
