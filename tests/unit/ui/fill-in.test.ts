import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createFillValues, fillIn, findPlaceholders } from "../../../advisor/ui/fill-in.ts";

describe("placeholders of code", () => {
  test("are found once each, variables of a shell apart", () => {
    assert.deepEqual(findPlaceholders(["a {vm} ${x} {network}", "{vm} { } --target HOST GHOST"]), ["vm", "network", "HOST"]);
  });
  test("show what the reader has put in, and stay where that is nothing", () => {
    const values = createFillValues();
    values.set("vm", " web-01 ");
    assert.equal(fillIn('govc -vm "{vm}" -net "{network}"', values), 'govc -vm "web-01" -net "{network}"');
    values.set("vm", "  ");
    assert.equal(fillIn("{vm}", values), "{vm}");
  });
  test("take a value as it is, also one that looks like a pattern of replacement", () => {
    const values = createFillValues();
    values.set("HOST", "$&{vm}");
    assert.equal(fillIn("--target HOST", values), "--target $&{vm}");
  });
});

test("whoever watches is told at once and after each change, until forgotten", () => {
  const values = createFillValues();
  const seen: string[] = [];
  values.watch(() => seen.push(values.get("vm")));
  values.set("vm", "a");
  values.forget();
  values.set("vm", "b");
  assert.deepEqual(seen, ["", "a"]);
  assert.equal(values.get("vm"), "b");
});
