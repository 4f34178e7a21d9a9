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

describe("the address of an adapter", () => {
  const code = "find {mac}\nset {kept-mac}\nfind {new-mac}";
  const filled = (mac: string): string => {
    const values = createFillValues();
    values.set("mac", mac);
    return fillIn(code, values);
  };

  test("is asked for once, whatever it is called in code", () => {
    assert.deepEqual(findPlaceholders([code, "{kept-mac}"]), ["mac"]);
  });
  test("is found and set where it can be, and stays in braces where it is not known", () => {
    assert.equal(filled("00:50:56:00:00:01"), "find 00:50:56:00:00:01\nset 00:50:56:00:00:01\nfind 00:50:56:00:00:01");
    assert.equal(filled(""), code);
  });
  test("is found alone where vSphere generated it", () => {
    assert.equal(filled("00:50:56:80:00:01"), "find 00:50:56:80:00:01\nfind {new-mac}");
  });
  test("takes no line away while it is being typed", () => {
    assert.equal(filled("00:50:5"), "find 00:50:5\nset 00:50:5\nfind 00:50:5");
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
