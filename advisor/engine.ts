import type { Advice, Assumption, Reason, Verdict } from "./advice.ts";
import type { Adapter, Feature, Guest, Knowledge, Rule } from "./knowledge.ts";
import type { Situation } from "./situation.ts";
import { BOOLEAN_FIELDS, NUMBER_FIELDS, type BooleanField, type NumberField } from "./fields.ts";
import { countBits, eachBit } from "./bits.ts";
import { certainSets, readCase, type Case, type Unknowns } from "./case.ts";
import type { Messages } from "./messages.ts";
import { judgeConfidence, originsOf, type Origins } from "./confidence.ts";
import { findConflicts } from "./conflicts.ts";
import { bestFor, compareAdapters, decide, intersection, type Decision } from "./decide.ts";
import { claimGuest, type ClaimedGuest } from "./claim-guest.ts";
import { indexGuests, lookUpGuest, type GuestIndex } from "./guests.ts";
import { groupDigits } from "./digits.ts";
import { assumptionText, plainValue } from "./labels.ts";
import { stepPlanner, validationPlan, type StepPlanner } from "./next.ts";
import { guestQuestion, openQuestions } from "./questions.ts";
import { firedRules, nameOn, reasonsToExclude, reasonsToRecommend, reasonsToUse, type Told } from "./reasons.ts";
import { explore, type Space } from "./search-space.ts";
import { buildTable, type Table } from "./table.ts";
import { turningPoints } from "./turning-points.ts";

/** The platform that is taken when a situation names none. */
export const ASSUMED_PLATFORM = "vsphere";

/** A knowledge made ready for many questions. */
export interface Advisor {
  knowledge: Knowledge;
  guests: GuestIndex;
  /** Advice for a situation; total, and the same for the same situation. */
  advise: (situation: Situation) => Advice;
  /** The adapter that advise recommends, without reasons: for judging many machines at once. */
  recommend: (situation: Situation) => string | null;
}

/** Builds the tables of every platform once, for many situations. */
export function createAdvisor(knowledge: Knowledge, messages: Messages): Advisor {
  const tables = new Map(knowledge.platforms.map((platform) => [platform.id, buildTable(knowledge, platform, messages)]));
  const features = new Map(knowledge.features.map((feature) => [feature.id, feature]));
  const rules = new Map(knowledge.rules.map((rule) => [rule.id, rule]));
  const featureIds = new Map(knowledge.features.flatMap(({ id, aliases }) => [id, ...aliases].map((known) => [known, id] as const)));
  const origins = originsOf(knowledge);
  const planSteps = stepPlanner(knowledge, rules);
  const guests = indexGuests(knowledge);
  const understand = (given: Situation): { table: Table; situation: Situation; guest: Guest | undefined; assumption: Assumption | undefined } => {
    const [listed] = given.guest === undefined ? [] : lookUpGuest(guests, given.guest, given.bitness);
    const claimed = listed || given.guest === undefined ? undefined : claimGuest(knowledge.guests, given.guest, given.bitness);
    const guest = listed ?? claimed?.guest;
    const situation = canonical(featureIds, given, guest);
    const table = tables.get(situation.platform ?? ASSUMED_PLATFORM) ?? (tables.values().next().value as Table);
    return { table, situation, guest, assumption: claimed && assumeGuest(messages, claimed, given.guest ?? "") };
  };
  return {
    knowledge,
    guests,
    advise(given) {
      const { table, situation, guest, assumption } = understand(given);
      const advice = answer({ knowledge, features, rules, origins, planSteps, table }, situation, guest);
      return assumption ? { ...advice, assumptions: [assumption, ...advice.assumptions] } : advice;
    },
    recommend(given) {
      const { table, situation, guest } = understand(given);
      const best = bestFor(table, readCase(table, situation, guest, true).filled);
      if (best >= 0) return idOf(table, best);
      const { filled, unknowns } = readCase(table, situation, guest);
      return idOf(table, bestAsAdvised(table, filled, unknowns));
    },
  };
}

const FIRST_FIELDS = new Set(["packetRate", "platformVersion", "virtualHardware", "guestDrivers", "sriovNic", "iommu", "latencySensitive", "hardwareVirtualization"]);

