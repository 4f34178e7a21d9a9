import assert from "node:assert/strict";
import { test } from "node:test";
import { refuse } from "../../../../tools/dev/scaffold/collect.ts";

test("an unknown source brings the flag for a new one, and an unknown record of another kind does not", () => {
  const message = "no such record";
  assert.throws(() => refuse([{ path: ["source"], message, undeclared: "source" }]), /use --new-source to write/);
  assert.throws(
    () => refuse([{ path: ["adapter"], message, undeclared: "adapter" }]),
    /record\nif two new records name each other/,
  );
  assert.throws(() => refuse([{ path: ["title"], message }]), /no such record$/);
});
