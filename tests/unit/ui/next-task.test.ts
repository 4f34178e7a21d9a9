import assert from "node:assert/strict";
import { test } from "node:test";
import { nextTask } from "../../../advisor/ui/dom.ts";

test("the next part of the work waits for more than what the present task still has to do", async () => {
  let isNext = false;
  const next = nextTask().then(() => {
    isNext = true;
  });
  for (let microtask = 0; microtask < 100; microtask++) await Promise.resolve();
  assert.equal(isNext, false);
  await next;
  assert.equal(isNext, true);
});
