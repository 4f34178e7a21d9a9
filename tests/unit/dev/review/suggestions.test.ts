import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findScope } from "../../../../tools/dev/review/find-scope.mjs";
import { listSuggestions, type Suggestion } from "../../../../tools/dev/review/main.ts";
import { fc } from "../../../chance.ts";

/** What a file says once every suggestion was accepted, the last first so that lines keep their numbers. */
function accept(text: string, suggestions: readonly Suggestion[]): string {
  const lines = text.replace(/\n$/, "").split("\n");
  for (const { start, end, text: corrected } of [...suggestions].reverse())
    lines.splice(start - 1, end - start + 1, ...corrected.split("\n"));
  return `${lines.join("\n")}\n`;
}

describe("suggestions", () => {
  test("are one a line if no line is added or removed", () => {
    assert.deepEqual(
      listSuggestions("data/a.yaml", "a: 1\nunit: gbps\nb: 2\nc: 'x '\n", "a: 1\nunit: Gbit/s\nb: 2\nc: x\n"),
      [
        { path: "data/a.yaml", start: 2, end: 2, text: "unit: Gbit/s" },
        { path: "data/a.yaml", start: 4, end: 4, text: "c: x" },
      ],
    );
  });

  test("accepted, all of them, give the corrected text", () => {
    const line = fc.constantFrom("a: 1", "b: 2", "c: 3");
    const text = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => `${lines.join("\n")}\n`);
    fc.assert(
      fc.property(text, text, (before, after) => {
        assert.equal(accept(before, listSuggestions("f", before, after)), after);
      }),
    );
  });
});

describe("the scope of a change", () => {
  const scopes: [string, string[], string][] = [
    ["records", ["data/datasets/a.yaml", "data/sources/a.yaml"], "data"],
    ["a schema", ["data/schema/dataset.schema.json"], "all"],
    ["redirects", ["data/redirects/guests.yaml"], "all"],
    ["the findings of the audit", ["data/audit/audit.yaml"], "all"],
    ["records and code", ["data/datasets/a.yaml", "advisor/index.ts"], "all"],
    ["a name that leads out", ["data/datasets/../../tools/run.mjs"], "all"],
    ["nothing that is known", [], "all"],
  ];
  for (const [what, files, scope] of scopes)
    test(`of ${what} is ${scope}`, () => assert.equal(findScope(files), scope));
});
