import assert from "node:assert/strict";
import { test } from "node:test";
import { mutantsOf } from "../../../../tools/dev/bench/mutants.ts";

const changes = (line: string): string[] => mutantsOf("a.ts", line).map(({ to }) => to);

test("exchanges each operator at each place where it stands", () => {
  assert.deepEqual(changes("const a = b === c && d === e;"), [
    "const a = b !== c && d === e;",
    "const a = b === c && d !== e;",
    "const a = b === c || d === e;",
  ]);
});

test("turns a condition round that ends a function", () => {
  assert.ok(changes("  if (isDone(a)) return b;").includes("if (!(isDone(a))) return b;"));
});

test("leaves imports, types and comments alone", () => {
  for (const line of [
    'import { a } from "true";',
    "interface A { b: true && false }",
    "// a === b",
    " * a === b",
    "  field: true;",
  ])
    assert.deepEqual(changes(line), [], line);
});

test("changes one line and keeps the others", () => {
  const [first] = mutantsOf("a.ts", "one\nx > y\nthree");
  assert.deepEqual([first?.line, first?.text], [2, "one\nx >= y\nthree"]);
});
