import assert from "node:assert/strict";
import { test } from "node:test";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { describeVerdict } from "../../../advisor/ui/answer/answer-text.ts";
import { advisor } from "./knowledge.ts";
import { situations } from "./random-situations.ts";
import { fc, randomRuns } from "../../chance.ts";

test("a conditional adapter has its condition in a sentence, and no other has one", () => {
  fc.assert(
    fc.property(situations, (given) => {
      const advice = advisor.advise(readSituation(advisor, given).situation);
      for (const verdict of advice.verdicts) {
        assert.equal(verdict.condition !== undefined, verdict.status === "conditional", verdict.adapter);
        if (verdict.condition === undefined) continue;
        assert.match(verdict.condition, /^[^ ].*\.$/);
        assert.doesNotMatch(verdict.condition, /^Check first/);
        assert.equal(
          describeVerdict(verdict, advice).toLowerCase(),
          `Check first: ${verdict.condition}`.toLowerCase(),
          "the same on the page and the command line",
        );
      }
    }),
    { numRuns: randomRuns(300) },
  );
});

test("the reason explains no loser before the winner, and is not circular", () => {
  fc.assert(
    fc.property(situations, (given) => {
      const { headline, why, verdicts } = advisor.advise(readSituation(advisor, given).situation);
      assert.doesNotMatch(why, /ranks first/);
      if (headline.kind !== "use" && headline.kind !== "keep") return;
      const loser = verdicts.find(
        ({ status, name }) => status !== "recommended" && why.startsWith(name) && /^\W/.test(why.slice(name.length)),
      );
      assert.equal(loser?.adapter, undefined, why);
    }),
    { numRuns: randomRuns(1000) },
  );
});

test("an emulated adapter is suitable up to a rate that guests handle, as packets or as throughput", () => {
  const statusOf = (traffic: Situation): string[] =>
    advisor
      .advise({ guest: "rhel9-64", ...traffic })
      .verdicts.flatMap(({ adapter, status, condition }) =>
        adapter === "e1000e" ? [status, ...(condition === undefined ? [] : [condition])] : [],
      );
  const beyond = ["conditional", "E1000E is not known to handle more than 1,000,000 packets/s."];
  assert.deepEqual(statusOf({ packetRate: 1_000_000 }), ["suitable"]);
  assert.deepEqual(statusOf({ packetRate: 1_000_001 }), beyond);
  assert.deepEqual(statusOf({ throughputGbps: 12 }), ["suitable"]);
  assert.deepEqual(statusOf({ throughputGbps: 400, linkGbps: 400 }), beyond);
});

test("the line of a current adapter that fits has where the platform offers the adapter", () => {
  const line = (given: Situation): string => {
    const advice = advisor.advise(given);
    const verdict = advice.verdicts.find(({ adapter }) => adapter === given.currentAdapter);
    assert.equal(verdict?.status, "suitable");
    return verdict ? describeVerdict(verdict, advice) : "";
  };
  assert.equal(
    line({ guest: "esxi8-64", currentAdapter: "e1000e" }),
    "VMware vSphere supports E1000E for this guest only at virtual hardware 11–15.",
  );
  assert.equal(
    line({ guest: "esxi8-64", currentAdapter: "e1000e", platformVersion: "6.7", virtualHardware: 15 }),
    "Works, but slower.",
  );
});
