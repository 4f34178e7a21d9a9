import assert from "node:assert/strict";
import { test } from "node:test";
import { originsOf } from "../../../advisor/confidence.ts";
import { knowledge } from "./knowledge.ts";

test("counts explain a rule and are none of the sources that make it surer", () => {
  const counts = Object.entries(knowledge.evidence).filter(([, { isCount }]) => isCount);
  assert.ok(counts.length > 0, "no rule cites a count");
  const origins = originsOf(knowledge);
  for (const rule of knowledge.rules) {
    const cited = rule.evidence.flatMap((ref) => knowledge.evidence[ref] ?? []);
    const expected = new Set(cited.filter(({ isCount }) => !isCount).map(({ source }) => source));
    assert.deepEqual(new Set(origins.get(rule.id)?.keys()), expected, rule.id);
  }
});

test("studies of performance are sources", () => {
  assert.ok(originsOf(knowledge).get("virtio-measured-ahead")?.has("freebsd9-drivers-2012"));
});
