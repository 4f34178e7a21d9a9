import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chooseParts, listPartNeeds } from "../../../../tools/dev/test-runner/parts.mjs";

describe("chooseParts", () => {
  test("runs every part in order when none is named", () => {
    assert.deepEqual(chooseParts([]).parts, [
      "style",
      "types",
      "records",
      "bundle",
      "build",
      "unit",
      "data",
      "lab",
      "site",
      "e2e",
    ]);
  });

  test("runs the named part alone", () => {
    assert.deepEqual(chooseParts(["types"]), { parts: ["types"], rest: [] });
  });

  test("bundles the advisor's command line before the unit tests, and hands them the other words", () => {
    assert.deepEqual(chooseParts(["unit", "serve"]), { parts: ["bundle", "unit"], rest: ["serve"] });
  });

  test("builds the site before the parts that look at it", () => {
    assert.deepEqual(chooseParts(["site"]).parts, ["build", "site"]);
    assert.deepEqual(chooseParts(["e2e", "--headed"]), { parts: ["build", "bundle", "e2e"], rest: ["--headed"] });
  });

  test("checks the records before the tests of the data", () => {
    assert.deepEqual(chooseParts(["data"]).parts, ["records", "data"]);
  });

  test("refuses an unknown part with exit code 2 and the nearest one", () => {
    assert.throws(() => chooseParts(["unti"]), { exitCode: 2, message: /Did you mean "unit"\?/ });
  });
});

test("a part sets up only what it needs", () => {
  assert.deepEqual(listPartNeeds(["types"]), ["dependencies"]);
  assert.deepEqual(listPartNeeds(["build", "e2e"]), ["dependencies", "hugo", "browser"]);
});
