import assert from "node:assert/strict";
import { test } from "node:test";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
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
