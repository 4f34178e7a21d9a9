import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Advice } from "../../../advisor/explain/advice.ts";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { findProseProblems } from "../../../tools/check/prose.ts";
import { hardSituations, port, rhel } from "./hard-situations.ts";
import { advisor } from "./knowledge.ts";
import { listAnswerTexts } from "./list-answer-texts.ts";

/** What decides an answer, a line for each fact. */
function factsOf(advice: Advice): string[] {
  const { verdicts, openQuestions, confidence, current, price, why, warnings, problems, steps } = advice;
  return [
    ...verdicts.map(({ adapter, status }) => `${adapter}: ${status}`),
    ...(verdicts[0]?.reasons ?? []).map(({ text }) => `reason: ${text}`),
    `asks: ${openQuestions[0]?.field ?? "nothing"}`,
    `confidence: ${confidence.level}`,
    `now: ${current?.status ?? "unknown"}`,
    ...(price?.needs ?? []).map((need) => `needs: ${need}`),
    ...(price?.loses ?? []).map(({ name }) => `loses: ${name}`),
    `why: ${why}`,
    ...(warnings.length === 0 ? ["warning: none"] : warnings.map(({ text }) => `warning: ${text}`)),
    ...problems.map(({ text }) => `problem: ${text}`),
    ...steps.flatMap(({ id, code = "" }) => [`step: ${id}`, ...code.split("\n").map((line) => `code: ${line}`)]),
  ];
}

for (const [topic, rows] of Object.entries(hardSituations))
  describe(topic, () => {
    test("has more than one situation", () => assert.ok(rows.length >= 2));
    for (const [name, given, verdict, fact] of rows)
      test(`${name}: ${verdict}`, () => {
        const { situation, problems } = readSituation(advisor, given);
        assert.deepEqual(problems, []);
        const advice = advisor.advise(situation);
        assert.equal(advice.headline.text, verdict);
        const facts = factsOf(advice);
        assert.ok(
          facts.some((line) => fact.test(line)),
          `${String(fact)} is none of:\n${facts.join("\n")}`,
        );
        assert.equal(advisor.brief(situation).recommended, advice.recommended);
        assert.deepEqual(
          listAnswerTexts(advice).flatMap(([, text]) => findProseProblems(text ?? "")),
          [],
        );
      });
  });

test("a whole port is priced with the share of it that the traffic uses", () => {
  const given: Situation = { ...rhel, guest: "rhel9-64", ...port };
  const needs = (more: Situation): string => advisor.advise({ ...given, ...more }).price?.needs.join("; ") ?? "";
  assert.match(
    needs({ packetRate: 200_000, packetBytes: 212, linkGbps: 10 }),
    /whole NIC port \(traffic: about 4 % of it\)/,
  );
  assert.match(
    needs({ throughputGbps: 9, packetBytes: 1500, linkGbps: 10 }),
    /whole NIC port \(traffic: about 90 % of it\)/,
  );
  assert.match(needs({ throughputGbps: 9, linkGbps: 10 }), /whole NIC port \(traffic: about 90 % of it\)/);
  assert.match(
    needs({ packetRate: 200_000 }),
    /whole NIC port \(share unknown: add the packet size and the link speed\)$/,
  );
  assert.match(needs({ throughputGbps: 9 }), /whole NIC port \(share unknown: add the link speed\)$/);
  assert.match(needs({ packetRate: 200_000, linkGbps: 10 }), /share unknown: add the packet size\)$/);
  assert.doesNotMatch(needs({ packetRate: 200_000, sriovNic: true }), /port/);
});
