import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { linkContradictions, linkQualifiers } from "../../../../tools/site/compile/links.ts";
import type { RecordOf } from "../../../../tools/site/compile/records.ts";
import { makeAtlas, makeDataset, makeRow } from "./records.ts";

const base: RecordOf<"findings"> = {
  id: "old",
  claim: "It is slow.",
  adapters: [],
  platforms: [],
  topic: "throughput",
  source: "manual",
  quote: "slow",
  checked: "exact",
};
const atlas = makeAtlas({
  findings: [
    base,
    {
      ...base,
      id: "new",
      claim: "It is fast.",
      quote: "fast",
      source: "paper",
      contradicts: [{ evidence: "finding:old", cause: "A newer release.", sources: [{ source: "paper" }] }],
      qualifies: ["finding:old", "dataset:study/slow"],
    },
    { ...base, id: "mutual", contradicts: [{ evidence: "finding:mutual-too", cause: "unknown" }] },
    { ...base, id: "mutual-too", contradicts: [{ evidence: "finding:mutual", cause: "unknown" }] },
  ],
  datasets: [
    makeDataset("study", [makeRow("fast", "vmxnet3", 4.47), makeRow("slow", "e1000", 2.65)]),
    {
      ...makeDataset("other", [makeRow("one", "vmxnet3", 1)]),
      contradicts: [{ evidence: "dataset:study/fast", cause: "Another host." }],
    },
    makeDataset("study-two", [makeRow("slow", "e1000", 1)]),
  ],
});

const contradictions = linkContradictions(atlas);
const qualifiers = linkQualifiers(atlas);

describe("what contradicts a record", () => {
  test("is shown with its words, the cause and who states it", () => {
    assert.deepEqual(contradictions.get("finding:new"), [
      {
        evidence: "finding:old",
        title: "It is slow.",
        path: "/findings/#old",
        year: 2008,
        quote: "slow",
        cause: "A newer release.",
        sources: ["paper"],
      },
    ]);
  });
  test("is shown on the other side too, though only one names it", () => {
    assert.deepEqual(
      contradictions.get("finding:old")?.map(({ path, cause }) => [path, cause]),
      [["/findings/#new", "A newer release."]],
    );
    assert.deepEqual(
      contradictions.get("dataset:study")?.map(({ path }) => path),
      ["/benchmarks/other/"],
    );
  });
  test("leads to the row that it is about", () => {
    assert.equal(contradictions.get("dataset:other")?.[0]?.path, "/benchmarks/study/#fast");
  });
  test("is told once where each names the other", () => {
    assert.equal(contradictions.get("finding:mutual")?.length, 1);
  });
});

describe("what qualifies a record", () => {
  test("is a newer finding that names it or one of its rows, not one of a similar name", () => {
    assert.deepEqual(qualifiers.get("dataset:study"), [{ id: "new", title: "It is fast.", path: "/findings/#new" }]);
    assert.deepEqual(
      qualifiers.get("finding:old")?.map(({ id }) => id),
      ["new"],
    );
    assert.equal(qualifiers.get("dataset:study-two"), undefined);
  });
});
