import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FacetName } from "../../../assets/ts/explorer/measurement-file.ts";
import { writeQuestion } from "../../../assets/ts/explorer/write-question.ts";

const words: Record<string, string> = {
  "tcp-stream": "TCP stream",
  vmxnet3: "VMXNET3",
  e1000: "E1000",
  sriov: "SR-IOV",
  "same-host": "both VMs on one host",
};
const ask = (facets: [FacetName, string[]][], years?: { first: number; last: number }, isCompared = true): string =>
  writeQuestion({ facets: new Map(facets) }, years, isCompared, (_, value) => words[value] ?? value);

describe("the question in words", () => {
  const cases: [what: string, facets: [FacetName, string[]][], years: [number, number], words: string][] = [
    ["without filters", [], [2008, 2026], "All measurements, 2008 to 2026"],
    [
      "of two adapters",
      [
        ["metric", ["throughput"]],
        ["workload", ["tcp-stream"]],
        ["adapter", ["vmxnet3", "e1000"]],
        ["topology", ["same-host"]],
      ],
      [2008, 2025],
      "Throughput: TCP stream, VMXNET3 against E1000, both VMs on one host, 2008 to 2025",
    ],
    [
      "of three adapters in one year",
      [["adapter", ["vmxnet3", "e1000", "sriov"]]],
      [2013, 2013],
      "All measurements, VMXNET3, E1000 and SR-IOV, 2013",
    ],
    [
      "of several metrics on a platform",
      [
        ["metric", ["latency", "throughput"]],
        ["platform", ["KVM"]],
      ],
      [2011, 2012],
      "Latency and throughput, on KVM, 2011 to 2012",
    ],
  ];
  for (const [what, facets, [first, last], expected] of cases)
    test(what, () => assert.equal(ask(facets, { first, last }), expected));
  test("sets two adapters against each other only if a study measured both", () =>
    assert.equal(
      ask([["adapter", ["sriov", "e1000"]]], { first: 2008, last: 2012 }, false),
      "All measurements, SR-IOV and E1000, 2008 to 2012",
    ));
  test("says that nothing was found", () => {
    assert.equal(ask([["metric", ["latency"]]]), "No measurement of latency");
    assert.equal(ask([["adapter", ["sriov"]]]), "No measurement of SR-IOV");
    assert.equal(ask([["platform", ["KVM"]]]), "No measurement, on KVM");
    assert.equal(ask([["workload", ["tcp-stream"]]]), "No measurement, TCP stream");
  });
});
