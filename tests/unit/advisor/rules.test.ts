import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Rule } from "../../../build/types/records.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { loadRecords } from "../../../tools/records/load-records.ts";
import { advisor, knowledge } from "./knowledge.ts";

const records = loadRecords(join(import.meta.dirname, "../../..")).records.filter(({ kind }) => kind === "rule");

test("every rule is read", () => assert.equal(records.length, knowledge.rules.length));

for (const { id, data } of records) {
  describe(`rule ${id}`, () => {
    const rule = data as Rule;
    rule.tests.forEach(({ given, expect }, index) => {
      test(`holds in its situation ${index + 1}`, () => {
        const advice = advisor.advise(given);
        const status = (adapter: string) => advice.verdicts.find((verdict) => verdict.adapter === adapter)?.status;
        if (expect.recommended !== undefined) assert.equal(advice.recommended ?? "none", expect.recommended);
        if (expect.not !== undefined) assert.notEqual(advice.recommended, expect.not);
        for (const adapter of expect.suitable ?? []) assert.equal(status(adapter), "suitable", adapter);
        for (const adapter of expect.excluded ?? []) assert.equal(status(adapter), "excluded", adapter);
        if (expect.confidence !== undefined) assert.equal(advice.confidence.level, expect.confidence);
        for (const step of expect.steps ?? []) assert.ok(advice.steps.some((one) => one.id === step), step);
        for (const adapter of expect.warned ?? []) {
          const reasons = advice.verdicts.find((verdict) => verdict.adapter === adapter)?.reasons ?? [];
          assert.ok(reasons.some((reason) => reason.id === id && reason.effect === "warns"), adapter);
        }
      });
    });

    test("changes something in one of its situations", () => {
      const without = createAdvisor({ ...knowledge, rules: knowledge.rules.filter((rule) => rule.id !== id) });
      const changes = rule.tests.some(({ given }) =>
        JSON.stringify(advisor.advise(given)) !== JSON.stringify(without.advise(given)));
      assert.ok(changes, "switching it off has no visible effect");
    });
  });
}
