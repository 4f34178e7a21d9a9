import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileAdapters } from "../../../../tools/site/compile/site/adapters.ts";
import { makeAdapter, makeAtlas } from "./records.ts";
import type { RecordOf } from "../../../../tools/site/compile/records.ts";

describe("the platforms of adapters", () => {
  test("are named in one order, whichever of them an adapter has", () => {
    assert.doesNotThrow(() =>
      compile(on("a", "one", "two"), on("b", "two"), on("c", "one", "two", "three"), on("d", "two", "three")),
    );
  });

  test("are refused in another, with both records and what rests on it", () => {
    assert.throws(() => compile(on("a", "one", "two"), on("b", "two"), on("c", "two", "three", "one")), {
      message:
        "data/adapters/c.yaml names two before one, and data/adapters/a.yaml the other way round.\n" +
        "The platform that an adapter names first has the page /adapters/ID/apply/: all of them keep to one order.",
    });
  });
});

function on(id: string, ...platforms: string[]): RecordOf<"adapters"> {
  const [section] = Object.values(makeAdapter(id).platforms);
  assert.ok(section);
  return makeAdapter(id, { platforms: Object.fromEntries(platforms.map((platform) => [platform, section])) });
}

function compile(...adapters: RecordOf<"adapters">[]): unknown {
  return compileAdapters(makeAtlas({ adapters }));
}
