import { needsOfBest, shareBriefs, shortFormOf, type BriefAdvice } from "./brief.ts";
import type { Advice, KnownProblem, Verdict, Warning } from "./explain/advice.ts";
import { listAssumptions, explainConflict, explainQuestions, explainTurningPoint } from "./explain/changes.ts";
import { prepareConfidence } from "./explain/confidence.ts";
import { prepareContext, type Context } from "./explain/context.ts";
import { explainVerdicts, lostFeatures, prepareModes, withoutLost } from "./explain/reasons.ts";
import {
  askForDriver,
  decideByDriver,
  explainByDriver,
  rankByDriver,
  turningPointOfDriver,
  type DriverDecision,
  prepareProblems,
} from "./explain/problems.ts";
import { prepareEffects, withLossesOfModes } from "./explain/effects.ts";
import type { Messages } from "./explain/messages.ts";
import { prepareReasonOrder } from "./explain/order-reasons.ts";
import { contradictionsOf, currentOf, fittingOf, headlineOf, kindOf, priceOf, whyOf } from "./explain/summary.ts";
import { warnOf } from "./explain/warnings.ts";
import { createEngine, runToEnd, type Ranked } from "./engine/engine.ts";
import { prepareMembers } from "./engine/members.ts";
import { idOf } from "./engine/table.ts";
import { indexGuests, type GuestIndex } from "./guests/guests.ts";
import { addTexts, type LaterTexts } from "./knowledge/later-texts.ts";
import { prepareFinder, prepareResolver, type FindGuest } from "./guests/resolve-situation.ts";
import type { DemandedMode, Knowledge } from "./knowledge/knowledge.ts";
import { carriedGbps } from "./questions/packet-rate.ts";
import { situationFields } from "./questions/questions.ts";
import type { Situation } from "./questions/situation.ts";
import { fillFromSituation, prepareSteps } from "./steps/fill-steps.ts";
import { validationPlan } from "./steps/validation.ts";

/** Knowledge that is prepared for many situations. */
export interface Advisor {
  knowledge: Knowledge;
  guests: GuestIndex;
  /** Finds the guest that a spelling names. A platform and a bitness may decide. */
  findGuest: FindGuest;
  /** Returns advice for any situation. Equal situations get equal advice. */
  advise: (situation: Situation) => Advice;
  /** The same in parts of a few milliseconds, so that a page can scroll and take input between them. */
  adviseInParts: (situation: Situation) => Generator<undefined, Advice>;
  /** Returns the adapter that `advise` recommends, without reasons, for audits of many machines. */
  recommend: (situation: Situation) => string | null;
  /** Returns the recommendation in brief, for audits of many machines. Equal situations share its lists. */
  brief: (situation: Situation) => BriefAdvice;
  /** Returns every known problem of the current adapter, for audits of many machines. */
  currentProblems: (situation: Situation) => KnownProblem[];
  /** Adds texts that were loaded separately. Later advice includes them. */
  addTexts: (texts: LaterTexts) => void;
}

/** Shared input of full and brief advice. */
interface Explained {
  context: Context;
  /** With the support in the modes that rules demand; verdicts also leave out features that cannot be had together. */
  inModes: Verdict[];
  modesOf: (adapter: string | null) => DemandedMode[];
  verdicts: Verdict[];
  warnings: Warning[];
}

/** Doubt of a conflict by the engine's number: 0 none, 1 partial, 2 unknown. */
const DOUBTS = [{}, { doubt: "partial" }, { doubt: "unknown" }] as const;

