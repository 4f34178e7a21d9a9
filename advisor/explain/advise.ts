import type { Advice } from "./advice.ts";
import { arranger } from "../engine/arrange.ts";
import { listAssumptions } from "./assumptions.ts";
import { confidenceJudge } from "./confidence.ts";
import { modesTeller } from "../engine/demanded-modes.ts";
import { effectsTeller } from "./effects.ts";
import { createEngine } from "../engine/engine.ts";
import { finish } from "./finish.ts";
import { guestQuestion } from "./guest-question.ts";
import { indexGuests, type GuestIndex } from "../guests/guests.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { lostFeatures, withoutLost } from "./lost-features.ts";
import type { Messages } from "./messages.ts";
import { stepPlanner } from "./next.ts";
import { validationPlan } from "../steps/validation.ts";
import type { Situation } from "../questions/situation.ts";
import { summarise } from "./summary.ts";
import { reader } from "./understand.ts";
import { warnOf } from "./warnings.ts";

/** A knowledge made ready for many questions. */
export interface Advisor {
  knowledge: Knowledge;
  guests: GuestIndex;
  /** Advice for a situation; total, and the same for the same situation. */
  advise: (situation: Situation) => Advice;
  /** The same in parts of a few milliseconds, for a page that goes on scrolling and taking input between them. */
  adviseInParts: (situation: Situation) => Generator<undefined, Advice>;
  /** The adapter that advise recommends, without reasons: for judging many machines at once. */
  recommend: (situation: Situation) => string | null;
}

/** Reads a situation, lets the engine judge it, and tells the rest: how sure it is, what to do, what it gains and costs. */
export function createAdvisor(knowledge: Knowledge, messages: Messages): Advisor {
  const { schemaVersion, knowledgeVersion } = knowledge;
  const engine = createEngine(knowledge, messages);
  const guests = indexGuests(knowledge);
  const understand = reader(knowledge, guests, messages);
  const judgeConfidence = confidenceJudge(knowledge, messages);
  const arrange = arranger(knowledge);
  const tellModes = modesTeller(knowledge);
  const planSteps = stepPlanner(knowledge);
  const tellEffects = effectsTeller(knowledge, messages);
  function* adviseInParts(given: Situation): Generator<undefined, Advice> {
    const { situation, guest, assumption } = understand(given);
    const {
      told: asSuch,
      best,
      recommended,
      conflicts,
      turningPoints,
      ...judged
    } = yield* engine.judge(situation, guest);
    yield;
    const asked = guest
      ? []
      : guestQuestion(knowledge.guests, asSuch, situation, recommended, (other) => engine.recommend(situation, other));
    const openQuestions = [...asked, ...judged.openQuestions];
    const { told, verdicts: inModes } = tellModes(
      asSuch,
      arrange(asSuch, judged.verdicts, openQuestions, situation.currentAdapter),
    );
    const lost = lostFeatures(told);
    const verdicts = withoutLost(told, inModes, lost);
    const summary = summarise(told, best, verdicts, { conflicts, openQuestions }, situation.currentAdapter);
    const warnings = warnOf(told, given, situation, verdicts, lost);
    const assumed = listAssumptions(told, situation);
    const assumptions = assumption ? [assumption, ...assumed] : assumed;
    return {
      schemaVersion,
      knowledgeVersion,
      situation,
      warnings,
      assumptions,
      recommended,
      summary,
      verdicts,
      openQuestions,
      conflicts,
      turningPoints,
      confidence: judgeConfidence(told, best, { recommended, verdicts: inModes, openQuestions, warnings }),
      steps: recommended === null ? [] : planSteps(told, recommended, situation.currentAdapter),
      validation: recommended === null ? null : validationPlan(told, recommended, verdicts, situation),
      effects: tellEffects({ situation, assumptions, recommended, verdicts }),
    };
  }
  return {
    knowledge,
    guests,
    adviseInParts,
    advise: (situation) => finish(adviseInParts(situation)),
    recommend(given) {
      const { situation, guest } = understand(given);
      return engine.recommend(situation, guest);
    },
  };
}
