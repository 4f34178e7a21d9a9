import assert from "node:assert/strict";
import { test } from "node:test";
import { groupRules } from "../../../../tools/site/compile/site/rules.ts";
import { makeAtlas, makeRule } from "./records.ts";

const group = (...rules: ReturnType<typeof makeRule>[]) => groupRules(makeAtlas({ rules }));

test("rules stand by platform and effect, in the order that they have", () => {
  const groups = group(
    makeRule("first", { when: { platform: ["vsphere"] }, then: { prefer: ["vmxnet3"], over: ["e1000"] } }),
    makeRule("careful", { when: { platform: ["vsphere"] }, then: { warn: ["e1000"] } }),
    makeRule("tools", { when: { platform: ["vsphere"] }, then: { require: ["install-tools"], for: ["vmxnet3"] } }),
    makeRule("second", { when: { platform: ["vsphere"] }, then: { prefer: ["vmxnet3"], over: ["e1000"] } }),
    makeRule("out", { when: { platform: ["vsphere"] }, then: { exclude: ["e1000"] } }),
  );
  assert.deepEqual(
    groups.map(({ id, rules }) => [id, rules]),
    [
      ["vsphere-prefer", ["first", "second"]],
      ["vsphere-warn", ["careful"]],
      ["vsphere-require", ["tools"]],
      ["vsphere-exclude", ["out"]],
    ],
  );
  assert.equal(groups[0]?.title, "VMware vSphere: preferences");
});

test("a rule of no single platform stands with those of any", () => {
  const groups = group(makeRule("always", { when: {} }), makeRule("both", { when: { platform: ["vsphere", "kvm"] } }));
  assert.deepEqual(
    groups.map(({ title, rules }) => [title.split(":")[0], rules]),
    [["Any platform", ["always", "both"]]],
  );
});

test("a rule that does several things stands with the first of them: what is excluded, then what comes first, then what is needed", () => {
  const rule = (id: string, then: ReturnType<typeof makeRule>["then"]) =>
    makeRule(id, { when: { platform: ["kvm"] }, then });
  const groups = group(
    rule("out", { exclude: ["e1000"], require: ["install-tools"], for: ["vmxnet3"] }),
    rule("first", { prefer: ["vmxnet3"], over: ["e1000"], require: ["install-tools"], for: ["vmxnet3"] }),
    rule("needs", { require: ["install-tools"], for: ["vmxnet3"], warn: ["e1000"] }),
  );
  assert.deepEqual(
    groups.map(({ id, rules }) => [id.split("-").at(-1), rules]),
    [
      ["exclude", ["out"]],
      ["prefer", ["first"]],
      ["require", ["needs"]],
    ],
  );
});