/** Resolves a situation, lets the engine judge it, and writes the advice: confidence, steps, gains and costs. */
export function createUncheckedAdvisor(knowledge: Knowledge, messages: Messages): Advisor {
  const { schemaVersion, knowledgeVersion } = knowledge;
  const engine = createEngine(knowledge);
  const guests = indexGuests(knowledge);
  const findGuest = prepareFinder(knowledge, guests);
  const { resolve, fitsAll } = prepareMembers(engine, prepareResolver(knowledge, findGuest));
  let contextOf = prepareContext(knowledge, messages);
  const confidenceOf = prepareConfidence(knowledge, messages);
  const orderReasons = prepareReasonOrder(knowledge);
  const inDemandedModes = prepareModes(knowledge);
  const problems = prepareProblems(knowledge);
  const stepsFor = prepareSteps(knowledge);
  const fields = situationFields(knowledge);
  /** Features that only make an adapter faster. Losing one that is not required is no cost. */
  const ofSpeed = new Set(knowledge.features.flatMap(({ id, group }) => (group === "performance" ? [id] : [])));
  const isPrice = ({ feature }: { feature: string }): boolean => !ofSpeed.has(feature);
  const effectsOf = prepareEffects(knowledge, messages);
  /** Returns verdicts with their reasons, and warnings about the input. */
  const explain = (
    found: Context,
    ranking: Ranked[],
    given: Situation,
    situation: Situation,
    byDriver?: DriverDecision,
  ): Explained => {
    const ordered = orderReasons(found, explainVerdicts(found, ranking), situation.currentAdapter);
    const {
      context,
      verdicts: inModes,
      modesOf,
    } = inDemandedModes(found, byDriver?.outcome === "keep" ? explainByDriver(found, ordered, byDriver) : ordered);
    const lost = lostFeatures(context);
    const verdicts = withoutLost(context, inModes, lost);
    return { context, inModes, modesOf, verdicts, warnings: warnOf(context, given, situation, verdicts, lost) };
  };
  function* adviseInParts(given: Situation): Generator<undefined, Advice> {
    const { situation, guest, origin, members } = resolve(given);
    const { currentAdapter } = situation;
    const judgement = yield* engine.judge(situation, guest);
    yield;
    const found = contextOf(judgement.findings);
    const byDriver = decideByDriver(problems, judgement.findings, judgement.best, situation);
    const isKept = byDriver?.outcome === "keep";
    const best = isKept ? byDriver.current : judgement.best;
    const recommended = idOf(found.table, best);
    const asked = explainQuestions(found, {
      guestAnswers: judgement.guestAnswers,
      openQuestions: isKept ? [] : judgement.openQuestions,
      ...(members && {
        guestAnswers: members.map((member) => ({
          recommended: found.table.adapters.findIndex(({ id }) => id === member.recommended),
          guests: [member.guest],
        })),
      }),
    });
    const openQuestions =
      byDriver?.outcome === "ask" && asked[0]?.field !== "guest" ? [askForDriver(found, byDriver), ...asked] : asked;
    yield;
    const conflicts = judgement.conflicts.map((conflict) => ({
      ...explainConflict(found, conflict),
      ...DOUBTS[conflict.doubt],
    }));
    const { context, inModes, modesOf, verdicts, warnings } = explain(
      found,
      isKept ? rankByDriver(judgement.ranking, byDriver) : judgement.ranking,
      given,
      situation,
      byDriver,
    );
    yield;
    const current = currentOf(context, verdicts, currentAdapter);
    const facts = {
      current: currentAdapter,
      conflicts,
      openQuestions,
      question: openQuestions[0]?.field,
      warnings,
      unsupported: current?.status === "excluded" ? current.text : undefined,
      fitsMembers: members && fitsAll(members, recommended),
      fitting: fittingOf(context, verdicts),
      throughputGbps: situation.packetRate === undefined ? carriedGbps(situation) : undefined,
      byDriver,
    };
    const headline = headlineOf(context, best, facts);
    const why = whyOf(context, best, headline.kind, verdicts[0]?.reasons ?? [], facts);
    const assumptions = listAssumptions(context, situation, origin, given);
    const modes = modesOf(recommended);
    const steps = recommended === null ? [] : stepsFor(context, recommended, currentAdapter);
    const effects = withLossesOfModes(
      context,
      effectsOf({ situation, assumptions, recommended, verdicts }, guest?.family),
      modes,
    );
    return {
      schemaVersion,
      knowledgeVersion,
      situation: inOrder(situation),
      warnings,
      assumptions,
      recommended,
      headline,
      why,
      summary: messages.summary(headline.text, why),
      price: priceOf(
        context,
        best,
        headline.kind,
        verdicts[0]?.reasons ?? [],
        { givesUp: effects.givesUp.filter(isPrice), conditional: effects.conditional.filter(isPrice) },
        situation,
        byDriver,
        modes,
        steps,
      ),
      current,
      problems: ["ask", "contradiction"].includes(headline.kind)
        ? []
        : problems.listProblems(context, idOf(found.table, judgement.best), situation),
      verdicts,
      openQuestions,
      conflicts,
      turningPoints: isKept
        ? [turningPointOfDriver(context, byDriver)]
        : judgement.turningPoints.map((point) => explainTurningPoint(context, point)),
      confidence: confidenceOf(context, best, {
        recommended,
        verdicts: inModes,
        warnings,
        question: facts.question,
        isOpen: openQuestions.some(
          ({ field, answers }) => field !== "guest" && answers.some((answer) => answer.recommended !== recommended),
        ),
        isByDriver: isKept,
      }),
      steps: fillFromSituation(steps, { situation, verdicts }),
      validation:
        recommended === null ? null : validationPlan(context, recommended, verdicts, situation, effects.measured),
      effects,
    };
  }
  /** With the fields in the order of the questions: as JSON, advice does not depend on the order in which they were given. */
  function inOrder(situation: Situation): Situation {
    const given = fields.filter((field) => situation[field] !== undefined);
    return Object.fromEntries(given.map((field) => [field, situation[field]]));
  }
  const advise = (situation: Situation): Advice => runToEnd(adviseInParts(situation));
  const brief = shareBriefs(knowledge, writeBrief);
  return {
    knowledge,
    guests,
    findGuest,
    adviseInParts,
    advise,
    addTexts(texts) {
      addTexts(knowledge, texts);
      // Reasons that were written without them are written anew.
      contextOf = prepareContext(knowledge, messages);
    },
    recommend(given) {
      const { situation, guest } = resolve(given);
      // Without both no driver can keep the current adapter.
      return situation.driverVersion === undefined || situation.currentAdapter === undefined
        ? engine.recommend(situation, guest)
        : brief(given).recommended;
    },
    currentProblems(given) {
      const { situation, guest } = resolve(given);
      return problems.listProblems(engine.brief(situation, guest).findings, null, situation, Infinity);
    },
    brief,
  };

  function writeBrief(given: Situation): BriefAdvice {
    const { situation, guest, members } = resolve(given);
    const { findings, best, ranking, ...asked } = engine.brief(situation, guest);
    const byDriver = decideByDriver(problems, findings, best, situation);
    // Such machines are few, and the driver changes questions and verdicts.
    if (byDriver?.outcome === "keep") return shortFormOf(advise(given));
    const asksDriver = byDriver?.outcome === "ask" && asked.question !== "guest" && !members;
    const { context, inModes, verdicts, warnings } = explain(contextOf(findings), ranking, given, situation);
    const recommended = idOf(findings.table, best);
    const question = members ? "guest" : asksDriver ? "driverVersion" : asked.question;
    const isOpen = asked.isOpen || asksDriver;
    const contradictions = contradictionsOf(warnings);
    const current = verdicts.find(({ adapter }) => adapter === situation.currentAdapter);
    const needs = needsOfBest(findings, best);
    return {
      situation,
      kind: kindOf(context, best, {
        current: situation.currentAdapter,
        question,
        warnings,
        fitsMembers: members && fitsAll(members, recommended),
      }),
      recommended,
      ...(current ? { current: { adapter: current.adapter, status: current.status } } : {}),
      confidence: confidenceOf(context, best, {
        recommended,
        verdicts: inModes,
        warnings,
        question,
        isOpen,
        isByDriver: false,
      }).level,
      ...(contradictions.length > 0 ? { contradictions } : {}),
      ...(question ? { question } : {}),
      ...(needs.length > 0 ? { needs } : {}),
    };
  }
}
