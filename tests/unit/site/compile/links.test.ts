import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { linkFindings, linkSources, listRulesAbout, listRulesOn } from "../../../../tools/site/compile/links.ts";
import { makeAtlas, makeRule } from "./records.ts";

describe("what cites a source", () => {
  const links = linkSources(makeAtlas());
  test("is every record with a citation of it, and the rules that rest on it", () => {
    assert.deepEqual(
      links.get("manual")?.map(({ kind, id }) => `${kind} ${id}`),
      ["adapter vmxnet3", "adapter e1000", "guest rhel9-64", "rule less-cpu", "dataset study"],
    );
  });
  test("is told with title and page", () => {
    assert.deepEqual(links.get("paper")?.at(-1), {
      kind: "finding",
      id: "registers-cost",
      title: "Registers cost.",
      path: "/findings/#registers-cost",
    });
  });
  test("is told once, however often a record cites it", () => {
    assert.equal(links.get("paper")?.filter(({ id }) => id === "vmxnet3").length, 1);
  });
  test("names a guest with its bitness", () => {
    assert.equal(
      links.get("manual")?.find(({ kind }) => kind === "guest")?.title,
      "Red Hat Enterprise Linux 9 (64-bit)",
    );
  });
});

describe("what rests on findings and datasets", () => {
  const rules = [
    makeRule("on-row"),
    makeRule("on-whole", { evidence: ["dataset:study", "finding:registers-cost"] }),
    makeRule("elsewhere", { evidence: ["dataset:study-two/fast"] }),
  ];
  test("is a rule that names the finding", () => {
    const links = linkFindings(makeAtlas({ rules: rules.slice(0, 2) }));
    assert.deepEqual(
      links.get("registers-cost")?.map(({ id }) => id),
      ["on-whole"],
    );
  });
  test("is a rule that names the dataset or a row of it, not one of a similar name", () => {
    assert.deepEqual(listRulesOn("study", rules), ["on-row", "on-whole"]);
  });
});

describe("rules about an adapter", () => {
  const rules = [
    makeRule("excludes", { then: { exclude: ["sriov"] } }),
    makeRule("prefers", { then: { prefer: ["vmxnet3"], over: ["e1000"], gain: "cpu" } }),
    makeRule("warns", { then: { warn: ["e1000"] } }),
    makeRule("requires", { then: { require: ["step"], for: ["vmxnet3"] } }),
  ];
  const about: [adapter: string, ids: string[]][] = [
    ["sriov", ["excludes"]],
    ["vmxnet3", ["prefers", "requires"]],
    ["e1000", ["prefers", "warns"]],
    ["rtl8139", []],
  ];
  for (const [adapter, ids] of about)
    test(`${adapter}: ${ids.join(", ") || "none"}`, () => assert.deepEqual(listRulesAbout(adapter, rules), ids));
});
