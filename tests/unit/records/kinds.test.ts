import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { folderOf, kinds, type Plural, pluralOf, singularOf } from "../../../tools/records/kinds.ts";
import { listedKinds } from "../../../tools/site/compile/records.ts";

describe("a kind of records", () => {
  test("has a plural that leads back to it and names its folder", () => {
    for (const kind of kinds) {
      assert.equal(singularOf(pluralOf(kind)), kind);
      assert.equal(folderOf(kind), `data/${pluralOf(kind)}`);
    }
    assert.throws(() => singularOf("status" as Plural), /No kind of records is called status/);
  });

  test("is listed once, rules before the sources that they cite", () => {
    assert.deepEqual([...listedKinds].sort(), kinds.map(pluralOf).sort());
    assert.ok(listedKinds.indexOf("rules") < listedKinds.indexOf("sources"));
  });
});
