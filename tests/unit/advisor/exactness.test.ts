import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Situation } from "../../../advisor/situation.ts";
import { BOOLEAN_FIELDS, NUMBER_FIELDS } from "../../../advisor/fields.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { truthOf, type Completion, type Truth } from "./brute-force.ts";
import { reducedKnowledge, reducedSituation } from "./reduced-knowledge.ts";

/** Fields that an open question may be about. */
const FIELDS = [...NUMBER_FIELDS, ...BOOLEAN_FIELDS];
const runs = { numRuns: 250 };

test("recommends what the assumed completion leads to, else the best that some completion leads to", () => {
  fc.assert(fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
    assert.equal(createAdvisor(knowledge).advise(situation).recommended, truthOf(knowledge, situation).recommended);
  }), runs);
});

test("excludes exactly the adapters that every completion excludes, each with a reason", () => {
  fc.assert(fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
    const { verdicts } = createAdvisor(knowledge).advise(situation);
    const excluded = verdicts.filter(({ status }) => status === "excluded");
    assert.deepEqual(excluded.map(({ adapter }) => adapter).sort(), [...truthOf(knowledge, situation).excluded].sort());
    for (const { reasons } of excluded) assert.ok(reasons.length > 0 && reasons.every(({ effect }) => effect === "excludes"));
  }), runs);
});

test("asks exactly the questions that decide, and says of every answer exactly what it leads to", () => {
  fc.assert(fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
    const { openQuestions, recommended } = createAdvisor(knowledge).advise(situation);
    const truth = truthOf(knowledge, situation);
    const unknown = FIELDS.filter((field) => situation[field] === undefined);
    assert.deepEqual(
      openQuestions.map(({ field }) => field).filter((field) => field !== "guest").sort(),
      unknown.filter((field) => decides(truth, field)).sort(),
    );
    for (const { field, answers } of openQuestions) {
      if (field === "guest") continue;
      const values = [...new Set(truth.completions.map(({ completion }) => completion[field as keyof Completion]))];
      const truths = new Map(values.map((value) => [value, JSON.stringify(leadsTo(truth, knowledge, situation, field as keyof Situation, value))]));
      const base = JSON.stringify({ recommended, possible: [recommended] });
      const claims = answers.map((answer) => JSON.stringify({ recommended: answer.recommended, possible: [...answer.possible].sort() }));
      answers.forEach(({ value }, at) => assert.equal(claims[at], truths.get(value), `${field} ${value}`));
      assert.deepEqual([...new Set(claims)].sort(), [...new Set(truths.values())].filter((found) => found !== base).sort(), field);
    }
  }), runs);
});

test("with no open question left every completion leads to the recommendation", () => {
  fc.assert(fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
    const { openQuestions, recommended } = createAdvisor(knowledge).advise(situation);
    if (openQuestions.some(({ field }) => field !== "guest")) return;
    for (const { best } of truthOf(knowledge, situation).completions) {
      // What nothing fits with a common guest, another guest may still allow.
      if (best !== null || situation.guest !== undefined) assert.equal(best, recommended);
    }
  }), runs);
});

/** Whether two completions that differ in nothing but a field lead to different adapters. */
function decides({ completions }: Truth, field: keyof Completion): boolean {
  const first = new Map<string, string | null>();
  return completions.some(({ completion, best }) => {
    const rest = JSON.stringify({ ...completion, [field]: null });
    if (!first.has(rest)) first.set(rest, best);
    return first.get(rest) !== best;
  });
}

function leadsTo({ completions }: Truth, knowledge: Parameters<typeof truthOf>[0], situation: Situation, field: keyof Situation, value: unknown): object {
  const possible = completions.flatMap(({ completion, best }) => (completion[field] === value ? [best] : []));
  const { recommended } = truthOf(knowledge, { ...situation, [field]: value });
  // Only another guest may allow what is recommended where nothing fits a common one.
  return { recommended, possible: [...new Set(situation.guest === undefined ? [...possible, recommended] : possible)].sort() };
}

test("finds the nearest packet rate and yes-or-no answer on either side that lead elsewhere", () => {
  fc.assert(fc.property(reducedKnowledge, reducedSituation, (knowledge, situation) => {
    const { turningPoints, recommended } = createAdvisor(knowledge).advise(situation);
    const outcome = (change: Situation): string | null => truthOf(knowledge, { ...situation, ...change }).recommended;
    const { packetRate } = situation;
    if (packetRate !== undefined) {
      const edges = [50, 100, 101, 200];
      const above = edges.filter((edge) => edge > packetRate).find((edge) => outcome({ packetRate: edge }) !== recommended);
      const below = edges.filter((edge) => edge <= packetRate).reverse().find((edge) => outcome({ packetRate: edge - 1 }) !== recommended);
      assert.deepEqual(
        turningPoints.filter(({ field }) => field === "packetRate").map(({ direction, value, recommended }) => [direction, value, recommended]),
        [
          ...(below === undefined ? [] : [["below", below - 1, outcome({ packetRate: below - 1 })]]),
          ...(above === undefined ? [] : [["above", above - 1, outcome({ packetRate: above })]]),
        ],
      );
    }
    for (const field of BOOLEAN_FIELDS) {
      if (situation[field] === undefined) continue;
      const other = outcome({ [field]: !situation[field] });
      assert.deepEqual(turningPoints.filter((point) => point.field === field).map(({ recommended }) => recommended), other === recommended ? [] : [other], field);
    }
  }), { numRuns: 120 });
});
