import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { equivalents, whyEquivalent, mutantsOf } from "../../../../tools/dev/bench/mutants.ts";

const mutants = (file: string) =>
  mutantsOf(file, readFileSync(join(import.meta.dirname, "../../../../advisor", file), "utf8"));

test("every mutant that is listed as equivalent can still be made, and has a reason", () => {
  for (const { file, from, to, why } of equivalents) {
    assert.ok(
      mutants(file).some((mutant) => mutant.from === from && mutant.to === to),
      `${file}: ${to}`,
    );
    assert.match(why, /\.$/);
  }
});

test("no other mutant of a listed line counts as equivalent", () => {
  const found = [...new Set(equivalents.map(({ file }) => file))]
    .flatMap(mutants)
    .filter((mutant) => whyEquivalent(mutant) !== undefined);
  assert.equal(found.length, equivalents.length);
});
