import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildCompareTables } from "../../../../tools/site/compile/compare-table.ts";
import { compileCitations } from "../../../../tools/site/compile/site/sources.ts";
import { compileMobility } from "../../../../tools/site/compile/site/features.ts";
import { compileProblems } from "../../../../tools/site/compile/site/findings.ts";
import { makeAdapter, makeAtlas, makeRecords } from "./records.ts";

describe("what prose may cite", () => {
  const citations = compileCitations(makeAtlas());
  for (const [ref, label, path] of [
    ["finding:registers-cost", "VMware 2010", "/findings/#registers-cost"],
    ["dataset:study", "VMware 2008", "/benchmarks/study/"],
    ["dataset:study/fast", "VMware 2008", "/benchmarks/study/#fast"],
    ["source:paper", "VMware 2010", "/sources/#paper"],
    ["rule:less-cpu", "rule", "/rules/#less-cpu"],
  ] as const) {
    test(`${ref} is a link that says who and when`, () =>
      assert.deepEqual([citations[ref]?.label, citations[ref]?.path], [label, path]));
  }
  test("says what it is about", () => assert.equal(citations["finding:registers-cost"]?.about, "Registers cost."));
});

describe("known problems", () => {
  const [finding] = makeRecords().findings;
  assert.ok(finding);
  const problem = { affects: "ESXi 5.0", fixedIn: "ESXi 5.1", workaround: "Another adapter." };
  const groups = compileProblems(
    makeAtlas({
      findings: [
        finding,
        { ...finding, id: "slow-one", problem: { symptom: "slow", ...problem } },
        { ...finding, id: "purple-one", problem: { symptom: "host-crash", ...problem } },
      ],
    }),
  );

  test("are the findings that are marked, the worst first", () => {
    assert.deepEqual(
      groups.map(({ symptom, problems }) => [symptom, problems.map(({ id }) => id)]),
      [
        ["host-crash", ["purple-one"]],
        ["slow", ["slow-one"]],
      ],
    );
  });

  test("say which adapter, platform and versions, and lead to the finding", () => {
    const [item] = groups[0]?.problems ?? [];
    assert.deepEqual(
      [item?.adapters, item?.platforms, item?.affects, item?.fixedIn, item?.path],
      [[{ id: "e1000", name: "E1000" }], ["VMware vSphere"], "ESXi 5.0", "ESXi 5.1", "/findings/#purple-one"],
    );
  });
});

test("a known problem that names its machines is of their adapters, as in the matrix", () => {
  const [finding] = makeRecords().findings;
  assert.ok(finding);
  const problem = { symptom: "slow", affects: "All.", fixedIn: "none", workaround: "unknown" } as const;
  const match = { adapters: ["e1000"] };
  const [group] = compileProblems(
    makeAtlas({ findings: [{ ...finding, adapters: ["e1000", "vmxnet3"], problem: { ...problem, match } }] }),
  );
  assert.deepEqual(group?.problems[0]?.adapterIds, ["e1000"]);
});

describe("what moves with passthrough", () => {
  const adapters = [
    makeAdapter("vmxnet3", { kind: "paravirtual" }),
    makeAdapter("vmxnet2", { kind: "paravirtual" }),
    makeAdapter("e1000"),
    makeAdapter("sriov", { kind: "passthrough" }),
  ];
  const tables = (shown: typeof adapters) => {
    const { platforms, features } = makeAtlas();
    return compileMobility(buildCompareTables({ platforms, adapters: shown, features, findings: [] }), platforms);
  };

  test("is told of the passthrough adapters beside the paravirtual one that rules prefer", () => {
    const [table] = tables(adapters);
    assert.deepEqual(
      table?.columns.map(({ id }) => id),
      ["vmxnet3", "sriov"],
    );
    assert.ok(table && table.rows.length > 0);
    for (const { cells } of table.rows)
      assert.deepEqual(
        cells.map(({ column }) => column),
        ["vmxnet3", "sriov"],
      );
  });

  test("is not told of a platform without passthrough", () => assert.deepEqual(tables(adapters.slice(0, 3)), []));
});
