import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { describeResults, judgePart } from "../../../../tools/dev/test-runner/summary.mjs";

const seconds = 1.25;

describe("judgePart", () => {
  test("passes a part whose tests all passed", () => {
    const counts = { passed: 3, failed: 0, skipped: 0 };
    assert.equal(judgePart({ part: "unit", code: 0, seconds, counts }).ok, true);
  });

  test("fails a part that ran no test, even when its runner is content", () => {
    const counts = { passed: 0, failed: 0, skipped: 2 };
    const result = judgePart({ part: "site", code: 0, seconds, counts });
    assert.deepEqual([result.ok, result.failed], [false, 1]);
  });

  test("fails a part with a failed test that its runner did not report by its exit code", () => {
    const counts = { passed: 3, failed: 1, skipped: 0 };
    assert.equal(judgePart({ part: "unit", code: 0, seconds, counts }).ok, false);
  });

  test("counts a program that failed without any test as one failure", () => {
    assert.equal(judgePart({ part: "types", code: 2, seconds, counts: null }).failed, 1);
    assert.equal(judgePart({ part: "types", code: 0, seconds, counts: null }).failed, 0);
  });
});

test("ends the summary with the tests that failed and the number of tests over all parts", () => {
  const failures = ["home.spec.ts:7 greets", "home.spec.ts:9 prints"];
  const summary = describeResults([
    judgePart({ part: "types", code: 1, seconds, counts: null }),
    judgePart({ part: "unit", code: 0, seconds, counts: { passed: 41, failed: 0, skipped: 0 } }),
    judgePart({ part: "e2e", code: 1, seconds: 10, counts: { passed: 7, failed: 2, skipped: 0, failures } }),
  ]);
  assert.deepEqual(summary.split("\n"), [
    "part   result  passed  failed  skipped  seconds",
    "types  FAILED       0       1        0      1.3",
    "unit   passed      41       0        0      1.3",
    "e2e    FAILED       7       2        0     10.0",
    "e2e: home.spec.ts:7 greets",
    "e2e: home.spec.ts:9 prints",
    "48 passed, 3 failed",
    "",
  ]);
});