interface Context {
  knowledge: Knowledge;
  features: Map<string, Feature>;
  rules: Map<string, Rule>;
  origins: Origins;
  planSteps: StepPlanner;
  table: Table;
}

function answer(context: Context, situation: Situation, guest: Guest | undefined): Advice {
  const { knowledge, features, rules, origins, planSteps, table } = context;
  const { filled, unknowns } = readCase(table, situation, guest);
  const assumed = decide(table, filled);
  const certain = intersection(certainSets(table, filled, unknowns));
  const space = explore(table, filled, unknowns);
  const certainlyExcluded = space.excluded;
  const best = assumed.best >= 0 ? assumed.best : bestOfOutcomes(table, assumed, space);
  const fitting = (assumed.best >= 0 ? table.all & ~assumed.excluded : table.all & ~certainlyExcluded);
  const told: Told = {
    table, features, guest, filled, decision: assumed, certain, certainlyExcluded,
    possible: table.all & ~certainlyExcluded, fitting, firedRules: firedRules(table, assumed), unknowns,
  };
  const verdicts = judgeAll(told, best);
  const recommended = best < 0 ? null : (table.adapters[best] as Adapter).id;
  const recommend = (changed: NumberField | BooleanField): string | null => idOf(table, bestWith(table, filled, unknowns, changed));
  const nameOf = (id: string | null): string => displayName(table, id);
  const reasons = verdicts[0]?.reasons ?? [];
  const conflicts = findConflicts(
    table, filled, unknowns, certainlyExcluded, best,
    (fixed) => decide(table, fixed), (index) => nameOf(idOf(table, index)),
    (id) => features.get(id)?.platforms[table.platform.id] ?? features.get(id)?.name ?? id,
  );
  return {
    schemaVersion: knowledge.schemaVersion,
    knowledgeVersion: knowledge.knowledgeVersion,
    situation,
    assumptions: listAssumptions(table, situation, filled, unknowns),
    recommended,
    summary: [summarise(told, best, reasons), ...conflicts.slice(0, 1).map(({ text }) => text)].join(" "),
    verdicts,
    openQuestions: [
      ...(unknowns.guest ? guestQuestion(knowledge, table, recommended, (other) => {
        const known = readCase(table, situation, other);
        return idOf(table, bestAsAdvised(table, known.filled, known.unknowns));
      }) : []),
      ...openQuestions(table, filled, unknowns, space, recommended, recommend, (index) => idOf(table, index)),
    ],
    conflicts,
    turningPoints: turningPoints(table, filled, unknowns, recommended, recommend, nameOf),
    confidence: best < 0
      ? { level: "high", text: table.messages.noneFits() }
      : judgeConfidence(table.messages, origins, rules, reasons, countBits(told.possible), countBits(fitting), assumed.doubt(best)),
    steps: recommended === null ? [] : planSteps(table, recommended, guest, told.firedRules, situation.currentAdapter),
    validation: recommended === null ? null : validationPlan(table, recommended, verdicts, fitting, situation.currentAdapter),
  };
}

/** What is said of a guest that no record lists. */
function assumeGuest(messages: Messages, { guest, later }: ClaimedGuest, spelling: string): Assumption {
  const name = messages.guest(guest.name, guest.bitness);
  return { field: "guest", value: guest.id, text: later ? messages.assumed.laterGuest(spelling, name) : messages.assumed.likeGuest(spelling, name) };
}

/** The situation with every id in the atlas's own spelling. */
function canonical(featureIds: Map<string, string>, given: Situation, guest: Guest | undefined): Situation {
  const platform = given.platform ?? ASSUMED_PLATFORM;
  const asked = (given.requires ?? []).map((id) => featureIds.get(id) ?? id);
  const requires = asked.length > 1 ? [...new Set(asked)].sort() : asked;
  const bitness = guest && guest.bitness !== 16 ? guest.bitness : given.bitness;
  // Every key that is set below exists in the literal: V8 is slow to add keys to an object made by spreading.
  const situation: Situation = bitness ? { platform, bitness, requires, ...given } : { platform, requires, ...given };
  situation.platform = platform;
  situation.requires = requires;
  if (bitness) situation.bitness = bitness;
  if (guest) situation.guest = guest.id;
  return situation;
}

