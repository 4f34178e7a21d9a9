import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attribute, findAll, findById, readKnowledge, readPageAt, textOf } from "./support/site.ts";

interface Example {
  id: string;
  says: string;
  query: string;
  recommended: { name: string } | null;
  why: string;
}
interface Told {
  name: string;
  reasons: { text: string }[];
}
interface Sheet {
  headline: string;
  why: string;
  verdicts: Told[];
  turning: string[];
  conflicts: string[];
  steps: { steps: { title: string; code?: string }[] }[];
  validation: { commands: string[] } | null;
}

const examples = readKnowledge<{
  first: Example[];
  more: Example[];
  hard: (Example & { title: string; path: string; sheet: Sheet })[];
}>("examples");
const addressOf = (query: string): string => `/advisor/?${query}`;

describe("the page of examples", () => {
  const page = readPageAt("/examples/");
  const links = findAll(page, "a").map((link) => attribute(link, "href"));

  test("shows each situation with its answer, why, and the way to the advisor", () => {
    for (const { id, says, query, recommended, why } of [...examples.first, ...examples.more]) {
      const row = findById(page, id);
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

  test("leads to every hard case", () => {
    assert.ok(examples.hard.length > 0);
    for (const { path } of examples.hard) assert.ok(links.includes(path), path);
  });

  test("is linked from the advisor and from the guides", () => {
    for (const from of ["/advisor/", "/guides/"])
      assert.ok(
        findAll(readPageAt(from), "a").some((link) => attribute(link, "href") === "/examples/"),
        from,
      );
  });
});

describe("the sheet of a hard case", () => {
  for (const { title, path, says, query, sheet } of examples.hard) {
    test(`${title}: tells the answer, every reason, what would change it, the steps and the run that verifies it`, () => {
      const page = readPageAt(path);
      const [main] = findAll(page, "main");
      assert.ok(main);
      const text = textOf(main);
      const parts = [
        title,
        says,
        sheet.headline,
        sheet.why,
        ...sheet.verdicts.flatMap(({ name, reasons }) => [name, ...reasons.map((reason) => reason.text)]),
        ...sheet.turning,
        ...sheet.conflicts,
        ...sheet.steps.flatMap(({ steps }) => steps.map((step) => step.title)),
        ...(sheet.validation?.commands ?? []),
      ];
      const flat = (words: string): string => words.replace(/\s+/g, " ").trim();
      for (const part of parts) assert.ok(flat(text).includes(flat(part)), part);
      assert.ok(findAll(main, "a").some((link) => attribute(link, "href") === addressOf(query)));
    });
  }
});
