import type { Advice, ConfidenceLevel, Status } from "./explain/advice.ts";
import { listAssumptions } from "./explain/assumptions.ts";
import { explainConflict, explainQuestions, explainTurningPoint } from "./explain/changes.ts";
import { prepareConfidence, prepareLevel } from "./explain/confidence.ts";
import { prepareContext } from "./explain/context.ts";
import { explainVerdicts, lostFeatures, prepareModes, withoutLost } from "./explain/reasons.ts";
import { prepareEffects } from "./explain/effects.ts";
import type { Messages } from "./explain/messages.ts";
import { prepareProblems } from "./explain/problems.ts";
import { currentOf, headlineOf, prepareReasonOrder, priceOf, whyOf } from "./explain/summary.ts";
import { warnOf } from "./explain/warnings.ts";
import { createEngine, runToEnd } from "./engine/engine.ts";
import { needsOf } from "./engine/rows.ts";
import { idOf } from "./engine/table.ts";
import { indexGuests, type GuestIndex } from "./guests/guests.ts";
import { prepareResolver } from "./guests/resolve-situation.ts";
import type { AdapterOnPlatform, Knowledge } from "./knowledge/knowledge.ts";
import type { Situation } from "./questions/situation.ts";
import { prepareSteps } from "./steps/plan-steps.ts";
import { validationPlan } from "./steps/validation.ts";

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
  /** The recommendation in brief, for judging many machines at once. */
  brief: (situation: Situation) => BriefAdvice;
}

/** The short form of advice: what to do, how the current adapter fares, and what to ask. */
export interface BriefAdvice {
  situation: Situation;
  recommended: string | null;
  current?: { adapter: string; status: Status };
  confidence: ConfidenceLevel;
  /** The field whose answer alone changes the recommendation, the most decisive one. */
  question?: string;
  /** Yes-or-no fields that have to be true for the recommended adapter. */
  needs?: string[];
}

/** Resolves a situation, lets the engine judge it, and writes the advice: how sure it is, what to do, what it gains and costs. */
export function createAdvisor(knowledge: Knowledge, messages: Messages): Advisor {
  const { schemaVersion, knowledgeVersion } = knowledge;
  const engine = createEngine(knowledge);
  const guests = indexGuests(knowledge);
  const resolve = prepareResolver(knowledge, guests);
  const contextOf = prepareContext(knowledge, messages);
  const confidenceOf = prepareConfidence(knowledge, messages);
  const levelOf = prepareLevel(knowledge, messages);
  const orderReasons = prepareReasonOrder(knowledge);
  const inDemandedModes = prepareModes(knowledge);
  const problemsOf = prepareProblems(knowledge);
  const stepsFor = prepareSteps(knowledge);
  const effectsOf = prepareEffects(knowledge, messages);
  function* adviseInParts(given: Situation): Generator<undefined, Advice> {
    const { situation, guest, origin } = resolve(given);
    const { currentAdapter } = situation;
    const judgement = yield* engine.judge(situation, guest);
    yield;
    const { best } = judgement;
    const found = contextOf(judgement.findings);
    const recommended = idOf(found.table, best);
    const openQuestions = explainQuestions(found, judgement);
    const conflicts = judgement.conflicts.map((conflict) => explainConflict(found, conflict));
    const { context, verdicts: inModes } = inDemandedModes(
      found,
      orderReasons(found, explainVerdicts(found, judgement.ranking), currentAdapter),
    );
    const lost = lostFeatures(context);
    const verdicts = withoutLost(context, inModes, lost);
    const warnings = warnOf(context, given, situation, verdicts, lost);
    const facts = { current: currentAdapter, conflicts, openQuestions, warnings };
    const headline = headlineOf(context, best, facts);
    const why = whyOf(context, best, headline.kind, verdicts[0]?.reasons ?? [], facts);
    const assumptions = listAssumptions(context, situation, origin, given.guest ?? "");
    const effects = effectsOf({ situation, assumptions, recommended, verdicts }, guest?.family);
    return {
      schemaVersion,
      knowledgeVersion,
      situation,
      warnings,
      assumptions,
      recommended,
      headline,
      why,
      summary: messages.summary(headline.text, why),
      price: priceOf(context, best, headline.kind, verdicts[0]?.reasons ?? [], effects, currentAdapter),
      current: currentOf(verdicts, currentAdapter),
      problems: problemsOf(context, recommended, situation),
      verdicts,
      openQuestions,
      conflicts,
      turningPoints: judgement.turningPoints.map((point) => explainTurningPoint(context, point)),
      confidence: confidenceOf(context, best, { recommended, verdicts: inModes, openQuestions, warnings }),
      steps: recommended === null ? [] : stepsFor(context, recommended, currentAdapter),
      validation: recommended === null ? null : validationPlan(context, recommended, verdicts, situation),
      effects,
    };
  }
  return {
    knowledge,
    guests,
    adviseInParts,
    advise: (situation) => runToEnd(adviseInParts(situation)),
    recommend(given) {
      const { situation, guest } = resolve(given);
      return engine.recommend(situation, guest);
    },
    brief(given) {
      const { situation, guest } = resolve(given);
      const brief = engine.brief(situation, guest);
      const { table, best, current, question, filled } = brief;
      const adapter = table.adapters[best];
      const needs: string[] = adapter ? [...needsOf(adapter.platforms[table.platform.id] as AdapterOnPlatform)] : [];
      if (((filled.view.tools | filled.view.vendor) >> best) & 1 && best >= 0) needs.unshift("guestDrivers");
      return {
        situation,
        recommended: idOf(table, best),
        ...(current ? { current } : {}),
        confidence: levelOf(brief),
        ...(question ? { question } : {}),
        ...(needs.length > 0 ? { needs } : {}),
      };
    },
  };
}
