import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { traceRows } from "../../../advisor/explain/confidence.ts";
import { effectTexts } from "../../../assets/ts/rules/light-rules.ts";
import { advisor, knowledge } from "../advisor/knowledge.ts";

const advice = advisor.advise({
  guest: "rhel9-64",
  packetRate: 120_000,
  guestDrivers: true,
  iommu: true,
  sriovNic: true,
  requires: ["vmotion"],
});

describe("the trace of a decision", () => {
  test("names each row once, with every adapter that it had its effect on", () => {
    const rows = traceRows(advice.verdicts, "excludes");
    assert.equal(new Set(rows.map(({ kind, id }) => `${kind} ${id}`)).size, rows.length);
    assert.deepEqual(rows.find(({ id }) => id === "sriov/vsphere/vmotion")?.adapters, ["sriov"]);
    assert.ok((rows.find(({ kind }) => kind === "guest")?.adapters.length ?? 0) > 1);
  });
  test("leaves out what had another effect", () => {
    assert.ok(traceRows(advice.verdicts, "prefers").every(({ adapters }) => adapters.includes("vmxnet3")));
  });
});

describe("what the rules did here", () => {
  const texts = effectTexts(advice);
  test("names rules of the table and nothing else", () => {
    const rules = new Set(knowledge.rules.map(({ id }) => id));
    assert.ok(texts.size > 0);
    for (const id of texts.keys()) assert.ok(rules.has(id), id);
  });
  test("says each effect of a rule with the names of the platform", () => {
    assert.deepEqual(texts.get("paravirtual-ahead-of-emulated"), [
      "Here: prefers VMXNET3.",
      "Here: ranks E1000E lower.",
    ]);
  });
});
