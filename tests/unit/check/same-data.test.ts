import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { test } from "node:test";
import { isSameData } from "../../../tools/check/fix/vet-fixes.ts";
import { fc } from "../../chance.ts";

test("two trees of plain values are the same where node:util says so", () => {
  const trees: [unknown, unknown][] = [
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    [{ a: undefined }, {}],
    [[], {}],
    [null, {}],
    [0, -0],
    [NaN, NaN],
    ["1", 1],
    [
      [1, 2],
      [2, 1],
    ],
  ];
  for (const [a, b] of trees) assert.equal(isSameData(a, b), isDeepStrictEqual(a, b), JSON.stringify([a, b]));
  const plain = fc.jsonValue();
  fc.assert(fc.property(plain, plain, (a, b) => assert.equal(isSameData(a, b), isDeepStrictEqual(a, b))));
  fc.assert(fc.property(plain, (a) => assert.equal(isSameData(a, structuredClone(a)), true)));
});
