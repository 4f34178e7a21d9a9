import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attribute, findAll, findEntry, readKnowledge, readPageAt, textOf } from "./support/site.ts";

interface Example {
  id: string;
  says: string;
  query: string;
  recommended: { name: string } | null;
  why: string;
}
const examples = readKnowledge<{
  first: Example[];
  more: Example[];
  hard: (Example & { title: string })[];
}>("examples");
const addressOf = (query: string): string => `/advisor/?${query}`;

describe("the page of examples", () => {
  const page = readPageAt("/examples/");

  test("shows each situation with its answer, why, and the way to the advisor", () => {
    for (const { id, says, query, recommended, why } of [...examples.hard, ...examples.first, ...examples.more]) {
      const row = findEntry(page, id);
      assert.ok(row, id);
      const text = textOf(row);
      for (const part of [says, recommended?.name ?? "No adapter fits", why])
        assert.ok(text.includes(part), `${id}: ${part}`);
      assert.ok(
        findAll(row, "a").some((link) => attribute(link, "href") === addressOf(query)),
        id,
      );
    }
  });

  test("is linked from the advisor and from the guides", () => {
    for (const from of ["/advisor/", "/guides/"])
      assert.ok(
        findAll(readPageAt(from), "a").some((link) => attribute(link, "href") === "/examples/"),
        from,
      );
  });
});
