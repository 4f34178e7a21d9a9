import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RecordOf } from "../../../tools/compile/records.ts";
import { accountForEvidence } from "../../../tools/compile/site/evidence-account.ts";
import { makeAtlas } from "./records.ts";

type Review = NonNullable<RecordOf<"sources">["review"]>;

function makeSource(id: string, review?: Review): RecordOf<"sources"> {
  const source: RecordOf<"sources"> = { id, title: "A study", authors: [], publisher: "Example", published: "2012", kind: "practitioner-blog", accessed: "2026-11-20" };
  return review ? { ...source, review } : source;
}

function left(count: number, reason: Review["leftOut"][number]["reason"]): Review["leftOut"][number] {
  return { count, reason, text: "Why." };
}

describe("the account of the evidence", () => {
  const atlas = makeAtlas({
    datasets: [],
    findings: [],
    rules: [],
    sources: [
      makeSource("paper"),
      makeSource("manual", { judgement: "Sound.", numbers: 10, asMeasurements: 6, asFindings: 1, leftOut: [left(2, "repeated"), left(1, "confounded")] }),
      makeSource("useless", { judgement: "Who knows.", numbers: 3, asMeasurements: 0, asFindings: 0, leftOut: [left(3, "confounded")] }),
    ],
  });
  const account = accountForEvidence(atlas);
  test("adds up over the sources that somebody went through", () => {
    const { sources, numbers, asMeasurements, asFindings, leftOut } = account;
    assert.deepEqual({ sources, numbers, asMeasurements, asFindings, leftOut }, { sources: 2, numbers: 13, asMeasurements: 6, asFindings: 1, leftOut: 6 });
  });
  test("counts each reason in numbers and in sources, the most frequent first", () => {
    assert.deepEqual(account.reasons, [
      { reason: "confounded", numbers: 4, sources: 2 },
      { reason: "repeated", numbers: 2, sources: 1 },
    ]);
  });
  test("names the sources of which nothing is shown", () => {
    assert.deepEqual(account.leftOutWhole, ["useless"]);
  });
});
