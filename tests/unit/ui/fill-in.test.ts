import assert from "node:assert/strict";
import { test } from "node:test";
import { createFillValues } from "../../../advisor/ui/form/fill-in.ts";

test("values are kept without the spaces around them", () => {
  const values = createFillValues(() => undefined);
  values.set("vm", " web-01 ");
  assert.deepEqual(values.all(), { vm: "web-01" });
});

test("whoever watches is told at once and after each change, until forgotten", () => {
  const values = createFillValues(() => undefined);
  const seen: string[] = [];
  values.watch(() => seen.push(values.get("vm")));
  values.set("vm", "a");
  values.forget();
  values.set("vm", "b");
  assert.deepEqual(seen, ["", "a"]);
  assert.equal(values.get("vm"), "b");
});
