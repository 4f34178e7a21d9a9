import assert from "node:assert/strict";
import { test } from "node:test";
import { addTexts, partTexts } from "../../../advisor/knowledge/later-texts.ts";
import { packKnowledge, unpackKnowledge } from "../../../advisor/knowledge/pack-knowledge.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import type { Advice, Reason } from "../../../advisor/explain/advice.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { describeVerdict, inView, otherAdapters } from "../../../advisor/ui/answer/answer-text.ts";
import { advisor, knowledge } from "./knowledge.ts";

const { knowledge: bare, texts } = partTexts(knowledge);
const situations = ["vsphere", "kvm"].flatMap((platform) =>
  [undefined, 8000, 120000].flatMap((packetRate) =>
    ["rhel9-64", "windows-server-2012-r2-64", "freebsd14-64", "ms-dos-16"].flatMap((guest) =>
      [true, false].flatMap((has) =>
        [[], ["vmotion", "rss"]].map(
          (requires): Situation => ({
            platform,
            guest,
            guestDrivers: has,
            iommu: has,
            sriovNic: has,
            requires,
            ...(packetRate === undefined ? {} : { packetRate }),
          }),
        ),
      ),
    ),
  ),
);

/** An advice without the texts of its reasons, and without versions and workarounds of known problems. */
function withoutReasons(advice: Advice): unknown {
  const plain = ({ text: _, ...reason }: Reason): unknown => reason;
  return {
    ...advice,
    problems: advice.problems.map(({ affects: _a, fixedIn: _f, workaround: _w, ...problem }) => problem),
    verdicts: advice.verdicts.map((verdict) => ({ ...verdict, reasons: verdict.reasons.map(plain) })),
  };
}

test("only texts of reasons and details of problems differ while texts are missing, and the line of each adapter does not", () => {
  const quiet = createAdvisor(bare);
  let shorter = 0;
  for (const situation of situations) {
    const [whole, short] = [advisor.advise(situation), quiet.advise(situation)];
    assert.deepEqual(withoutReasons(short), withoutReasons(whole));
    assert.deepEqual(
      otherAdapters(short).map((verdict) => describeVerdict(verdict, short)),
      otherAdapters(whole).map((verdict) => describeVerdict(verdict, whole)),
    );
    if (JSON.stringify(short) !== JSON.stringify(whole)) shorter += 1;
  }
  assert.ok(shorter > situations.length / 2);
});

test("the caution in view is there before the texts, for a page does not draw it again", () => {
  const quiet = createAdvisor(bare);
  const cautions = knowledge.guests.flatMap(({ id, platforms }) =>
    Object.keys(platforms).map((platform) => {
      const situation = { guest: id, platform, packetRate: 20_000 };
      const { caution } = inView(advisor.advise(situation), knowledge);
      assert.equal(inView(quiet.advise(situation), knowledge).caution, caution, `${id} on ${platform}`);
      return caution;
    }),
  );
  assert.ok(new Set(cautions).size > 4, "several cautions, and guests without one");
});

test("a running advisor gives whole advice once the texts have come", () => {
  const packed = unpackKnowledge(JSON.parse(JSON.stringify(packKnowledge(bare))));
  const running = createAdvisor(packed);
  for (const situation of situations) running.advise(situation);
  running.addTexts(texts);
  for (const situation of situations)
    assert.deepEqual(
      running.advise(situation).verdicts.map(({ reasons }) => reasons.map(({ text }) => text)),
      advisor.advise(situation).verdicts.map(({ reasons }) => reasons.map(({ text }) => text)),
    );
  for (const situation of situations)
    assert.deepEqual(running.advise(situation).problems, advisor.advise(situation).problems);
});

test("the texts make the knowledge whole again, and texts for what is unknown change nothing", () => {
  const later = structuredClone(bare);
  addTexts(later, texts);
  assert.deepEqual(later, knowledge);
  addTexts(later, {
    titles: { "finding:unknown": "It" },
    grounds: { unknown: "It" },
    notes: { unknown: { kvm: { ha: "It" } } },
    problems: { "finding:unknown": { affects: "It" } },
  });
  assert.deepEqual(later, knowledge);
});