/** What a case leads to when one of its fields is known. */
function bestWith(table: Table, filled: Case, unknowns: Unknowns, changed: NumberField | BooleanField): number {
  const best = bestFor(table, filled);
  if (best >= 0) return best;
  return bestAsAdvised(table, filled, {
    ...unknowns,
    numbers: { ...unknowns.numbers, ...(changed in unknowns.numbers ? { [changed]: false } : {}) },
    booleans: { ...unknowns.booleans, ...(changed in unknowns.booleans ? { [changed]: false } : {}) },
  });
}

/** What advice recommends for a case: the best that some completion leads to where with the assumptions nothing fits. */
function bestAsAdvised(table: Table, filled: Case, unknowns: Unknowns): number {
  const best = bestFor(table, filled);
  return best >= 0 ? best : bestOfOutcomes(table, decide(table, filled), explore(table, filled, unknowns));
}

/** With the assumptions nothing fits: the best of what other completions lead to, or of what another guest may allow. */
function bestOfOutcomes(table: Table, decision: Decision, { outcomes, excluded }: Space): number {
  const possible = outcomes.reduce((bits, found) => (found < 0 ? bits : bits | (1 << found)), 0) || (table.all & ~excluded);
  let best = -1;
  eachBit(possible, (index) => {
    if (best < 0 || compareAdapters(decision, possible, index, best) < 0) best = index;
  });
  return best;
}

function judgeAll(told: Told, best: number): Verdict[] {
  const { table, certainlyExcluded, decision, fitting } = told;
  const rank = (index: number): number => index === best ? 0 : (certainlyExcluded >> index) & 1 ? 3 : (fitting >> index) & 1 ? 1 : 2;
  return table.adapters
    .map((_, index) => index)
    .sort((a, b) => rank(a) - rank(b) || compareAdapters(decision, fitting, a, b))
    .map((index): Verdict => {
      const adapter = table.adapters[index] as Adapter;
      const excluded = rank(index) === 3;
      return {
        adapter: adapter.id,
        name: nameOn(told, adapter),
        status: index === best ? "recommended" : excluded ? "excluded" : "suitable",
        reasons: excluded ? reasonsToExclude(told, index)
          : index === best ? reasonsToRecommend(told, index)
          : reasonsToUse(told, index),
      };
    });
}

function listAssumptions(table: Table, { throughputGbps }: Situation, filled: Case, unknowns: Unknowns): Assumption[] {
  const assumptions: Assumption[] = [];
  if (unknowns.guest) assumptions.push({ field: "guest", value: "unknown", text: table.messages.assumed.guest() });
  const assume = (field: NumberField | BooleanField, value: number | boolean): void => {
    assumptions.push({ field, value: plainValue(field, value), text: assumptionText(table, field, value) });
  };
  if (unknowns.rates) {
    const { low, high, largest, smallest } = unknowns.rates;
    const text = table.messages.assumed.packetRateOf(String(throughputGbps), groupDigits(low), groupDigits(high), largest, smallest);
    assumptions.push({ field: "packetRate", value: low, text });
  }
  // A field on which no row of this platform depends is not worth a word, unless it has always been named.
  const isNamed = (field: string): boolean => FIRST_FIELDS.has(field) || table.asked.has(field);
  for (const field of NUMBER_FIELDS) {
    if (unknowns.numbers[field] && isNamed(field) && !(field === "packetRate" && unknowns.rates)) assume(field, filled.numbers[field]);
  }
  for (const field of BOOLEAN_FIELDS) if (unknowns.booleans[field] && isNamed(field)) assume(field, filled.booleans[field]);
  return assumptions;
}

function summarise(told: Told, best: number, reasons: Reason[]): string {
  const { messages } = told.table;
  if (best < 0) return messages.noneFits();
  const why = reasons[0]?.kind === "default" ? reasons[0] : reasons.find((reason) => reason.effect === "prefers");
  return messages.recommended(nameOn(told, told.table.adapters[best] as Adapter), why?.text ?? "");
}

function idOf(table: Table, index: number): string | null {
  return table.adapters[index]?.id ?? null;
}

function displayName(table: Table, id: string | null): string {
  const adapter = table.adapters.find((candidate) => candidate.id === id);
  return adapter ? nameOn({ table }, adapter) : table.messages.none();
}
