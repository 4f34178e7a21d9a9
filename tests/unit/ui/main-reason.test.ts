import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reason } from "../../../advisor/advice.ts";
import { mainReason } from "../../../advisor/ui/main-reason.ts";

const reason = (effect: Reason["effect"]): Reason => ({ kind: "rule", effect, id: effect, text: effect, evidence: [] });
const first = (...effects: Reason["effect"][]): string | undefined =>
  mainReason({ adapter: "sriov", name: "SR-IOV", status: "suitable", reasons: effects.map(reason) }, "")?.id;

test("what puts an adapter behind says more than what it asks to be done", () => {
  assert.equal(first("requires", "warns", "behind"), "behind");
  assert.equal(first("prefers", "requires"), "requires");
  assert.equal(first("neutral", "excludes", "behind"), "excludes");
});
